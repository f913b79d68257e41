/**
 * Processes messages of customers on WhatsApp, and the delivery statuses of reminders sent by
 * WhatsApp.
 */
import type { MessageKind } from '@ramal/contract/rules/reminders';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../../foundation/database.ts';
import {
  personSql,
  type MessageStatus,
  type StatusResult,
  getTemplateName,
  type WhatsappCustomers,
  type WhatsappNumber,
} from '../../messaging/messaging.ts';
import { passToNextChannel, recordSent } from '../sending/settle.ts';
import { type CustomerLine, stopReminders } from './choices.ts';
import { storeReply } from './replies.ts';

const PREFIX = 'reminder-';

/** Id sent to Meta, which returns it with the status of the message. */
export const toWhatsappId = (reminderId: number): string => `${PREFIX}${reminderId}`;

/** Statement that marks the number of a line as unknown to WhatsApp. */
export const refuseWhatsapp = (lineId: number): Sql => sql`
  insert into line_reminder_choices (line_id, refused_whatsapp)
  select id, whatsapp from lines where id = ${lineId}
  on conflict (line_id) do update set refused_whatsapp = excluded.refused_whatsapp`;

/**
 * Selects all lines with the phone number of this customer whose reminders this WhatsApp number
 * sends.
 */
const linesOf = (
  tx: Tx,
  { id, franchiseId }: WhatsappNumber,
  person: string,
): Promise<CustomerLine[]> =>
  tx.many<CustomerLine>(sql`
    select l.id as line_id, l.owner_id as account_id from lines l join accounts a on a.id = l.owner_id
    where ${personSql(sql`l.whatsapp`)} = ${person} and l.deleted_at is null
      and (a.id_franchise = ${franchiseId} or ${franchiseId} = 0 and not exists (
        select from whatsapp_numbers n where n.franchise_id = a.id_franchise and n.id <> ${id}))
    order by l.id`);

export const whatsappCustomers: WhatsappCustomers = {
  stopped: async (tx, number, person, now) =>
    stopReminders(tx, await linesOf(tx, number, person), 'whatsapp', now),
  replied: async (tx, number, person, { text, at }) => {
    const lines = await linesOf(tx, number, person);
    const ids = lines.map(({ lineId }) => lineId);
    await storeReply(tx, ids, { channel: 'whatsapp', text, at });
  },
  statusOf: takeStatus,
};

interface Reminder {
  readonly id: number;
  readonly lineId: number;
  readonly kind: MessageKind;
  readonly state: 'queued' | 'sent' | 'unknown' | 'planned' | 'skipped';
  readonly delivery: 'sent' | 'delivered' | 'read' | 'failed' | null;
}

const rank = { sent: 1, delivered: 2, read: 3 } as const;

/** Stores the most advanced status: a message that arrived never becomes failed. */
async function takeStatus(
  tx: Tx,
  { reference, ownId, state, meaning, problem }: MessageStatus,
  now: Date,
): Promise<StatusResult> {
  const id = ownId?.startsWith(PREFIX) ? Number(ownId.slice(PREFIX.length)) : 0;
  const reminder = await tx.first<Reminder>(sql`
    select id, line_id, kind, state, delivery from reminders
    where channel = 'whatsapp' and (reference = ${reference}
      or reference is null and id = ${Number.isSafeInteger(id) ? id : 0})
    for no key update`);
  if (!reminder) return {};
  const knownStatus = reminder.delivery;
  const handled = { template: getTemplateName(reminder.kind === 'renewed' ? 'renewed' : 'due') };
  const from = sql`id = ${reminder.id} and channel = 'whatsapp' and state in ('sent', 'unknown')`;
  if (state === 'failed') {
    // The response to our request has not been stored yet. If it were stored after this status, it
    // would overwrite the status with «sent».
    if (reminder.state === 'queued') return { isEarly: true };
    if (knownStatus === 'delivered' || knownStatus === 'read') return handled;
    if (meaning === 'no_whatsapp') await tx.run(refuseWhatsapp(reminder.lineId));
    await passToNextChannel(tx, now, { id: reminder.id, channel: 'whatsapp', problem, from });
    return handled;
  }
  if (reminder.state === 'unknown')
    await recordSent(tx, now, { id: reminder.id, channel: 'whatsapp', reference, from });
  // Stores Meta's id of the message too, because the response to our request may be late or lost.
  if (knownStatus === null || knownStatus === 'failed' || rank[state] > rank[knownStatus])
    await tx.run(sql`
      update reminders set delivery = ${state}, reference = coalesce(reference, ${reference})
      where id = ${reminder.id}`);
  return handled;
}
