/** Selects the customers of a cell of the table of retention, or of all closed cells of an age. */
import sql, { type Sql, empty } from 'sql-template-tag';
import { localMonth } from '../roll-up/cohorts.sql.ts';
import { columns, noPrices, type RowPart, type RowScope } from './customer-rows.sql.ts';

export interface CohortScope extends Pick<RowScope, 'accounts' | 'platform' | 'origin'> {
  /** Month of entry, yyyy-mm-01. Undefined for all cohorts with a closed cell of this age. */
  readonly cohort: string | undefined;
  /** First month of the table, yyyy-mm-01. */
  readonly since: string;
  /** Months after the month of entry, at least 1. */
  readonly age: number;
  /** Start of the current month. */
  readonly closedUntil: Date;
  readonly now: Date;
}

/** SQL expression: start of a month, a number of months after the one that begins on this day. */
const monthStart = (day: Sql, later: number): Sql =>
  sql`((${day}::date + make_interval(months => ${later}))::timestamp at time zone ramal_timezone())`;

/** Condition: the customer entered in the cohort, or in one whose cell of this age is closed. */
function isInCohort({ cohort, since, age, closedUntil }: CohortScope): Sql {
  const from = sql`e.starts_at >= ${monthStart(sql`${cohort ?? since}`, 0)}`;
  return cohort
    ? sql`${from} and e.starts_at < ${monthStart(sql`${cohort}`, 1)}`
    : sql`${from} and e.starts_at < ${monthStart(localMonth(sql`${closedUntil}::timestamptz`), -age)}`;
}

/**
 * Selects the first customer period of each customer of the cohorts. `active_cents` is the monthly
 * price in the cell, null for a lost customer. A line has at most one period in the cell, and
 * `limit 1` makes PostgreSQL look it up for each customer of the page.
 */
const cohortCustomers = (scope: CohortScope): Sql => {
  const { accounts, age, now, platform, origin } = scope;
  const end = monthStart(localMonth(sql`e.starts_at`), age + 1);
  return sql`
    select e.*, active.month_cents as active_cents
    from customer_periods e left join lateral (
      select a.month_cents from customer_periods a
      where a.line_id = e.line_id and a.ends_at > least(${end}, ${now}::timestamptz)
        and a.starts_at <= least(${end}, ${now}::timestamptz) limit 1) active on true
    where e.account_id in (${accounts}) and e.start_cause = 'new' and ${isInCohort(scope)}
      ${platform ? sql`and e.entry_platform = ${platform}` : empty}
      ${origin ? sql`and e.origin = ${origin}` : empty}`;
};

/** Selects the active customers of the cell, the lost ones, or all. */
export const cohortRows = (scope: CohortScope, part: RowPart): Sql => sql`
  select ${columns(
    sql`p.starts_at`,
    part === 'numerator' ? sql`p.active_cents` : sql`p.month_cents`,
  )}, ${noPrices}
  from (${cohortCustomers(scope)}) p
  where ${
    {
      numerator: sql`p.active_cents is not null`,
      denominator: sql`true`,
      rest: sql`p.active_cents is null`,
    }[part]
  }`;

export interface CohortTotals {
  readonly active: number;
  readonly activeCents: number;
  readonly all: number;
  /** Prices at the entry, of all customers and of the lost ones. */
  readonly allCents: number;
  readonly lostCents: number;
}

/**
 * Counts and sums the customers of the cohorts: those active in the cell, all, and the lost ones.
 */
export const cohortTotals = (scope: CohortScope): Sql => sql`
  select count(p.active_cents)::int as active, coalesce(sum(p.active_cents), 0)::bigint as active_cents,
    count(*)::int as "all", coalesce(sum(p.month_cents), 0)::bigint as all_cents,
    coalesce(sum(p.month_cents) filter (where p.active_cents is null), 0)::bigint as lost_cents
  from (${cohortCustomers(scope)}) p`;

/** Reads the same totals from the stored counts, without the prices of the lost customers. */
export function storedCohortTotals(scope: CohortScope): Sql {
  const { accounts, cohort, since, age, closedUntil, platform, origin } = scope;
  const cell = sql`(cohort + make_interval(months => ${age}))::date`;
  return sql`
    select coalesce(sum(lines) filter (where month = ${cell}), 0)::int as active,
      coalesce(sum(cents) filter (where month = ${cell}), 0)::bigint as active_cents,
      coalesce(sum(lines) filter (where month = cohort), 0)::int as "all",
      coalesce(sum(cents) filter (where month = cohort), 0)::bigint as all_cents, 0::bigint as lost_cents
    from number_cohorts
    where account_id in (${accounts}) and month in (cohort, ${cell})
      and ${cohort ? sql`cohort = ${cohort}::date` : sql`cohort >= ${since}::date and ${cell} < ${localMonth(sql`${closedUntil}::timestamptz`)}`}
      ${platform ? sql`and platform = ${platform}` : empty} ${origin ? sql`and origin = ${origin}` : empty}`;
}
