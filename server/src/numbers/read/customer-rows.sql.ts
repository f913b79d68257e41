/**
 * Selects one row for each customer that a figure counts. New, recovered, changed and lost
 * customers are found by customer periods that began or ended between two moments.
 */
import type { FigureKey, LossReason } from '@ramal/contract/numbers/figures';
import sql, { type Sql, empty } from 'sql-template-tag';
import { activeAt, lossReason } from '../roll-up/flows.sql.ts';
import type { LineFilter } from './summarize-flows.ts';

/** Accounts whose lines are selected, and the two moments that the figure compares. */
export interface RowScope extends LineFilter {
  readonly accounts: Sql;
  readonly from: Date;
  readonly until: Date;
}

/**
 * Conditions, each after an `and`: the row `state` of `customer_periods` has the platform, plan and
 * origin of the filter.
 */
const matches = ({ platform, plan, origin }: LineFilter, state: Sql): Sql => sql`
  ${platform ? sql`and ${state}.platform = ${platform}` : empty}
  ${plan ? sql`and ${state}.plan_days = ${plan}` : empty}
  ${origin ? sql`and ${state}.origin = ${origin}` : empty}`;

const p = sql`p`;
export const noPrices = sql`null::bigint as before_cents, null::bigint as after_cents`;

/** Columns of a customer's row, read from the customer period `p`. */
export const columns = (at: Sql, cents: Sql, reason = sql`null::text`): Sql => sql`
  'line:' || p.line_id as key, p.line_id, p.account_id, ${at} as at, ${cents}::bigint as cents, p.plan_days,
  p.platform, p.origin, p.first_at, p.price_source, ${reason} as reason`;

/**
 * Condition: the line of `p` was active at this moment. `offset 0` makes PostgreSQL look up each
 * line. It underestimates the matching lines, so it would rather compare the lines of all accounts.
 */
const isActive = (at: Date): Sql => sql`exists (
  select from customer_periods o where o.line_id = p.line_id and o.ends_at > ${at} and o.starts_at <= ${at} offset 0)`;

/** Customers at `until`. The time of a row is the end of the customer period at this moment. */
const ending = (scope: RowScope): Sql => sql`
  select ${columns(sql`p.ends_at`, sql`p.month_cents`)}, ${noPrices}
  from (${activeAt(scope.accounts, scope.until)}) p where true ${matches(scope, p)}`;

/** Customers at `from`. */
const starting = (scope: RowScope): Sql => sql`
  select ${columns(sql`p.ends_at`, sql`p.month_cents`)}, ${noPrices}
  from (${activeAt(scope.accounts, scope.from)}) p where true ${matches(scope, p)}`;

/** Customers at `from` who are still customers at `until`. */
const remaining = (scope: RowScope): Sql => sql`${starting(scope)} and ${isActive(scope.until)}`;

/**
 * Condition on the end reason of the customer period `loss`. Only with the plain column can
 * PostgreSQL estimate the rows and use the index of the rare reasons.
 */
const isReason = (reason: LossReason): Sql =>
  reason === 'not-renewed'
    ? sql`(loss.end_reason is null or loss.end_reason not in ('deleted', 'refunded', 'blocked'))`
    : sql`loss.end_reason = ${reason}`;

/**
 * Customers at `from` who are not active at `until`. Reads only customer periods that ended between
 * the two moments, in the order of their index.
 */
const lost = (scope: RowScope, sign: Sql, reason?: LossReason): Sql => sql`
  select 'line:' || p.line_id as key, p.line_id, p.account_id, loss.ends_at as at,
    (${sign} * p.month_cents)::bigint as cents, p.plan_days, p.platform, p.origin, p.first_at, p.price_source,
    ${lossReason(sql`loss.end_reason`)} as reason, ${noPrices}
  from customer_periods loss join customer_periods p on p.line_id = loss.line_id
    and p.starts_at <= ${scope.from} and p.ends_at > ${scope.from}
  where loss.account_id in (${scope.accounts}) and loss.ends_at > ${scope.from} and loss.ends_at <= ${scope.until}
    and not exists (select from customer_periods later where later.line_id = loss.line_id
      and later.starts_at >= loss.ends_at and later.starts_at <= ${scope.until})
    ${matches(scope, p)}
    ${reason ? sql`and ${isReason(reason)}` : empty}`;

/** Condition: the row `period` of `customer_periods` began between the two moments. */
const beganIn = ({ accounts, from, until }: RowScope, period: Sql): Sql => sql`
  ${period}.account_id in (${accounts}) and ${period}.starts_at > ${from} and ${period}.starts_at <= ${until}`;

/**
 * Joins `p`, the customer period of the line of `entry` at `until`. A line has at most one, and
 * `limit 1` makes PostgreSQL look it up for each entry of the page.
 */
const stateAtEnd = ({ until }: RowScope): Sql => sql`
  cross join lateral (
    select * from customer_periods s
    where s.line_id = entry.line_id and s.ends_at > ${until} and s.starts_at <= ${until} limit 1) p`;

/** Customers whose first customer period began between the two moments. */
const added = (scope: RowScope): Sql => sql`
  select ${columns(sql`entry.starts_at`, sql`p.month_cents`)}, ${noPrices}
  from customer_periods entry ${stateAtEnd(scope)}
  where entry.start_cause = 'new' and ${beganIn(scope, sql`entry`)} and p.first_at > ${scope.from} ${matches(scope, p)}`;

/** Former customers whose last return was between the two moments. */
const recovered = (scope: RowScope): Sql => sql`
  select ${columns(sql`entry.starts_at`, sql`p.month_cents`)}, ${noPrices}
  from customer_periods entry ${stateAtEnd(scope)}
  where entry.start_cause = 'recovered' and ${beganIn(scope, sql`entry`)} and p.first_at <= ${scope.from}
    and not exists (select from customer_periods later where later.line_id = entry.line_id
      and later.start_cause = 'recovered' and later.starts_at > entry.starts_at and later.starts_at <= ${scope.until}
      offset 0)
    and not ${isActive(scope.from)} ${matches(scope, p)}`;

/**
 * Customers at both moments whose price, plan or platform differs, sorted by the time of their last
 * change.
 */
const changed = (scope: RowScope): Sql => sql`
  select 'line:' || t.line_id as key, t.line_id, t.account_id, change.starts_at as at,
    ((case when ${isMatch(scope, sql`t`)} then t.month_cents else 0 end)
      - (case when ${isMatch(scope, sql`f`)} then f.month_cents else 0 end))::bigint as cents, t.plan_days, t.platform,
    t.origin, t.first_at, t.price_source, null::text as reason, f.month_cents::bigint as before_cents,
    t.month_cents::bigint as after_cents
  from customer_periods change
    join customer_periods f on f.line_id = change.line_id and f.ends_at > ${scope.from} and f.starts_at <= ${scope.from}
    join customer_periods t on t.line_id = change.line_id and t.ends_at > ${scope.until} and t.starts_at <= ${scope.until}
  where change.is_changed and ${beganIn(scope, sql`change`)}
    and not exists (select from customer_periods later where later.line_id = change.line_id and later.is_changed
      and later.starts_at > change.starts_at and later.starts_at <= ${scope.until})
    and (f.month_cents, f.plan_days, f.platform) is distinct from (t.month_cents, t.plan_days, t.platform)
    and (${isMatch(scope, sql`f`)} or ${isMatch(scope, sql`t`)})`;

const isMatch = (filter: LineFilter, state: Sql): Sql => sql`(true ${matches(filter, state)})`;

export type RowPart = 'numerator' | 'denominator' | 'rest';

/** Selects the customers of a figure. Undefined for figures about other rows. */
export function customerRows(
  figure: FigureKey,
  scope: RowScope,
  part: RowPart,
  reason: LossReason | undefined,
): Sql | undefined {
  const gone = (sign: Sql) => lost(scope, sign, reason);
  switch (figure) {
    case 'revenue':
    case 'customers':
    case 'ticket':
      return ending(scope);
    case 'base':
      return starting(scope);
    case 'new':
      return added(scope);
    case 'recovered':
      return recovered(scope);
    case 'changed':
      return changed(scope);
    case 'lost':
      return gone(sql`-1`);
    case 'churn':
    case 'revenue-churn':
    case 'lifetime-value':
      return { numerator: gone(sql`1`), denominator: starting(scope), rest: remaining(scope) }[
        part
      ];
    case 'retention':
    case 'revenue-retention':
      return { numerator: remaining(scope), denominator: starting(scope), rest: gone(sql`1`) }[
        part
      ];
    default:
      return undefined;
  }
}
