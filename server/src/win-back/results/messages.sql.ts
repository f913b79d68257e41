/**
 * SQL of the messages and control people of the last 90 days, each with the payment that followed.
 * A payment belongs to the last message before it, so it counts only once.
 */
import {
  WIN_BACK_RESULT_DAYS,
  WIN_BACK_RETURN_DAYS,
} from '@ramal/contract/win-back/win-back-rules';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { isNotUndone } from '../../events/events.ts';
import { linePriceSql } from '../../line-payments/line-payments.ts';

/**
 * Messages that were sent, and people of the control group with the time at which their message
 * would have been planned.
 */
const started = (accountId: number, since: Date): Sql => sql`
  select b.id, b.line_id, b.group_key, b.arm, r.channel, coalesce(r.sent_at, b.at) as at
  from win_backs b left join reminders r on r.id = b.reminder_id
  where b.account_id = ${accountId} and b.at > ${since} and (b.arm = 'control' or r.state = 'sent')`;

/**
 * Payments of the customer of `lines l`: charges, periods marked as paid, and renewals by hand at
 * the customer's price, which have a higher rank.
 */
const payments: Sql = sql`
  select c.paid_at as at, c.cents, coalesce(c.list_cents - c.cents, 0) as discount, 1 as rank from charges c
  where c.line_id = l.id and c.account_id = l.owner_id and c.state in ('paid', 'settled')
  union all
  select p.paid_at, p.cents, 0, 1 from line_payments p
  where p.line_id = l.id
    and not exists (select from charges c where c.line_id = l.id and c.settled_at = p.paid_at)
  union all
  select e.at, coalesce(${linePriceSql},
    (select plan.cents from plan_prices plan where plan.account_id = l.owner_id and plan.months = 1), 0), 0, 2
  from events e
  where e.line_id = l.id and e.kind in ('line-extended', 'line-promoted') and e.after ->> 'charge' is null
    and ${isNotUndone('e')}
    and not exists (select from events u where u.line_id = l.id and u.kind = 'renewal-undone'
      and u.at >= e.at and u.before ->> 'expiresAt' = e.after ->> 'expiresAt')`;

/** Earliest message of the results. */
export const resultsSince = (now: Date): Date =>
  new Date(now.getTime() - WIN_BACK_RESULT_DAYS * DAY_MS);

/** Selects the messages and control people of the results. Each line is a customer of the account. */
export const selectOutcomes = (accountId: number, since: Date): Sql => sql`
  with started as materialized (${started(accountId, since)})
  select s.id, s.line_id, s.group_key, s.arm, s.channel, s.at, paid.at as returned_at, paid.cents, paid.discount,
    coalesce(paid.rank = 1, true) as is_recorded
  from started s join lines l on l.id = s.line_id and l.owner_id = ${accountId}
  left join lateral (
    select payment.at, payment.cents, payment.discount, payment.rank from (${payments}) payment
    where payment.at > s.at and payment.at <= s.at + make_interval(days => ${WIN_BACK_RETURN_DAYS})
      and not exists (select from started later where later.line_id = s.line_id and later.at > s.at
        and later.at < payment.at)
    order by payment.rank, payment.at limit 1) paid on true`;
