/**
 * Finds the owner of a user name: of the line with that name on any platform, and of the account
 * with that name. The search matches the whole name or, from three characters on, its beginning,
 * and ignores case. Source: D2 §7, S-RESLIST-04, -40.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import type { findUser as declaration } from '@ramal/contract/resellers/reseller-tree';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { containsFolded } from '../../foundation/like.ts';
import { readAncestorChains } from '../tree/tree-paths.ts';

/** Minimum number of characters for a search by the beginning of a name. */
const MIN_BEGINNING_LENGTH = 3;
const MAX_RESULTS = 50;

interface UserMatch {
  readonly id: number;
  readonly username: string;
  readonly platform: PlatformKey | null;
  /** The line's owner, or the account's parent. */
  readonly ownerId: number | null;
  readonly owner: string | null;
}

export async function findUser(
  { db }: Pick<AppContext, 'db'>,
  { body: { username } }: Pick<Call<typeof declaration>, 'body'>,
): Promise<HandlerResult<typeof declaration>> {
  const isNamed = (name: Sql): Sql =>
    username.length < MIN_BEGINNING_LENGTH
      ? sql`lower(${name}) = lower(${username})`
      : sql`starts_with(lower(${name}), lower(${username}))`;
  // The trigram index finds the lines, because the unique index of names is case-sensitive.
  const matches = await db.many<UserMatch>(sql`
    select l.id, l.username, l.platform, o.id as owner_id, o.username as owner
    from lines l join accounts o on o.id = l.owner_id
    where l.deleted_at is null and l.search like ${containsFolded(username)}
      and ${isNamed(sql`l.username`)}
    union all
    select a.id, a.username, null, p.id, p.username
    from accounts a left join accounts p on p.id = a.parent_id
    where a.deleted_at is null and ${isNamed(sql`a.username`)}
    order by 2, 1 limit ${MAX_RESULTS}`);
  const ofWhom = (match: UserMatch): number =>
    match.platform === null ? match.id : match.ownerId!;
  const chains = await readAncestorChains(db, matches.map(ofWhom));
  return {
    found: matches.map((match) => ({
      ...match,
      kind: match.platform === null ? ('reseller' as const) : ('line' as const),
      platform: match.platform && platforms[match.platform].label,
      path: chains.get(ofWhom(match)) ?? [],
    })),
  };
}
