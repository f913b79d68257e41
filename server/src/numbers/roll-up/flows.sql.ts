/**
 * Counts customers by pairs of states: their state at the start and at the end of a period. Every
 * figure about customers is a sum of such pairs. The rows of a figure are the same pairs, line by
 * line.
 */
import sql, { type Sql } from 'sql-template-tag';

/** A period of figures: its key, and the moments that are compared. */
export interface FigurePeriod {
  /** `30d`, `30d-before` or yyyy-mm. */
  readonly key: string;
  readonly from: Date;
  readonly until: Date;
}

/** Selects the customer periods that contain a moment. A line has at most one of them. */
export const activeAt = (accounts: Sql, at: Date): Sql => sql`
  select * from customer_periods
  where account_id in (${accounts}) and ends_at > ${at} and starts_at <= ${at}`;

/**
 * Selects pairs of states: `f` at the start and `t` at the end of the period. A line with the same
 * price, plan and platform at both moments has the kind `kept`.
 */
export const pairs = (accounts: Sql, { from, until }: FigurePeriod): Sql => sql`
  select coalesce(f.account_id, t.account_id) as account_id, coalesce(f.line_id, t.line_id) as line_id,
    case when f.line_id is null then case when t.first_at > ${from} then 'new' else 'recovered' end
      when t.line_id is null then 'lost'
      when (f.month_cents, f.plan_days, f.platform) = (t.month_cents, t.plan_days, t.platform) then 'kept'
      else 'changed' end as kind,
    f.platform as from_platform, f.plan_days as from_plan, f.month_cents as from_cents,
    t.platform as to_platform, t.plan_days as to_plan, t.month_cents as to_cents, t.price_source,
    coalesce(f.origin, t.origin) as origin, coalesce(f.first_at, t.first_at) as first_at,
    t.starts_at as started_at
  from (${activeAt(accounts, from)}) f full join (${activeAt(accounts, until)}) t using (line_id)`;

/**
 * Selects the end reason and the end of a lost customer, from the last customer period that began
 * before `until`.
 */
const lossOf = (until: Date): Sql => sql`
  lateral (
    select last.end_reason as reason, last.ends_at as ended_at from customer_periods last
    where last.line_id = p.line_id and last.starts_at <= ${until}
    order by last.starts_at desc limit 1)`;

const columns = sql`account_id, period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin`;
const keys = sql`period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin`;

/** Maps the end reason of a customer period to the loss reason of the contract. */
export const lossReason = (reason: Sql): Sql => sql`
  case when ${reason} in ('deleted', 'refunded', 'blocked') then ${reason} else 'not-renewed' end`;

const freshFlows = (accounts: Sql, period: FigurePeriod): Sql => sql`
  select p.account_id, ${period.key}::text as period, p.kind,
    case when p.kind = 'lost' then ${lossReason(sql`loss.reason`)} else '' end as reason,
    coalesce(from_platform, '') as from_platform, coalesce(from_plan, 0) as from_plan,
    coalesce(to_platform, '') as to_platform, coalesce(to_plan, 0) as to_plan, p.origin,
    count(*)::int as lines, coalesce(sum(from_cents), 0)::bigint as from_cents,
    coalesce(sum(to_cents), 0)::bigint as to_cents,
    count(*) filter (where price_source <> 'payment')::int as without_payment,
    count(*) filter (where price_source = 'none')::int as without_price
  from (${pairs(accounts, period)}) p
    left join ${lossOf(period.until)} loss on p.kind = 'lost'
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9`;

/**
 * Replaces the counted pairs of states of these accounts. Adds the difference to the network totals
 * of their ancestors.
 */
export const writeFlows = (accounts: readonly number[], period: FigurePeriod): Sql => sql`
  with fresh as materialized (
    ${freshFlows(sql`select unnest(${accounts}::bigint[])`, period)}
  ), stored as (
    select * from number_flows where account_id = any(${accounts}::bigint[]) and period = ${period.key}
  ), gone as (
    delete from number_flows s where account_id = any(${accounts}::bigint[]) and period = ${period.key}
      and not exists (select from fresh f where (f.account_id, f.kind, f.reason, f.from_platform, f.from_plan,
          f.to_platform, f.to_plan, f.origin)
        = (s.account_id, s.kind, s.reason, s.from_platform, s.from_plan, s.to_platform, s.to_plan, s.origin))
  ), difference as (
    select ${columns}, sum(lines) as lines from (
      select ${columns}, lines from fresh union all select ${columns}, -lines from stored) both_sides
    group by ${columns} having sum(lines) <> 0
  ), network as (
    insert into number_network (account_id, ${keys}, lines)
    select up.id, ${keys}, sum(d.lines)
    from difference d join accounts a on a.id = d.account_id
      cross join unnest(trim_array(a.ancestors, 1) || 0::bigint) up (id)
    group by up.id, ${keys}
    on conflict (account_id, ${keys}) do update set lines = number_network.lines + excluded.lines
  )
  insert into number_flows (${columns}, lines, from_cents, to_cents, without_payment, without_price)
  select ${columns}, lines, from_cents, to_cents, without_payment, without_price from fresh
  on conflict (${columns}) do update set lines = excluded.lines, from_cents = excluded.from_cents,
    to_cents = excluded.to_cents, without_payment = excluded.without_payment,
    without_price = excluded.without_price`;

/** Calculates the network totals of open periods again, because an account was moved. */
export const rebuildNetworks = (openPeriods: readonly string[]): readonly Sql[] => [
  sql`delete from number_network where period = any(${openPeriods}::text[])`,
  sql`
    insert into number_network (account_id, ${keys}, lines)
    select up.id, ${keys}, sum(f.lines)
    from number_flows f join accounts a on a.id = f.account_id
      cross join unnest(trim_array(a.ancestors, 1) || 0::bigint) up (id)
    where f.period = any(${openPeriods}::text[])
    group by up.id, ${keys}`,
];
