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
  { db, clock }: AppContext,
  { actor, params, body, requestMeta }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const now = clock.now();
  await db.tx(async (tx) => {
    const line = await findOwnLine(tx, actor.id, params.id);
    const email = body.email === undefined ? line.email : body.email;
    const isLeftOut = body.leftOut ?? line.leftOutAt !== null;
    const leftOutAt = isLeftOut ? (line.leftOutAt ?? now) : null;
    await tx.run(
      combineCtes({
        choices: sql`
          insert into line_reminder_choices (line_id, email, left_out_at)
          values (${line.id}, ${email}, ${leftOutAt})
          on conflict (line_id) do update set email = excluded.email, left_out_at = excluded.left_out_at,
            stopped_at = case when ${body.resumed} then null else line_reminder_choices.stopped_at end,
            stopped_by = case when ${body.resumed} then null else line_reminder_choices.stopped_by end`,
        event: insertEventCte(requestMeta, {
          kind: 'line-reminders-set',
          actorId: actor.id,
          lineId: line.id,
          before: { leftOut: line.leftOutAt !== null },
          after: { leftOut: isLeftOut, resumed: body.resumed && line.stoppedAt !== null },
        }),
      }),
    );
  });
  return { message: 'Lembretes deste cliente guardados', id: params.id };
}

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
