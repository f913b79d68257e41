/**
 * Adds a message to a ticket's chat, once for any number of calls with the same client id (V-47,
 * Q-TICKETFLOW).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { sendTicketMessage as declaration } from '@ramal/contract/tickets/tickets';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { addMessage, findSent, type Message } from './messages.ts';
import { serializeMessage } from './serialize-ticket.ts';
import { type Ticket, lockTicket, findTicketSide, findWriteRefusal } from './ticket.ts';

interface SendMessageInput {
  readonly body: string;
  readonly clientId?: string | undefined;
  readonly pictures?: readonly string[] | undefined;
}

export async function sendMessage(
  ctx: AppContext,
  caller: Caller,
  ticketId: number,
  input: SendMessageInput,
): Promise<HandlerResult<typeof declaration>> {
  if (input.body === '' && !input.pictures?.length)
    refuse('message_blank', { fields: { bodyText: 'A mensagem não pode ser em branco' } });
  return ctx.db.tx(async (tx) => {
    const ticket = await lockTicket(tx, caller.actor, ticketId);
    const sent = await writeOnce(ctx, tx, { caller, ticket, input });
    const { status } = (await tx.first<Pick<Ticket, 'status'>>(
      sql`select status from tickets where id = ${ticketId}`,
    ))!;
    return {
      message: 'Mensagem enviada com sucesso',
      status,
      sent: serializeMessage(ctx, caller.actor, ticket, sent),
    };
  });
}

interface WrittenMessage {
  readonly caller: Caller;
  readonly ticket: Ticket;
  readonly input: SendMessageInput;
}

/**
 * Adds the message under the ticket's lock, so that of two simultaneous equal calls the second
 * finds it.
 */
export async function writeOnce(
  ctx: AppContext,
  tx: Tx,
  { caller: { actor, requestMeta }, ticket, input: { body, clientId, pictures } }: WrittenMessage,
): Promise<Message> {
  const message = { accountId: actor.id, body, clientId, pictures };
  const before = await findSent(tx, ticket.id, message);
  if (before) return before;
  const side = findTicketSide(ticket, actor);
  const why = findWriteRefusal(ticket, side, actor.profile === 'admin');
  if (why) refuse(why);
  const fromSupport = side === 'support';
  const sent = await addMessage(tx, ticket, { ...message, fromSupport }, ctx.clock.now());
  await recordEvent(tx, requestMeta, {
    kind: fromSupport ? 'ticket-answered' : 'ticket-message-sent',
    actorId: actor.id,
    accountId: ticket.accountId,
    after: { ticket: ticket.id },
  });
  return sent;
}
