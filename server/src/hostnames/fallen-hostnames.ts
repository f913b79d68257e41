import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import { HOSTNAME_KIND, isSharedWith } from './hostnames.sql.ts';

export interface FallenHostnames {
  readonly count: number;
  /** Start of the longest failure; null if no hostname has fallen. */
  readonly since: Date | null;
}

/** Counts the fallen hostnames that the links of the account's customers may contain. */
export const countFallenHostnames = async (
  reader: Reader,
  { id, profile }: ReaderAccount,
): Promise<FallenHostnames> =>
  (await reader.first<FallenHostnames>(sql`
    select count(*)::int as count, min(t.since) as since
    from hostnames h join probed_targets t on t.kind = ${HOSTNAME_KIND} and t.target_id = h.id
    where h.removed_at is null and h.state = 'active' and (t.is_flapping or t.state in ('down', 'returning'))
      and ${profile === 'admin' ? sql`true` : isUsedBy(id)}`))!;

const isUsedBy = (accountId: number): Sql =>
  sql`(h.owner_id = ${accountId} or (${isSharedWith(accountId)}))`;
