/** Tickets of the customer who has the key: opened, read and answered in the portal. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  CustomerTicket,
  listCustomerTickets as listDeclaration,
  openCustomerTicket as openDeclaration,
  readCustomerTicket as readDeclaration,
  writeCustomerMessage as writeDeclaration,
} from '@ramal/contract/portal/portal-tickets';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import {
  addPortalMessage,
  listPortalTickets,
  openPortalTicket,
  type PortalMessage,
  type PortalTicket,
  readPortalTicket,
} from '../tickets/tickets.ts';
import { lineOfKey } from './portal-key.ts';

const MAX_TITLE_LENGTH = 80;

const ticketOnWire = ({ id, title, status, lastAt }: PortalTicket): CustomerTicket => ({
  id,
  title,
  status,
  lastAt: unixSeconds(lastAt),
});

const messageOnWire = ({ number, body, at, mine }: PortalMessage) => ({
  number,
  text: body,
  at: unixSeconds(at),
  mine,
});

export async function listCustomerTickets(
  ctx: AppContext,
  { body }: Call<typeof listDeclaration>,
): Promise<HandlerResult<typeof listDeclaration>> {
  const { id } = await lineOfKey(ctx, body.key);
  return { tickets: (await listPortalTickets(ctx.db, id)).map(ticketOnWire) };
}

export function createOpenTicket(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'portal-ticket');
  return async ({ body, requestMeta }: Call<typeof openDeclaration>) => {
    const { id } = await lineOfKey(ctx, body.key);
    await consume(limiter, String(id));
    const { category, text, clientId } = body;
    const question = { title: toTicketTitle(text), content: text, category, clientId };
    return openPortalTicket(ctx, id, question, requestMeta);
  };
}

/**
 * Returns the title of a ticket: the first text line of the message, because the form has only one
 * field.
 */
export function toTicketTitle(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.length > MAX_TITLE_LENGTH ? `${line.slice(0, MAX_TITLE_LENGTH - 1)}…` : line;
}

export async function readCustomerTicket(
  ctx: AppContext,
  { body }: Call<typeof readDeclaration>,
): Promise<HandlerResult<typeof readDeclaration>> {
  const { id } = await lineOfKey(ctx, body.key);
  const ticket = await readPortalTicket(ctx.db, id, body.id, body.after);
  return {
    ...ticketOnWire(ticket),
    text: ticket.content,
    canWrite: ticket.canWrite,
    messages: ticket.chat.map(messageOnWire),
  };
}

export function createWriteMessage(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'portal-message');
  return async ({
    body,
    requestMeta,
  }: Call<typeof writeDeclaration>): Promise<HandlerResult<typeof writeDeclaration>> => {
    const { id } = await lineOfKey(ctx, body.key);
    await consume(limiter, String(id));
    const message = { body: body.text, clientId: body.clientId };
    return messageOnWire(
      await addPortalMessage(ctx, { lineId: id, ticketId: body.id, message, requestMeta }),
    );
  };
}
