/** Selects the rows of figures about tests, money, credits and the forecast. */
import sql, { type Sql, empty } from 'sql-template-tag';
import { dueLines, newcomers } from '../roll-up/forecast.sql.ts';
import { costRows, type MoneyMonth, moneyRows, receiptRows } from '../roll-up/money.sql.ts';
import { convertedBy, endedIn } from '../roll-up/trials.sql.ts';
import type { RowPart, RowScope } from './customer-rows.sql.ts';

/** Columns that rows without a customer leave empty. */
const noCustomer = sql`null::smallint as plan_days, null::text as platform, null::text as origin,
  null::timestamptz as first_at, null::text as price_source, null::text as reason,
  null::bigint as before_cents, null::bigint as after_cents`;

/** Tests that ended in the period. */
export const trialRows = (scope: RowScope, part: RowPart): Sql => {
  const isConverted = convertedBy(scope.until);
  const condition = {
    numerator: sql`and ${isConverted}`,
    denominator: empty,
    rest: sql`and not ${isConverted}`,
  }[part];
  return sql`
    select 'trial:' || line_id as key, 'trial' as kind, line_id, account_id, ended_at as at, null::bigint as cents,
      null::smallint as plan_days, platform, origin, null::timestamptz as first_at, null::text as price_source,
      null::text as reason, null::bigint as before_cents, null::bigint as after_cents, hours, device,
      (select username from accounts g where g.id = giver_id) as giver, ${isConverted} as converted,
      null::text as money_kind, '' as text, false as is_correction
    from customer_trials
    where account_id in (${scope.accounts}) and ${endedIn(scope)}
      ${scope.platform ? sql`and platform = ${scope.platform}` : empty}
      ${scope.origin ? sql`and origin = ${scope.origin}` : empty} ${condition}`;
};

const noTrial = sql`null::smallint as hours, null::text as device, null::text as giver, null::boolean as converted`;

export type MoneySide = 'receipts' | 'costs' | 'profit' | 'corrections';

/**
 * Selects the receipts of a month, its costs, or both. If both are selected, costs are negative.
 */
export const monthMoneyRows = (
  { accounts, platform }: Pick<RowScope, 'accounts' | 'platform'>,
  month: MoneyMonth,
  side: MoneySide,
): Sql => {
  const select = {
    receipts: receiptRows,
    costs: costRows,
    profit: moneyRows,
    corrections: moneyRows,
  };
  const condition = side === 'corrections' ? sql`m.is_correction` : sql`true`;
  const cents =
    side === 'receipts' || side === 'costs'
      ? sql`m.cents`
      : sql`case when m.key like 'receipt:%' then m.cents else -m.cents end`;
  return sql`
    select m.key, case when m.key like 'receipt:%' then 'payment' else 'cost' end as kind, m.line_id, m.account_id,
      m.at, ${cents}::bigint as cents, null::smallint as plan_days, nullif(m.platform, '') as platform,
      null::text as origin, null::timestamptz as first_at, null::text as price_source, null::text as reason,
      null::bigint as before_cents, null::bigint as after_cents, ${noTrial}, m.kind as money_kind, m.text,
      m.is_correction
    from (${select[side](accounts, month)}) m
    where ${condition} ${platform ? sql`and m.platform = ${platform}` : empty}`;
};

/** Lines that are due within 30 days at their expected amount, and one row of new customers. */
export const forecastRows = (scope: RowScope): Sql => sql`
  select 'due:' || p.line_id as key, 'due' as kind, p.line_id, p.account_id, p.ends_at as at,
    p.expected_cents as cents, p.plan_days, p.platform, p.origin, p.first_at, p.price_source, null::text as reason,
    p.period_cents::bigint as before_cents, null::bigint as after_cents, ${noTrial}, null::text as money_kind,
    case when p.rate_due > 0 then p.rate_renewed || ' de ' || p.rate_due || ' renovaram'
      else 'plano sem vencimentos em 90 dias' end as text, false as is_correction
  from (${dueLines(scope.accounts, scope.until)}) p
  union all
  select 'newcomers', 'newcomers', null, n.account_id, null, n.cents, ${noCustomer}, ${noTrial}, null,
    n.lines || ' clientes novos em 90 dias', false
  from (${newcomers(scope.accounts, scope.until)}) n`;

/**
 * Credits that the account sold to its resellers in a month, and credits that it took back. The
 * credits of an admin come from the issuance.
 */
export const soldRows = (
  account: number,
  isAdmin: boolean,
  { from, end }: Pick<MoneyMonth, 'from' | 'end'>,
): Sql => {
  const wallet = isAdmin
    ? sql`(select id from wallets where kind = 'issuance')`
    : sql`(select id from wallets where account_id = ${account} and kind = 'balance')`;
  const cents = sql`round(e.amount::numeric * e.unit_price_cents / 100)::bigint`;
  const side = (condition: Sql, sign: Sql): Sql => sql`
    select 'entry:' || e.id as key, 'payment' as kind, null::bigint as line_id, e.account_id, e.at,
      ${sign} * ${cents} as cents, ${noCustomer}, ${noTrial}, null::text as money_kind,
      (e.amount / 100.0)::float8 || ' créditos' as text, false as is_correction
    from entries e
    where ${condition} and e.at >= ${from} and e.at < ${end} and e.unit_price_cents is not null`;
  const isSale = sql`e.from_wallet = ${wallet} and e.reason in ('credits-given', 'opening-credits', 'credits-bought')`;
  const isReturn = sql`e.to_wallet = ${wallet} and e.reason in ('credits-withdrawn', 'reseller-deleted')`;
  return sql`${side(isSale, sql`1`)} union all ${side(isReturn, sql`-1`)}`;
};
