/**
 * Finds an account's customers that reach a threshold on a day. A paid period is identified by the
 * number of renewals before it. Trust, roll-back and the move of an expiry to 23:59 begin no new
 * period.
 */
import { platformKeys } from '@ramal/contract/rules/platforms';
import type { ReminderState } from '@ramal/contract/rules/reminders';
import sql, { empty, type Sql } from 'sql-template-tag';
import { isNotUndone } from '../../events/events.ts';
import { linePriceSql } from '../../line-payments/line-payments.ts';
import { addDays, startOfDay } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import { hasOpenAct } from '../../undo/undo.ts';
import type { ThresholdRow } from '../settings/settings.sql.ts';

/**
 * Number of renewals of `lines l`. Days of a referral begin a period too, because their new end has
 * reminders of its own.
 */
export const countRenewals: Sql = sql`(select count(*) from events e
  where e.line_id = l.id and e.kind in ('line-extended', 'referral-rewarded') and ${isNotUndone('e')})`;

/**
 * Condition: the line is official, enabled, not deleted and not blocked for abuse. Only such lines
 * have reminders.
 */
export const isCharged: Sql = sql`
  l.status = 1 and l.deleted_at is null and l.blocked_for_abuse_at is null`;

/**
 * Condition: the customer of `lines l` stopped messages, on this line or on another one of the same
 * number. A message that nobody asked for is not written to such a person (Q-WINBACKARM).
 */
export const hasStopped: Sql = sql`exists (
  select from lines same join line_reminder_choices stop on stop.line_id = same.id
  where (same.id = l.id or same.whatsapp = l.whatsapp and same.owner_id = l.owner_id)
    and stop.stopped_at is not null)`;

/**
 * Condition: the line or test is enabled, not deleted and not blocked for abuse. Only such lines
 * have win-back messages.
 */
export const isWonBack: Sql = sql`
  l.status <> 0 and l.deleted_at is null and l.blocked_for_abuse_at is null`;

/** True for `lines l` whose customer was not excluded and did not stop the reminders. */
export const wantsReminders: Sql = sql`not exists (select from line_reminder_choices w
  where w.line_id = l.id and (w.left_out_at is not null or w.stopped_at is not null))`;

export interface DueCustomer {
  readonly lineId: number;
  readonly username: string;
  readonly note: string;
  readonly priceCents: number | null;
  readonly dueAt: Date;
  readonly period: number;
  readonly kind: 'due' | 'renewed';
  readonly days: number;
  readonly textId: number;
  readonly text: string;
}

type At = Pick<ThresholdRow, 'days' | 'textId'>;

/**
 * SQL table of the thresholds. Each row contains the period in which a line must expire to reach
 * the threshold on this day.
 */
const thresholdsOn = (day: string, thresholds: readonly At[], timeZone: string): Sql => {
  const ends = thresholds.map(({ days }) => addDays(day, -days));
  return sql`unnest(${thresholds.map(({ days }) => days)}::smallint[],
    ${ends.map((end) => startOfDay(end, timeZone))}::timestamptz[],
    ${ends.map((end) => startOfDay(addDays(end, 1), timeZone))}::timestamptz[],
    ${thresholds.map(({ textId }) => textId)}::bigint[]) t (days, begins, ends, text_id)`;
};

const linesAt = (accountId: number): Sql => sql`
  join lines l on l.owner_id = ${accountId} and l.platform = any(${[...platformKeys]}::text[])
    and l.expires_at >= t.begins and l.expires_at < t.ends and ${isCharged} and ${wantsReminders}`;

/**
 * Returns customers without a reminder of this threshold. Customers whose expiry was moved to a
 * later day before the reminder was sent are returned too.
 */
export const findDueCustomers = (
  reader: Reader,
  accountId: number,
  { day, thresholds, timeZone }: DayOfThresholds,
  more: Sql = empty,
): Promise<DueCustomer[]> =>
  reader.many(sql`
    select l.id as line_id, l.username, l.note, ${linePriceSql} as price_cents, l.expires_at as due_at,
      p.period, 'due' as kind, t.days, t.text_id, x.body as text
    from ${thresholdsOn(day, thresholds, timeZone)}
    join reminder_texts x on x.id = t.text_id
    ${linesAt(accountId)}
    cross join lateral (select ${countRenewals} as period) p
    left join reminders r on r.line_id = l.id and r.period = p.period and r.kind = 'due' and r.days = t.days
    where (r.id is null or (r.state = 'skipped' and r.reason = 'moved' and r.due_at < l.expires_at)) ${more}
    order by l.expires_at, l.id`);

interface DayOfThresholds {
  readonly day: string;
  readonly thresholds: readonly ThresholdRow[];
  readonly timeZone: string;
}

interface RenewedAfter {
  readonly from: Date;
  readonly until: Date;
  readonly threshold: ThresholdRow;
}

/**
 * Returns customers whose line was renewed between two times and who have no notice of it yet, each
 * with its newest renewal.
 */
export const findRenewedCustomers = (
  reader: Reader,
  accountId: number,
  { from, until, threshold }: RenewedAfter,
): Promise<(DueCustomer & { renewedAt: Date })[]> =>
  reader.many(sql`
    select l.id as line_id, l.username, l.note, ${linePriceSql} as price_cents, l.expires_at as due_at,
      p.period, 'renewed' as kind, 0 as days, ${threshold.textId}::bigint as text_id, ${threshold.text} as text,
      renewal.at as renewed_at
    from (
      select line_id, max(at) as at from events
      where account_id = ${accountId} and kind = 'line-extended' and at > ${from} and at <= ${until}
        and ${isNotUndone()}
      group by line_id
    ) renewal
    join lines l on l.id = renewal.line_id and l.owner_id = ${accountId} and ${isCharged} and ${wantsReminders}
    cross join lateral (select ${countRenewals} as period) p
    left join reminders r on r.line_id = l.id and r.period = p.period and r.kind = 'renewed'
    where r.id is null and l.expires_at > ${until} and not ${hasOpenAct(sql`l.id`, until)}
    order by renewal.at, l.id`);

interface ThresholdCount {
  readonly days: number;
  readonly today: number;
  /** Number of customers that no channel has contacted yet. */
  readonly open: number;
}

const OPEN: ReminderState = 'planned';

/** Counts the customers at each threshold today, whether or not their reminders are planned. */
export const countDueCustomers = (
  reader: Reader,
  accountId: number,
  { day, thresholds, timeZone }: DayOfThresholds,
): Promise<ThresholdCount[]> =>
  reader.many(sql`
    select t.days, count(*) as today, count(*) filter (where r.id is null or r.state = ${OPEN}
      or (r.state = 'skipped' and r.reason = 'moved' and r.due_at < l.expires_at)) as open
    from ${thresholdsOn(day, thresholds, timeZone)}
    ${linesAt(accountId)}
    cross join lateral (select ${countRenewals} as period) p
    left join reminders r on r.line_id = l.id and r.period = p.period and r.kind = 'due' and r.days = t.days
    group by t.days`);
