/** Accounts as their list shows them, and the account an act is about. */
import type { Profile } from '@ramal/contract/access';
import type { resellerSorts } from '@ramal/contract/resellers';
import sql, { type Sql, raw } from 'sql-template-tag';
import { balanceColumn } from '../credits/credits.ts';
import type { Actor } from '../foundation/actor.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { inTree } from './tree.ts';

export interface Reseller {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly whatsapp: string | null;
  readonly email: string | null;
  readonly saleCents: number | null;
  readonly parentId: number | null;
  readonly parent: string | null;
  readonly idFranchise: number | null;
  readonly isMaster: boolean;
  readonly isBlocked: boolean;
  readonly isBlockedByAdmin: boolean;
  readonly lastTopupAt: Date | null;
  readonly createdAt: Date;
  /** Hundredths; null for an admin. */
  readonly balance: number | null;
  /** Lines of the account's own, by now. */
  readonly iptvLines: number;
  readonly p2pLines: number;
  readonly activeLines: number;
  /** As rolled up once a minute; 0 for an account that is younger than that. */
  readonly treeActives: number;
  readonly treeResellers: number;
  readonly directResellers: number;
  readonly deletedAt: Date | null;
}

export type ResellerSort = (typeof resellerSorts)[number];

/** Of the minute's roll-up, so that no list counts everybody's lines to be ordered. */
const rolledUp = (figure: Sql): Sql =>
  sql`coalesce((select ${figure} from tree_totals where account_id = a.id), 0)`;

/** What a list is ordered by. Whoever never received a top-up counts as the longest ago. */
const orders: Record<ResellerSort, { readonly column: Sql; readonly backwards?: true }> = {
  username: { column: sql`lower(a.username)` },
  id: { column: sql`a.id` },
  credits: { column: balanceColumn(sql`a.id`) },
  days_to_due: { column: sql`coalesce(a.last_topup_at, '-infinity')`, backwards: true },
  created_at: { column: sql`a.created_at` },
  total_actives: { column: rolledUp(sql`own_iptv_actives + own_p2p_actives`) },
  tree_actives: { column: rolledUp(sql`tree_iptv_actives + tree_p2p_actives`) },
};

export function ordering(sort: ResellerSort, dir: 'asc' | 'desc'): Sql {
  const { column, backwards } = orders[sort];
  const rising = (dir === 'asc') !== Boolean(backwards);
  return sql`${column} ${raw(rising ? 'asc' : 'desc')}, a.id ${raw(dir)}`;
}

/** From `accounts a`, or from a WITH of that name. */
const resellersFrom = (accounts: Sql, now: Date): Sql => sql`
  select a.id, a.username, a.profile, a.whatsapp, a.email, a.sale_cents as "saleCents",
    a.parent_id as "parentId", p.username as parent, a.id_franchise as "idFranchise", a.is_master as "isMaster",
    a.blocked_at is not null as "isBlocked", a.blocked_by_admin_at is not null as "isBlockedByAdmin",
    a.last_topup_at as "lastTopupAt", a.created_at as "createdAt", ${balanceColumn(sql`a.id`)} as balance,
    a.deleted_at as "deletedAt",
    coalesce(t.tree_iptv_actives + t.tree_p2p_actives, 0) as "treeActives",
    coalesce(t.tree_resellers, 0) as "treeResellers", coalesce(t.direct_resellers, 0) as "directResellers",
    own.*
  from ${accounts}
  left join tree_totals t on t.account_id = a.id
  left join accounts p on p.id = a.parent_id
  cross join lateral (
    select count(*) filter (where platform = 'iptv') as "iptvLines",
      count(*) filter (where platform = 'p2p') as "p2pLines",
      count(*) filter (where status = 1 and expires_at > ${now}) as "activeLines"
    from lines where owner_id = a.id and deleted_at is null
  ) own`;

/** The rows of these accounts; lines are counted for no others. */
export const resellerRows = (ids: Sql, order: Sql, now: Date): Sql =>
  sql`${resellersFrom(sql`accounts a`, now)} where a.id = any(${ids}) order by ${order}`;

export async function readReseller(reader: Reader, id: number, now: Date): Promise<Reseller> {
  const row = await reader.first<Reseller>(
    resellerRows(sql`array[${id}]::bigint[]`, sql`a.id`, now),
  );
  return row!;
}

/** What an act has to know of the account it is about. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly parentId: number | null;
  readonly whatsapp: string | null;
  readonly email: string | null;
}

const reached = (actor: Actor, id: number): Sql => sql`
  from accounts a
  where a.id = ${id} and a.deleted_at is null and ${inTree(actor, sql`a.id`)}
  for no key update of a`;

/** Locks the account against other acts on it; nothing when it is gone or outside the actor's tree. */
export async function lockAccount(tx: Tx, actor: Actor, id: number): Promise<Account | undefined> {
  return tx.first<Account>(sql`
    select a.id, a.username, a.profile, a.parent_id as "parentId", a.whatsapp, a.email ${reached(actor, id)}`);
}

/** The same with all its list shows; what is its own is read under the lock. */
export async function lockReseller(
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Reseller | undefined> {
  return tx.first<Reseller>(
    sql`with a as (select a.* ${reached(actor, id)}) ${resellersFrom(sql`a`, now)}`,
  );
}
