/** Adds up receipts and costs of a month by kind. Each part selects the rows that it adds up. */
import sql, { type Sql } from 'sql-template-tag';

export interface MoneyMonth {
  /** yyyy-mm-01 */
  readonly month: string;
  readonly from: Date;
  /** End of the month, exclusive. Rows with a time in the future are included. */
  readonly end: Date;
}

/**
 * Selects the receipts of a month by method. Every row of money has the columns account, kind,
 * platform, cents, quantity, correction, time, line, text and key. Cents of receipts and costs are
 * positive; cents of refunds and returned credits are negative.
 */
export const receiptRows = (accounts: Sql, { from, end }: MoneyMonth): Sql => sql`
  select account_id, method as kind, platform, cents, case when cents > 0 then 1 else 0 end::bigint as quantity,
    is_correction, at, line_id, '' as text, 'receipt:' || id as key
  from customer_receipts where account_id in (${accounts}) and at >= ${from} and at < ${end}`;

const fees = (accounts: Sql, { from, end }: MoneyMonth): Sql => sql`
  select account_id, 'fees' as kind, platform, fee_cents as cents, sign(fee_cents)::bigint as quantity, is_correction,
    at, line_id, '' as text, 'fee:' || id as key
  from customer_receipts
  where account_id in (${accounts}) and at >= ${from} and at < ${end} and fee_cents <> 0`;

/**
 * Condition: the wallet is the one that receives spent credits. The addition keeps the database from
 * reading the index of this wallet, which contains the sales of all accounts.
 */
const isConsumption = (wallet: Sql): Sql =>
  sql`${wallet} + 0 = (select id from wallets where account_id is null and kind = 'consumption')`;

/**
 * Selects the prices of credits that these accounts received, each with the time until which it
 * applies.
 */
const creditPrices = (accounts: Sql): Sql => sql`
  select w.account_id, e.unit_price_cents as cents, e.at as since,
    lead(e.at, 1, 'infinity') over (partition by w.account_id order by e.at, e.id) as until
  from wallets w join entries e on e.to_wallet = w.id
  where w.account_id in (${accounts}) and w.kind = 'balance' and e.unit_price_cents is not null`;

/**
 * Selects the spent and the returned credits of lines. The price of a credit is the price of the
 * last credits that the account received earlier. Credits without a price cost nothing.
 */
const credits = (accounts: Sql, { from, end }: MoneyMonth): Sql => sql`
  select w.account_id, 'credits', coalesce(l.platform, ''),
    s.sign * round(s.amount * coalesce(price.cents, 0) / 100.0)::bigint, s.sign * s.amount, false, s.at, s.line_id,
    '', 'entry:' || s.id
  from (select id, account_id from wallets
      where account_id in (${accounts}) and kind in ('balance', 'portal')) w
    cross join lateral (
      select e.id, e.at, e.amount, e.line_id, 1 as sign from entries e
      where e.from_wallet = w.id and e.at >= ${from} and e.at < ${end} and ${isConsumption(sql`e.to_wallet`)}
      union all
      select e.id, e.at, e.amount, e.line_id, -1 from entries e
      where e.to_wallet = w.id and e.at >= ${from} and e.at < ${end} and ${isConsumption(sql`e.from_wallet`)}
    ) s
    left join lines l on l.id = s.line_id
    left join (${creditPrices(accounts)}) price
      on price.account_id = w.account_id and price.since <= s.at and price.until > s.at`;

/**
 * Selects the messages of a month. The price of a message comes from the stored sums, because a
 * later price does not change a closed month. The line may have got another platform since then.
 */
const messages = (accounts: Sql, { month, from, end }: MoneyMonth): Sql => sql`
  select r.account_id, 'messages', l.platform, price.cents, 1::bigint, false, r.sent_at, r.line_id, '',
    'message:' || r.id
  from reminders r join lines l on l.id = r.line_id
    left join number_settings s on s.account_id = r.account_id
    left join (
      select account_id, sum(cents) / sum(quantity) as cents from number_money
      where account_id in (${accounts}) and month = ${month}::date and kind = 'messages' and quantity > 0
      group by account_id
    ) stored on stored.account_id = r.account_id
    cross join lateral (
      select case when stored.cents is not null then stored.cents
        when not exists (select from number_months closed where closed.month = ${month}::date) then s.message_cents
        end::bigint as cents
    ) price
  where r.account_id in (${accounts}) and r.channel = 'whatsapp' and r.sent_at >= ${from} and r.sent_at < ${end}
    and price.cents > 0`;

const entered = (accounts: Sql, { month }: MoneyMonth): Sql => sql`
  select c.account_id, c.kind, coalesce(c.platform, ''), c.cents, 1::bigint, c.is_correction,
    ${costDay(month)}::timestamp at time zone ramal_timezone(), null::bigint, c.name, 'cost:' || c.id
  from costs c
  where c.account_id in (${accounts}) and ${countsIn(month)}`;

/** Condition on `costs c`: the cost counts in this month (yyyy-mm-01). */
export const countsIn = (month: string): Sql => sql`
  c.first_month <= ${month}::date and coalesce(c.last_month, ${month}::date) >= ${month}::date
  and not exists (select from cost_skips k where k.cost_id = c.id and k.month = ${month}::date)`;

/** SQL expression: day of `costs c` in this month, at most the last day of the month. */
export const costDay = (month: string): Sql => sql`
  case when c.is_monthly then least(
      ${month}::date + (extract(day from c.since)::int - 1),
      (${month}::date + interval '1 month - 1 day')::date)
    else c.since end`;

export const costRows = (accounts: Sql, month: MoneyMonth): Sql => sql`
  ${fees(accounts, month)} union all ${credits(accounts, month)}
  union all ${messages(accounts, month)} union all ${entered(accounts, month)}`;

/** Selects all rows of money of a month: receipts, then costs. */
export const moneyRows = (accounts: Sql, month: MoneyMonth): Sql => sql`
  ${receiptRows(accounts, month)} union all ${costRows(accounts, month)}`;

export const receiptKinds = ['pix', 'card', 'manual'] as const;

/** Replaces the sums of a month of these accounts. */
export const writeMoney = (accounts: readonly number[], month: MoneyMonth): readonly Sql[] => [
  sql`delete from number_money where account_id = any(${accounts}::bigint[]) and month = ${month.month}::date`,
  sql`
    insert into number_money (account_id, month, kind, platform, cents, quantity, correction_cents, corrections)
    select account_id, ${month.month}::date, kind, platform, sum(cents), sum(quantity),
      coalesce(sum(cents) filter (where is_correction), 0), count(*) filter (where is_correction)
    from (${moneyRows(sql`select unnest(${accounts}::bigint[])`, month)}) money
    group by 1, 3, 4`,
];
