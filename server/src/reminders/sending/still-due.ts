/**
 * Checks just before sending whether a reminder is still due, because hours may have passed since
 * the plan.
 */
import type { MessageKind, ReminderState, SkipReason } from '@ramal/contract/rules/reminders';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import { hasOpenAct } from '../../undo/undo.ts';
import { countRenewals, hasStopped, isCharged, isWonBack } from '../planning/due-customers.sql.ts';
import { maySend } from '../planning/plan-reminders.ts';

interface State {
  readonly state: ReminderState;
  readonly reason: SkipReason | null;
  readonly isMine: boolean;
  readonly isServed: boolean;
  readonly maySend: boolean;
  readonly isOn: boolean | null;
  readonly leftOut: boolean;
  readonly stopped: boolean;
  readonly kind: MessageKind;
  readonly period: number;
  readonly renewals: number;
  readonly dueAt: Date;
  readonly expiresAt: Date;
  readonly until: Date;
  readonly isContacted: boolean;
}

/**
 * True if the line was changed by an act that may still be undone. Nothing is decided about the
 * reminder until then.
 */
export async function waitsForUndo(
  { clock }: Pick<AppContext, 'clock'>,
  reader: Reader,
  reminderId: number,
): Promise<boolean> {
  const row = await reader.first(sql`
    select from reminders r where r.id = ${reminderId} and ${hasOpenAct(sql`r.line_id`, clock.now())}`);
  return row !== undefined;
}

/** Returns why the reminder must not be sent; undefined if it is still due. */
export async function notDueReason(
  { clock }: Pick<AppContext, 'clock'>,
  reader: Reader,
  reminderId: number,
): Promise<SkipReason | undefined> {
  const row = await reader.first<State>(sql`
    select r.state, r.reason, l.owner_id = r.account_id as is_mine, (${maySend}) as may_send,
      case r.kind when 'win-back' then (${isWonBack}) else (${isCharged}) end as is_served,
      t.is_on, coalesce(w.left_out_at is not null, false) as left_out,
      w.stopped_at is not null or r.kind = 'win-back' and ${hasStopped} as stopped, r.kind, r.period, ${countRenewals} as renewals,
      r.due_at, l.expires_at, r.until,
      r.kind = 'renewed' and exists (select from line_contacts c where c.line_id = l.id
        and c.kind = 'renewed' and c.due_at = r.due_at) as is_contacted
    from reminders r join lines l on l.id = r.line_id join accounts a on a.id = r.account_id
    left join line_reminder_choices w on w.line_id = l.id
    left join reminder_thresholds t on t.account_id = r.account_id and t.kind = r.kind and t.days = r.days
    where r.id = ${reminderId}`);
  if (!row || !row.isMine || !row.isServed || !row.maySend) return 'off';
  // A queued message can be cancelled, for example when its group is switched off.
  if (row.state === 'skipped') return row.reason ?? 'off';
  if (row.leftOut) return 'left-out';
  if (row.stopped) return 'stopped';
  if (row.kind === 'ended') return row.until <= clock.now() ? 'late' : undefined;
  const isOn = row.isOn ?? (row.kind === 'refused' || row.kind === 'win-back');
  if (!isOn) return 'threshold-off';
  if (row.isContacted) return 'told';
  if (row.renewals > row.period) return row.kind === 'renewed' ? 'moved' : 'renewed';
  const day = (at: Date) => localDay(at, clock.timeZone);
  if (day(row.expiresAt) !== day(row.dueAt)) return 'moved';
  return row.until <= clock.now() ? 'late' : undefined;
}
