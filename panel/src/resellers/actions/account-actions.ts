/**
 * «Contas IPTV» and «Contas P2P»: open the lines of a reseller. Shown only for platforms on which
 * the caller sells, or whose lines an admin can list (S-RESLIST-25 to 27).
 */
import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import { formatCount } from '../../foundation/numbers.ts';
import { platformIcons } from '../../lines/platforms/platform-icons.ts';
import { mayList, soldPlatforms } from '../../lines/platforms/sold-platforms.ts';
import type { Profile } from '../../sessions/profile.ts';
import type { RowAction } from '../../ui/table/columns.ts';
import type { Reseller } from '../reseller.ts';

/** Number of lines by platform. The answer contains counts only for these two platforms. */
const totals: { readonly [key in PlatformKey]?: (row: Reseller) => number } = {
  iptv: (row) => row.totalIptv,
  p2p: (row) => row.totalUp2p,
};

export const accountActions = (
  profile: Profile | undefined,
  go: (path: string) => void,
): RowAction<Reseller>[] =>
  (profile ? listedPlatforms(profile) : []).flatMap(({ key, label, listPath }) => {
    const total = totals[key];
    if (!total) return [];
    return {
      key: `accounts-${key}`,
      label: `Contas ${label}`,
      icon: platformIcons[key],
      group: 'accounts',
      hint: (row: Reseller) => formatCount(total(row)),
      run: (row: Reseller) => go(`${listPath}/${row.id}`),
    };
  });

const listedPlatforms = (profile: Profile) =>
  profile.profile === 'admin'
    ? platformKeys.map((key) => platforms[key]).filter((platform) => mayList(profile, platform))
    : soldPlatforms(profile);
