import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { Fragment } from 'react';
import { formatCount } from '../foundation/numbers.ts';
import type { LineSearch } from '../lines/list/line-params.ts';
import { linePlatforms } from '../lines/platforms/platforms.ts';
import { mayList } from '../lines/platforms/sold-platforms.ts';
import { useProfile } from '../sessions/profile.ts';
import { FigureLink } from '../ui/FigureLink.tsx';
import { NoteLink } from './NoteLink.tsx';

export type PlatformCounts = Readonly<Partial<Record<PlatformKey, number>>>;

export const readPlatformCounts = (
  totals: readonly { readonly platform: PlatformKey; readonly total: number }[],
): PlatformCounts => Object.fromEntries(totals.map(({ platform, total }) => [platform, total]));

interface PlatformLinksProps {
  counts: PlatformCounts;
  /** Filter of the linked list. With this filter the list shows exactly the counted rows. */
  search: LineSearch;
}

/**
 * Shows the counts of each platform: «9 IPTV · 2 P2P». A count is a link if the account has
 * permission to list the rows (Q-COUNTS). The new P2P service is shown only if its count is not
 * zero.
 */
export function PlatformLinks({ counts, search }: PlatformLinksProps) {
  const { data: profile } = useProfile();
  const shown = linePlatforms.filter(
    ({ definition }) =>
      definition.key in counts && (definition.key !== 'new-p2p' || counts[definition.key]! > 0),
  );
  return shown.map(({ definition }, index) => {
    const words = `${formatCount(counts[definition.key]!)} ${definition.label}`;
    return (
      <Fragment key={definition.key}>
        {index > 0 && ' · '}
        {profile && mayList(profile, definition) ? (
          <NoteLink to={{ to: definition.listPath, search }}>{words}</NoteLink>
        ) : (
          words
        )}
      </Fragment>
    );
  });
}

/**
 * Shows a figure. The figure is a link if a single list contains all counted rows, otherwise plain
 * text.
 */
export function PlatformFigure({
  counts,
  search,
  children,
}: PlatformLinksProps & { children: string }) {
  const { data: profile } = useProfile();
  const [only, ...others] = linePlatforms.filter(
    ({ definition }) => (counts[definition.key] ?? 0) > 0,
  );
  const isListed = profile && only && others.length === 0 && mayList(profile, only.definition);
  return (
    <FigureLink to={isListed ? { to: only.definition.listPath, search } : undefined}>
      {children}
    </FigureLink>
  );
}
