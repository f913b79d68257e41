/** Counts the tests that ended in a period, and those whose customer paid. */
import sql, { type Sql } from 'sql-template-tag';
import type { FigurePeriod } from './flows.sql.ts';

/** Condition on `customer_trials`: the test ended after the start and up to the end of the period. */
export const endedIn = ({ from, until }: Pick<FigurePeriod, 'from' | 'until'>): Sql =>
  sql`ended_at > ${from} and ended_at <= ${until}`;

/** Condition on `customer_trials`: the customer paid before the end of the period. */
export const convertedBy = (until: Date): Sql => sql`coalesce(converted_at <= ${until}, false)`;

export const writeTrialCounts = (
  accounts: readonly number[],
  period: FigurePeriod,
): readonly Sql[] => [
  sql`delete from number_trials where account_id = any(${accounts}::bigint[]) and period = ${period.key}`,
  sql`
    insert into number_trials (account_id, period, platform, origin, hours, device, giver_id, trials, converted)
    select account_id, ${period.key}, platform, origin, hours, device, coalesce(giver_id, 0), count(*),
      count(*) filter (where ${convertedBy(period.until)})
    from customer_trials
    where account_id = any(${accounts}::bigint[]) and ${endedIn(period)}
    group by 1, 2, 3, 4, 5, 6, 7`,
];
