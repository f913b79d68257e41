/** Selects the customers of a cell of the table of retention, or of all closed cells of an age. */
import sql, { type Sql, empty } from 'sql-template-tag';
import { monthOf } from '../roll-up/cohorts.sql.ts';
import { columns, noPrices, type RowPart, type RowScope } from './customer-rows.sql.ts';

export interface CohortScope extends Pick<RowScope, 'accounts' | 'platform' | 'origin'> {
  /** Month of entry, yyyy-mm-01. Undefined for all cohorts with a closed cell of this age. */
  readonly cohort: string | undefined;
  /** First month of the table, yyyy-mm-01. */
  readonly since: string;
  /** Months after the month of entry. */
  readonly age: number;
  /** Start of the current month. */
  readonly closedUntil: Date;
  readonly now: Date;
}

/**
 * Selects the first customer period of each customer of the cohorts. `active_cents` is the monthly
 * price in the cell, null for a lost customer.
 */
const cohortCustomers = (scope: CohortScope): Sql => {
  const { accounts, cohort, since, age, closedUntil, now, platform, origin } = scope;
  const entry = monthOf(sql`e.starts_at`);
  const end = sql`((${entry} + make_interval(months => ${age + 1}))::timestamp at time zone ramal_timezone())`;
  return sql`
    select p.*, active.month_cents as active_cents
    from (
      select e.*, least(${end}, ${now}::timestamptz) as cell_at from customer_periods e
      where e.account_id in (${accounts}) and e.start_cause = 'new'
        and e.starts_at >= ${cohort ?? since}::timestamp at time zone ramal_timezone()
        and ${cohort ? sql`${entry} = ${cohort}::date` : sql`${end} <= ${closedUntil}`}
        ${platform ? sql`and e.entry_platform = ${platform}` : empty}
        ${origin ? sql`and e.origin = ${origin}` : empty}
    ) p left join customer_periods active on active.line_id = p.line_id
      and active.ends_at > p.cell_at and active.starts_at <= p.cell_at`;
};

/** Selects the active customers of the cell, the lost ones, or all. */
export const cohortRows = (scope: CohortScope, part: RowPart): Sql => sql`
  select ${columns(
    sql`p.first_at`,
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
