/** Stores the sums of movements by month, account and kind. A job runs these statements. */
import sql, { type Sql } from 'sql-template-tag';
import { billedCents, summedKindOfArriving, summedKindOfLeaving } from './movement-kinds.sql.ts';

/**
 * Tries to get the lock, so that only one process calculates sums. Another process tries again a
 * minute later.
 */
export const lockMonths = sql`select pg_try_advisory_xact_lock(hashtext('movement-months')) as ours`;

export interface Month {
  /** First day of the month, as yyyy-mm-01. */
  readonly first: string;
  readonly from: Date;
  readonly until: Date;
}

/**
 * Calculates the sums of a month. Writes changed rows and deletes obsolete rows. Each entry counts
 * for both its accounts. Credits that an admin issued or withdrew count for that admin.
 */
export const sumUp = ({ first, from, until }: Month): Sql => sql`
  with sides as (
    select from_wallet as wallet, actor_id, at, amount, ${billedCents} as cents, ${summedKindOfLeaving} as kind
    from entries where at >= ${from} and at < ${until}
    union all
    select to_wallet, actor_id, at, amount, ${billedCents}, ${summedKindOfArriving}
    from entries where at >= ${from} and at < ${until}
  ), fresh as (
    select ${first}::date as month, coalesce(w.account_id, s.actor_id) as account_id, s.kind,
      sum(amount)::bigint as hundredths, sum(cents) as value_cents
    from sides s join wallets w on w.id = s.wallet
    where w.kind in ('balance', 'issuance')
    group by 2, 3
  ), changed as (
    select * from fresh
    except
    select month, account_id, kind, hundredths, value_cents from movement_months where month = ${first}::date
  ), gone as (
    delete from movement_months m where m.month = ${first}::date
      and not exists (select from fresh f where f.account_id = m.account_id and f.kind = m.kind)
  )
  insert into movement_months (month, account_id, kind, hundredths, value_cents) select * from changed
  on conflict (month, account_id, kind)
  do update set hundredths = excluded.hundredths, value_cents = excluded.value_cents`;

/**
 * Calculates the sums of a month for trees: for each account the movements of all its descendants.
 * The sums with the id 0 include all accounts. Writes changed rows and deletes obsolete rows.
 */
export const sumUpTree = (first: string): Sql => sql`
  with fresh as (
    select up.id as account_id, m.kind, sum(m.hundredths)::bigint as hundredths, sum(m.value_cents) as value_cents,
      count(*)::int as rows
    from movement_months m join accounts a on a.id = m.account_id
      cross join unnest(trim_array(a.ancestors, 1) || 0::bigint) up (id)
    where m.month = ${first}::date
    group by 1, 2
  ), changed as (
    select * from fresh
    except
    select account_id, kind, hundredths, value_cents, rows from movement_below_months where month = ${first}::date
  ), gone as (
    delete from movement_below_months m where m.month = ${first}::date
      and not exists (select from fresh f where f.account_id = m.account_id and f.kind = m.kind)
  )
  insert into movement_below_months (month, account_id, kind, hundredths, value_cents, rows)
  select ${first}::date, account_id, kind, hundredths, value_cents, rows from changed
  on conflict (account_id, month, kind)
  do update set hundredths = excluded.hundredths, value_cents = excluded.value_cents, rows = excluded.rows`;

/**
 * Selects all months with sums (yyyy-mm-01) if an account got a new parent after the sums of the
 * tree were calculated.
 */
export const monthsToSumUpTree = sql`
  select to_char(month, 'YYYY-MM-DD') as first, tree_moves.count as moves
  from (select distinct month from movement_months) months, tree_moves
  where tree_moves.count is distinct from (select moves_known from movement_months_taken)
  order by month desc`;

export const recordMovesKnown = (moves: number): Sql =>
  sql`update movement_months_taken set moves_known = ${moves}`;

export const lastSummedMonth = sql`select at from movement_months_taken`;

/**
 * Version of the definition of the kinds. Increase it when a kind changes, and the job calculates
 * the sums of every month again.
 */
const KINDS_VERSION = 2;

export const lastMonthTakenByKinds = sql`
  select at from movement_months_taken where kinds_version >= ${KINDS_VERSION}`;

export const recordSummedMonths = (now: Date): Sql => sql`
  insert into movement_months_taken (at, kinds_version) values (${now}, ${KINDS_VERSION})
  on conflict (one) do update set at = excluded.at, kinds_version = excluded.kinds_version`;

/** Time of the first entry. Ids increase with time. */
export const firstEntry = sql`select at from entries order by id limit 1`;
