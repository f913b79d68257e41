/**
 * Sends reminders to a program of the seller, which delivers them to its customers. All reminders
 * go to one signed webhook endpoint.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../../foundation/app-context.ts';
import { findEndpointFor, sendOnce } from '../../../webhooks/webhooks.ts';
import type { Outgoing, ReminderSender } from '../sender.ts';

const EVENT = 'reminder.due';

const endpointOf = ({ db, clock }: AppContext, accountId: number) =>
  findEndpointFor(db, accountId, EVENT, clock.now());

export const webhookSender: ReminderSender = {
  channel: 'webhook',
  state: async (ctx, { id }) => {
    const endpoint = await endpointOf(ctx, id);
    return {
      problem: endpoint
        ? null
        : 'Adicione em Webhooks um endereço com o evento «Lembrete a enviar ao cliente».',
      by: endpoint ? new URL(endpoint.url).host : null,
      costCents: 0,
      queue: endpoint?.queue ?? 'webhook',
    };
  },
  reachableCondition: () => sql`true`,
  send: async (ctx, reminder, { createdAt }, signal) => {
    const endpoint = await endpointOf(ctx, reminder.seller.id);
    if (!endpoint) return { state: 'failed', reason: 'Nenhum endereço recebe lembretes.' };
    const message = {
      publicId: `msg_reminder_${reminder.id}`,
      body: await bodyOf(ctx, reminder, createdAt),
    };
    return sendOnce(ctx, endpoint, message, signal);
  },
};

/**
 * Returns the body of the event, like those of other events: account, line, and the planned text.
 */
async function bodyOf(
  { db }: AppContext,
  { id, lineId, kind, days, body: text, facts, whatsapp, email, seller }: Outgoing,
  createdAt: Date,
): Promise<string> {
  const row = await db.first<{ line: unknown }>(sql`
    select webhook_line(l, ${seller.username}) as line from lines l where l.id = ${lineId}`);
  return JSON.stringify({
    type: EVENT,
    timestamp: createdAt.toISOString(),
    data: {
      sequence: id,
      account: { id: seller.id, username: seller.username },
      line: row?.line,
      reminder: { id, kind, days, text, link: facts.link, whatsapp, email },
    },
  });
}
