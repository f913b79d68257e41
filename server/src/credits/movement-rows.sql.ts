/** Selects the displayed rows of movements, without names that the viewer may not see. */
import type { Profile } from '@ramal/contract/api/access';
import type { MovementSort } from '@ramal/contract/resellers/credits';
import sql, { type Sql, raw } from 'sql-template-tag';
import { inTree } from '../access/access.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { LimitOffset } from '../foundation/pages.ts';
import { billedCents, kindOfLeaving } from './movement-kinds.sql.ts';

/**
 * SQL condition: the viewer may see the account's name. Ancestors are hidden. The direct parent is
 * visible, because the viewer knows it.
 */
export const mayBeNamed = (viewer: ReaderAccount, account: 'a' | 'o' | 'actor'): Sql =>
  viewer.profile === 'admin'
    ? sql`true`
    : sql`(${raw(account)}.ancestors @> ${[viewer.id]}::bigint[] or (${raw(account)}.profile <> 'admin'
        and ${raw(account)}.id = (select parent_id from accounts where id = ${viewer.id})))`;

export interface Movement {
  readonly id: number;
  readonly at: Date;
  readonly cameIn: boolean;
  readonly amount: number;
  readonly reason: string;
  readonly kind: 'received' | 'given' | 'spent' | 'returned';
  readonly note: string | null;
  readonly unitPriceCents: number | null;
  readonly billedCents: number | null;
  /** Balance of the account after the movement; null for an admin. */
  readonly after: number | null;
  /** Account for which the row is listed. Null for issuance, which has no account. */
  readonly holder: string | null;
  readonly holderId: number | null;
  /**
   * Name of the other account. Null if the viewer may not see it, or if the other wallet is a
   * system wallet.
   */
  readonly other: string | null;
  readonly otherKind: 'balance' | 'portal' | 'issuance' | 'consumption';
  readonly actor: string | null;
  readonly actorProfile: Profile;
  readonly line: string | null;
}

/**
 * Selects the rows for `ids` (`id`, `came_in`) without an order. The cast to float8 accepts amounts
 * beyond the limits of a wallet, but such numbers are inexact.
 */
const selectMovements = (viewer: ReaderAccount, ids: Sql): Sql => sql`
  with asked as materialized (${ids}), e as (
    select entries.*, asked.came_in,
      case when asked.came_in then to_wallet else from_wallet end as own_wallet,
      case when asked.came_in then from_wallet else to_wallet end as other_wallet
    from asked join entries on entries.id = asked.id
  )
  select e.id, e.at, e.came_in, e.amount, e.reason, e.note, e.unit_price_cents,
    case when came_in then 'received' else ${kindOfLeaving} end as kind,
    ${billedCents}::float8 as billed_cents,
    case when came_in then e.to_balance else e.from_balance end as after,
    h.username as holder, h.id as holder_id,
    case when ${mayBeNamed(viewer, 'o')} then o.username end as other, w.kind as other_kind,
    case when ${mayBeNamed(viewer, 'actor')} then actor.username end as actor, actor.profile as actor_profile,
    l.username as line
  from e
  join wallets w on w.id = e.other_wallet
  left join accounts o on o.id = w.account_id
  join wallets own on own.id = e.own_wallet
  left join accounts h on h.id = own.account_id
  join accounts actor on actor.id = e.actor_id
  left join lines l on l.id = e.line_id and ${inTree(viewer, sql`l.owner_id`)}`;

export const movementRows = (viewer: ReaderAccount, ids: Sql, dir: 'asc' | 'desc'): Sql =>
  sql`${selectMovements(viewer, ids)} order by e.id ${raw(dir)}, e.came_in ${raw(dir)}`;

type UnindexedSort = Exclude<MovementSort, 'registered' | 'id'>;

/**
 * Reads one page in the order of a column without an index. PostgreSQL then builds and sorts all
 * displayed rows. The caller must check first that the rows do not exceed the limit of an exact
 * total.
 */
export function movementRowsBy(
  viewer: ReaderAccount,
  { sort, dir }: { readonly sort: UnindexedSort; readonly dir: 'asc' | 'desc' },
  all: Sql,
  { limit, offset }: LimitOffset,
): Sql {
  const direction = raw(dir);
  return sql`select * from (${selectMovements(viewer, all)}) m
    order by ${shownKey[sort]} ${direction} nulls last, id ${direction}, came_in ${direction} limit ${limit} offset ${offset}`;
}

const holderName = sql`coalesce(holder, 'Administração')`;
/** Name of the other side, as the column «De/Para» shows it (list-movements.ts). */
const otherName = sql`case other_kind when 'issuance' then 'Administração'
  when 'consumption' then 'linha ' || coalesce(line, '') else coalesce(other, 'Fora da sua rede') end`;

const shownKey: Record<UnindexedSort, Sql> = {
  amount: sql`case when came_in then amount else -amount end`,
  billed: sql`billed_cents`,
  from_to: sql`fold(case when came_in then ${otherName} || ' → ' || ${holderName}
    else ${holderName} || ' → ' || ${otherName} end)`,
  after: sql`after`,
  reseller: sql`fold(${holderName})`,
};
