/** Selects accounts with the columns of their list, and the account that an action changes. */
import type { Profile } from '@ramal/contract/api/access';
import type { AccountBlock } from '@ramal/contract/resellers/blocks';
import type { resellerSorts } from '@ramal/contract/resellers/resellers';
import sql, { type Sql } from 'sql-template-tag';
import { balanceColumn } from '../credits/credits.ts';
import type { Actor } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { inTree } from '../access/access.ts';
import { hasSecondFactor } from '../second-factors/second-factors.ts';

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
  /** True if the account was blocked together with all its descendants. */
  readonly isNetworkBlocked: boolean;
  readonly blocks: readonly StoredBlock[];
  readonly has2fa: boolean;
  readonly hasAuthenticator: boolean;
  readonly lastTopupAt: Date | null;
  readonly createdAt: Date;
  /** Hundredths; null for an admin. */
  readonly balance: number | null;
  // Totals of the account's own lines, in this field and the next two. A job updates them once a
  // minute. They are 0 before its first run.
  readonly iptvLines: number;
  readonly p2pLines: number;
  readonly activeLines: number;
  /** Active lines of the account and of all its descendants (Q-TREEACTIVES). */
  readonly treeActives: number;
  // Number of all descendants, and number of direct children:
  readonly treeResellers: number;
  readonly directResellers: number;
  readonly deletedAt: Date | null;
}

/** A block with its author, or with the account at the top of the blocked network. */
export interface StoredBlock {
  readonly by: AccountBlock['by'];
  readonly username: string | null;
  /** Ids from the root down to the author, including the author. */
  readonly ancestors: readonly number[] | null;
}

export type ResellerSort = (typeof resellerSorts)[number];

/** Latest author of a block of `accounts a` at this level. */
const blockAuthor = (level: AccountBlock['by']): Sql => sql`
  (select e.actor_id from events e
    where e.account_id = a.id and e.kind = 'account-blocked' and e.after->>'by' = ${level}
    order by e.at desc, e.id desc limit 1)`;

const blocks: Sql = sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
      'by', b.level, 'username', author.username, 'ancestors', author.ancestors) order by b.place), '[]')
    from (
      select 1 as place, 'upline' as level, ${blockAuthor('upline')} as id where a.blocked_at is not null
      union all
      select 2, 'administration', ${blockAuthor('administration')}
      where a.blocked_by_admin_at is not null and a.blocked_network_id is null
      union all
      select 3, 'network', a.blocked_network_id where a.blocked_network_id is not null
    ) b left join accounts author on author.id = b.id)`;

/** Sums the columns of `tree_totals` for «Ativos Árvore»: list, order, file and tree use it (Q-TREEACTIVES). */
export const treeActives = sql`own_iptv_actives + own_p2p_actives + tree_iptv_actives + tree_p2p_actives`;

/** Selects from `accounts a`, or from a CTE with that name. */
const resellersFrom = (accounts: Sql): Sql => sql`
  select a.id, a.username, a.profile, a.whatsapp, a.email, a.sale_cents,
    a.parent_id, p.username as parent, a.id_franchise, a.is_master,
    a.blocked_at is not null as is_blocked, a.blocked_by_admin_at is not null as is_blocked_by_admin,
    exists (select from accounts held where held.blocked_network_id = a.id and held.deleted_at is null)
      as is_network_blocked, ${blocks} as blocks, ${hasSecondFactor} as has2fa,
    a.totp_secret is not null as has_authenticator,
    a.last_topup_at, a.created_at, ${balanceColumn(sql`a.id`)} as balance,
    a.deleted_at,
    coalesce(${treeActives}, 0) as tree_actives,
    coalesce(t.tree_resellers, 0) as tree_resellers, coalesce(t.direct_resellers, 0) as direct_resellers,
    coalesce(t.own_iptv_lines, 0) as iptv_lines, coalesce(t.own_p2p_lines, 0) as p2p_lines,
    coalesce(t.own_iptv_actives + t.own_p2p_actives, 0) as active_lines
  from ${accounts}
  left join tree_totals t on t.account_id = a.id
  left join accounts p on p.id = a.parent_id`;

/** Reads these accounts in the order of the ids. The caller has checked access to them. */
export const readResellers = (reader: Reader, ids: readonly number[]): Promise<Reseller[]> =>
  reader.many<Reseller>(
    sql`
      ${resellersFrom(sql`unnest(${ids}::bigint[]) with ordinality wanted (id, place) join accounts a using (id)`)}
      order by wanted.place`,
    'prepared',
  );

export async function readReseller(reader: Reader, id: number): Promise<Reseller> {
  const [row] = await readResellers(reader, [id]);
  return row!;
}

/** Columns that actions on an account need. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly parentId: number | null;
  /** Ids from the root down to the account, including the account. */
  readonly ancestors: readonly number[];
  readonly idFranchise: number | null;
  readonly whatsapp: string | null;
  readonly email: string | null;
  readonly isMaster: boolean;
  readonly isBlocked: boolean;
  readonly isBlockedByAdmin: boolean;
  /** The account at the top of the blocked network, if the account is blocked with one. */
  readonly blockedNetworkId: number | null;
}

const accountColumns: Sql = sql`
  a.id, a.username, a.profile, a.parent_id, a.ancestors, a.id_franchise,
  a.whatsapp, a.email, a.is_master, a.blocked_at is not null as is_blocked,
  a.blocked_by_admin_at is not null as is_blocked_by_admin, a.blocked_network_id`;

const reached = (actor: Actor, id: number, after: Sql = sql`true`): Sql => sql`
  from accounts a
  where ${after} and a.id = ${id} and a.deleted_at is null and ${inTree(actor, sql`a.id`)}
  for no key update of a`;

/**
 * Locks the account against other actions. Undefined if it is deleted or outside the actor's tree.
 */
export async function lockAccount(tx: Tx, actor: Actor, id: number): Promise<Account | undefined> {
  return tx.first<Account>(sql`select ${accountColumns} ${reached(actor, id)}`);
}

/** Reads an account that is not deleted. Before a change in the tree, the caller locks the tree. */
export async function readAccount(reader: Reader, id: number): Promise<Account | undefined> {
  return reader.first<Account>(
    sql`select ${accountColumns} from accounts a where a.id = ${id} and a.deleted_at is null`,
  );
}

/**
 * CTE: locks the account and selects all columns of the list. The lock follows the locks of the CTE
 * `after`. The account's own columns are read under the lock; other columns may be older.
 */
export const lockResellerCte = (actor: Actor, id: number, after: Sql): Sql => sql`
  with a as (select a.* ${reached(actor, id, sql`(select count(*) from ${after}) >= 0`)})
  ${resellersFrom(sql`a`)}`;
