/** Counts customers by the month of their first payment, at the end of a month or now. */
import sql, { type Sql } from 'sql-template-tag';
import { activeAt } from './flows.sql.ts';

export interface CohortMonth {
  /** yyyy-mm-01 */
  readonly month: string;
  readonly from: Date;
  /** Moment of the state: the end of the month, or now. */
  readonly until: Date;
  readonly end: Date;
}

/** SQL expression: month of a time, as its first day in the time zone of the installation. */
export const localMonth = (at: Sql): Sql =>
  sql`date_trunc('month', ${at} at time zone ramal_timezone())::date`;

/**
 * Replaces the counts of one month for these accounts. Counts all customers who entered in this
 * month, even if they left. Of earlier cohorts, counts only the customers who are active at `until`.
 */
export const writeCohorts = (
  accounts: readonly number[],
  { month, from, until, end }: CohortMonth,
): readonly Sql[] => [
  sql`delete from number_cohorts where account_id = any(${accounts}::bigint[]) and month = ${month}::date`,
  sql`
    insert into number_cohorts (account_id, month, cohort, platform, origin, lines, cents)
    select account_id, ${month}::date, ${localMonth(sql`first_at`)}, entry_platform, origin, count(*), sum(month_cents)
    from (${activeAt(sql`select unnest(${accounts}::bigint[])`, until)}) active
    where first_at < ${from}
    group by 1, 3, 4, 5
    union all
    select account_id, ${month}::date, ${month}::date, entry_platform, origin, count(*), sum(month_cents)
    from customer_periods
    where account_id = any(${accounts}::bigint[]) and start_cause = 'new'
      and starts_at >= ${from} and starts_at <= ${until} and starts_at < ${end}
    group by 1, 4, 5`,
];
