/** Lines that the palette found, and the addresses of their lists. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { findLines } from '@ramal/contract/lines/find-lines';
import { customerName } from '@ramal/contract/rules/customer-name';
import { platforms } from '@ramal/contract/rules/platforms';
import type { CustomerSection } from '../lines/customer/sections.ts';
import type { LineDialogKind } from '../lines/list/line-params.ts';
import type { Profile } from '../menu.ts';
import { folded } from './matches.ts';

export type FoundLine = ResponseOf<typeof findLines>['lines'][number];

export const foundName = (line: FoundLine): string => customerName(line).name;

/**
 * Returns a link to the list of a platform with this search. For an admin, the list already
 * contains the lines of all accounts.
 */
export const inList = (
  line: Pick<FoundLine, 'platform'>,
  search: string,
  profile: Pick<Profile, 'profile'>,
) => ({
  to: platforms[line.platform].listPath,
  search: { search, ...(profile.profile === 'admin' ? {} : { resellerId: 'tree' as const }) },
});

/** Returns a link to a dialog of the line, or to a section of its customer's page. */
export function lineLink(
  line: Pick<FoundLine, 'id' | 'platform' | 'username'>,
  profile: Pick<Profile, 'profile'>,
  dialog?: LineDialogKind | CustomerSection,
) {
  const link = inList(line, line.username, profile);
  return { ...link, search: { ...link.search, ...(dialog ? { dialog } : {}), line: line.id } };
}

/** Lines that can be renewed: own lines first, then the earliest expiry. */
export const renewable = (
  lines: readonly FoundLine[],
  { username }: Pick<Profile, 'username'>,
): FoundLine[] => {
  const isForeign = ({ reseller }: FoundLine) => Number(reseller.username !== username);
  return lines
    .filter(({ isTrial }) => !isTrial)
    .toSorted(
      (line, other) =>
        isForeign(line) - isForeign(other) || line.expDateTimestamp - other.expDateTimestamp,
    );
};

/** Returns the line that an act means: the only one, or the only one that begins with the name. */
export function findMeant(lines: readonly FoundLine[], name: string): FoundLine | undefined {
  const named = lines.filter((line) => folded(foundName(line)).startsWith(folded(name)));
  return lines.length === 1 ? lines[0] : named.length === 1 ? named[0] : undefined;
}
