/** A customer's choices: an address for e-mail, and whether reminders are sent at all. */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  getLineReminders as getDeclaration,
  saveLineReminders as saveDeclaration,
  OptOutChannel,
} from '@ramal/contract/reminders/customers';
import type {
  ReminderChannel,
  MessageKind,
  ReminderState,
  SkipReason,
} from '@ramal/contract/rules/reminders';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte, recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Reader, type Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import {
  createOwnLineUndo,
  offerUndo,
  type UndoableAct,
  type UndoKind,
  undoStepCtes,
} from '../../undo/undo.ts';
import { readCustomerChat } from './customer-chat.ts';
import { readReplies } from './replies.ts';
import { inWords } from '../results/list-reminders.ts';
import { reminderOrigin } from '../sending/settle.ts';

interface Choices {
  readonly email: string | null;
  readonly leftOutAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly stoppedBy: OptOutChannel | null;
}

const MAX_SHOWN = 20;

interface OwnLine extends Choices {
  readonly id: number;
  readonly whatsapp: string | null;
}

/** Returns the line of a customer of the caller; any other line is not found. */
export async function findOwnLine(
  reader: Reader,
  ownerId: number,
  lineId: number,
): Promise<OwnLine> {
  const line = await reader.first<OwnLine>(sql`
    select l.id, l.whatsapp, w.email, w.left_out_at, w.stopped_at, w.stopped_by
    from lines l left join line_reminder_choices w on w.line_id = l.id
    where l.id = ${lineId} and l.owner_id = ${ownerId} and l.deleted_at is null`);
  return line ?? refuse('line_not_found');
}

interface Row {
  readonly id: number;
  readonly kind: MessageKind;
  readonly days: number;
  readonly state: ReminderState;
  readonly reason: SkipReason | null;
  readonly problem: string | null;
  readonly channel: ReminderChannel | null;
  readonly plannedAt: Date;
  readonly sentAt: Date | null;
}

export async function readLineReminders(
  { db }: AppContext,
  { actor, params }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> {
  const line = await findOwnLine(db, actor.id, params.id);
  const rows = await db.many<Row>(sql`
    select id, kind, days, state, reason, problem, channel, planned_at, sent_at
    from reminders where line_id = ${line.id} and account_id = ${actor.id}
    order by id desc limit ${MAX_SHOWN}`);
  return {
    email: line.email,
    leftOut: line.leftOutAt !== null,
    stopped: line.stoppedAt && line.stoppedBy ? { by: line.stoppedBy, at: line.stoppedAt } : null,
    replies: await readReplies(db, line.id),
    telegram: await readCustomerChat(db, line.id, actor.idFranchise),
    reminders: rows.map(({ reason, problem, ...row }) => ({
      ...row,
      reason: inWords({ reason, problem }),
    })),
  };
}

export async function saveLineReminders(
  ctx: AppContext,
  call: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { id } = call.params;
  return offerUndo(ctx, call, async (undo) => {
    await ctx.db.tx(async (tx) => {
      await lockLine(tx, call.actor.id, id);
      const line = await findOwnLine(tx, call.actor.id, id);
      await saveChoices(tx, call, { line, undo, now: ctx.clock.now() });
    });
    return { message: 'Lembretes deste cliente guardados', id };
  });
}

/** The second of two simultaneous calls reads the choices of the first. */
const lockLine = (tx: Tx, ownerId: number, lineId: number): Promise<unknown> =>
  tx.run(sql`
    select from lines where id = ${lineId} and owner_id = ${ownerId} for no key update`);

interface ChosenLine {
  readonly line: OwnLine;
  readonly undo: UndoableAct | undefined;
  readonly now: Date;
}

/** Stores the choices with their event, if they differ from the stored ones. */
async function saveChoices(
  tx: Tx,
  { actor, body, requestMeta }: Call<typeof saveDeclaration>,
  { line, undo, now }: ChosenLine,
): Promise<void> {
  const email = body.email === undefined ? line.email : body.email;
  const wasLeftOut = line.leftOutAt !== null;
  const isLeftOut = body.leftOut ?? wasLeftOut;
  const isResumed = body.resumed && line.stoppedAt !== null;
  if (email === line.email && isLeftOut === wasLeftOut && !isResumed) return;
  const leftOutAt = isLeftOut ? (line.leftOutAt ?? now) : null;
  await tx.run(
    combineCtes({
      choices: sql`
        insert into line_reminder_choices (line_id, email, left_out_at)
        values (${line.id}, ${email}, ${leftOutAt})
        on conflict (line_id) do update set email = excluded.email, left_out_at = excluded.left_out_at,
          stopped_at = case when ${isResumed} then null else line_reminder_choices.stopped_at end,
          stopped_by = case when ${isResumed} then null else line_reminder_choices.stopped_by end`,
      event: sql`${insertEventCte(requestMeta, {
        kind: 'line-reminders-set',
        actorId: actor.id,
        lineId: line.id,
        before: { leftOut: wasLeftOut },
        after: { leftOut: isLeftOut, resumed: isResumed },
      })} returning id`,
      ...undoStepCtes(undo, {
        kind: 'line-reminders',
        subjectId: line.id,
        former: sql`jsonb_build_object('choices',
          (select to_jsonb(w) from line_reminder_choices w where w.line_id = ${line.id}))`,
      }),
    }),
  );
}

interface FormerChoices {
  /** Row of the choices; null if it did not exist. */
  readonly choices: unknown;
}

/**
 * The undo is refused after a later stop by the customer. `coalesce` keeps a stop that is stored
 * between this check and the update.
 */
async function restoreChoices(tx: Tx, lineId: number, { choices }: FormerChoices): Promise<void> {
  await tx.run(sql`
    update line_reminder_choices w
    set email = former.email, left_out_at = former.left_out_at,
      stopped_at = coalesce(w.stopped_at, former.stopped_at),
      stopped_by = coalesce(w.stopped_by, former.stopped_by)
    from jsonb_populate_record(null::line_reminder_choices, ${JSON.stringify(choices ?? {})}::jsonb) former
    where w.line_id = ${lineId}`);
  if (choices !== null) return;
  await tx.run(sql`
    delete from line_reminder_choices
    where line_id = ${lineId} and refused_whatsapp is null and stopped_at is null`);
}

export const reminderUndos: readonly UndoKind[] = [
  createOwnLineUndo('line-reminders', restoreChoices),
];

/** Identifies a customer by a line and the account that owns the line. */
export interface CustomerLine {
  readonly lineId: number;
  readonly accountId: number;
}

/** Stops the reminders of these customers in every channel. Stopping again changes nothing. */
export async function stopReminders(
  tx: Tx,
  lines: readonly CustomerLine[],
  by: OptOutChannel,
  now: Date,
): Promise<void> {
  for (const { lineId, accountId } of lines) {
    const stopped = await tx.run(sql`
      insert into line_reminder_choices (line_id, stopped_at, stopped_by) values (${lineId}, ${now}, ${by})
      on conflict (line_id) do update set stopped_at = excluded.stopped_at, stopped_by = excluded.stopped_by
      where line_reminder_choices.stopped_at is null`);
    if (stopped === 0) continue;
    await recordEvent(tx, reminderOrigin, {
      kind: 'line-reminders-stopped',
      actorId: null,
      accountId,
      lineId,
      after: { channel: by },
    });
  }
}

/** Resumes the reminders after the customer's own request. */
export async function resumeReminders(
  tx: Tx,
  lines: readonly CustomerLine[],
  by: OptOutChannel,
): Promise<void> {
  for (const { lineId, accountId } of lines) {
    const resumed = await tx.run(sql`
      update line_reminder_choices set stopped_at = null, stopped_by = null
      where line_id = ${lineId} and stopped_at is not null`);
    if (resumed === 0) continue;
    await recordEvent(tx, reminderOrigin, {
      kind: 'line-reminders-resumed',
      actorId: null,
      accountId,
      lineId,
      after: { channel: by },
    });
  }
}

/**
 * Erases the texts of the reminders of these lines (ids), and the choices and replies of their
 * customers. The record of the reminders remains.
 */
export async function eraseRemindersOfLines(tx: Tx, lines: Sql): Promise<void> {
  await tx.run(sql`
    update reminders set body = '', facts = '{}', problem = null, reference = null
    where line_id in (${lines}) and body <> ''`);
  await tx.run(sql`delete from line_reminder_choices where line_id in (${lines})`);
  await tx.run(sql`delete from customer_replies where line_id in (${lines})`);
}
