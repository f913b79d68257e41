/**
 * Forecasts the receipts of 30 days. Each due line counts at the renewal rate of its plan. The
 * rates and the number of new customers are taken from the last 90 days.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';

const FORECAST_MS = 30 * DAY_MS;
const HISTORY_MS = 90 * DAY_MS;

const daysAgo = (at: Date, ms: number): Date => new Date(at.getTime() - ms);

/**
 * Selects `account_id`, `plan_days`, and the numbers of due and of renewed customer periods in the
 * last 90 days. A period that ended because the price changed is not counted.
 */
export const renewalRates = (accounts: Sql, at: Date): Sql => sql`
  select account_id, plan_days, count(*) as due, count(*) filter (where renewed_at <= ${at}) as renewed
  from customer_periods
  where account_id in (${accounts}) and due_at > ${daysAgo(at, HISTORY_MS)} and due_at <= ${at}
    and end_reason <> 'changed' and starts_at <= ${at}
  group by account_id, plan_days`;

/**
 * Selects the lines that are due within 30 days, with their expected amount and the renewal rate of
 * their plan (`rate_renewed / rate_due`).
 */
export const dueLines = (accounts: Sql, at: Date): Sql => sql`
  select p.*, coalesce(rate.due, 0) as rate_due, coalesce(rate.renewed, 0) as rate_renewed,
    case when rate.due > 0 then round(p.period_cents * rate.renewed::numeric / rate.due) else 0 end::bigint as expected_cents
  from customer_periods p
    left join (${renewalRates(accounts, at)}) rate using (account_id, plan_days)
  where p.account_id in (${accounts}) and p.starts_at <= ${at} and p.ends_at > ${at}
    and p.due_at <= ${new Date(at.getTime() + FORECAST_MS)}`;

/**
 * Selects the new customers of the last 90 days: their number, the sum of their first prices per 30
 * days, and its variance.
 */
export const newcomers = (accounts: Sql, at: Date): Sql => sql`
  select account_id, count(*) as lines, round(sum(period_cents) / 3.0)::bigint as cents,
    sum(period_cents::numeric ^ 2) / 3 as variance
  from customer_periods
  where account_id in (${accounts}) and start_cause = 'new' and starts_at > ${daysAgo(at, HISTORY_MS)}
    and starts_at <= ${at}
  group by account_id`;

/**
 * Replaces a forecast of these accounts: the forecast for the month that begins at `at`, or the
 * current forecast if the month is null. The range contains the result in four of five cases.
 */
export const writeForecasts = (
  accounts: readonly number[],
  { at, month }: { readonly at: Date; readonly month: string | null },
): readonly Sql[] => {
  const scope = sql`select unnest(${accounts}::bigint[])`;
  return [
    sql`delete from number_forecasts
      where account_id = any(${accounts}::bigint[]) and month is not distinct from ${month}::date`,
    sql`
      insert into number_forecasts (account_id, month, cents, low_cents, high_cents, renewal_cents, new_cents)
      select account_id, ${month}::date, renewal + newcomers, greatest(0, renewal + newcomers - spread),
        renewal + newcomers + spread, renewal, newcomers
      from (
        select a.id as account_id, coalesce(d.cents, 0) as renewal, coalesce(n.cents, 0) as newcomers,
          round(1.28 * sqrt(coalesce(d.variance, 0) + coalesce(n.variance, 0)))::bigint as spread
        from unnest(${accounts}::bigint[]) a (id)
          left join (
            select account_id, sum(expected_cents)::bigint as cents,
              sum(case when rate_due > 0 then period_cents::numeric ^ 2 * rate_renewed * (rate_due - rate_renewed)
                / (rate_due::numeric ^ 2) else 0 end) as variance
            from (${dueLines(scope, at)}) due group by account_id) d on d.account_id = a.id
          left join (${newcomers(scope, at)}) n on n.account_id = a.id
      ) parts where renewal + newcomers > 0`,
  ];
};
