/** Plans and cancels win-back messages, which use the channels of the reminders. */
import type { SkipReason } from '@ramal/contract/rules/reminders';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, localDay, startOfDay } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import { afterQuiet } from '../../foundation/time/quiet-hours.ts';
import type { ReminderSettings } from '../settings/settings.sql.ts';
import type { FrozenFacts } from './frozen-facts.ts';

/** Reasons after which a message is planned again on a later day. */
const passingReasons: readonly SkipReason[] = ['late', 'no-channel', 'charged', 'threshold-off'];

/** Condition on `reminders r`: the message was not sent for a reason that passes. */
export const isPassedOver: Sql = sql`
  (r.state = 'skipped' and r.reason = any(${[...passingReasons]}::text[]))`;

export interface WinBackMessage {
  readonly lineId: number;
  readonly period: number;
  /** First day of the group, which identifies the message within the paid period. */
  readonly days: number;
  readonly dueAt: Date;
  readonly body: string;
  readonly facts: FrozenFacts;
}

/**
 * Plans these messages for today. Returns their ids by line. A message that was already planned is
 * returned only if it is planned again. The caller must have locked the account's settings.
 */
export async function planWinBackMessages(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  settings: ReminderSettings,
  messages: readonly WinBackMessage[],
): Promise<ReadonlyMap<number, number>> {
  const now = clock.now();
  const { timeZone } = clock;
  const today = localDay(now, timeZone);
  const rows = messages.map(({ lineId, period, days, dueAt, body, facts }) => ({
    line_id: lineId,
    period,
    days,
    due_at: dueAt,
    body,
    facts,
  }));
  const planned = await tx.many<{ id: number; lineId: number }>(sql`
    insert into reminders as r (account_id, line_id, period, kind, days, due_at, day, body, facts, state,
      planned_at, try_at, until)
    select ${settings.accountId}, m.line_id, m.period, 'win-back', m.days, m.due_at, ${today}::date, m.body,
      m.facts, 'planned', ${now}::timestamptz, ${afterQuiet(now, settings, timeZone)}::timestamptz,
      ${startOfDay(addDays(today, 1), timeZone)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) m (line_id bigint, period int, days smallint,
      due_at timestamptz, body text, facts jsonb)
    on conflict (line_id, period, kind, days) do update
    set due_at = excluded.due_at, day = excluded.day, body = excluded.body, facts = excluded.facts,
      state = 'planned', reason = null, planned_at = excluded.planned_at, try_at = excluded.try_at,
      until = excluded.until, tried = '{}', delivery = null, reference = null
    where ${isPassedOver} and r.day < excluded.day
    returning id, line_id`);
  return new Map(planned.map(({ id, lineId }) => [lineId, id]));
}

/** Cancels the messages of one group of an account that were not sent yet. */
export const cancelWinBackMessages = (
  tx: Tx,
  accountId: number,
  days: number,
  reason: SkipReason,
): Promise<number> =>
  tx.run(sql`
    update reminders set state = 'skipped', reason = ${reason}, channel = null, try_at = null
    where account_id = ${accountId} and kind = 'win-back' and days = ${days} and state in ('planned', 'queued')`);
