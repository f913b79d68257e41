/**
 * Tickets that customers open in the portal. A customer can access only the tickets of its own
 * line. Admins and the account that sold the line answer these tickets at /ticket-portal.
 */
import { refuse } from '@ramal/contract/api/errors';
import { PORTAL_TICKETS, type TicketStatus } from '@ramal/contract/rules/tickets';
import sql from 'sql-template-tag';
import type { Profile } from '@ramal/contract/api/access';
import { recordEvent } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { addMessage, findSent, type Message, messagesAfter } from './messages.ts';
import { openTicket } from './open-ticket.ts';
import { type Ticket, ticketColumns, findWriteRefusal } from './ticket.ts';

interface NewPortalTicket {
  readonly title: string;
  readonly content: string;
  /** Must be one of the categories that customers may open. */
  readonly category: number;
  readonly channels?: readonly string[];
  /** Id created by the browser, so that a repeated call opens no second ticket. */
  readonly clientId: string;
}

export async function openPortalTicket(
  ctx: AppContext,
  lineId: number,
  input: NewPortalTicket,
  requestMeta: RequestMeta,
): Promise<{ id: number }> {
  return ctx.db.tx(async (tx) => {
    // Locks the line, so that of two simultaneous calls the second finds the ticket of the first.
    const seller = await tx.first<{ id: number; profile: Profile }>(sql`
      select a.id, a.profile from lines l join accounts a on a.id = l.owner_id
      where l.id = ${lineId} and l.deleted_at is null for no key update of l`);
    if (!seller) return refuse('line_not_found');
    const before = await tx.first<{ id: number }>(
      sql`select id from tickets where customer_line_id = ${lineId} and client_id = ${input.clientId}::uuid`,
    );
    if (before) return before;
    const { title, content, category, channels = [], clientId } = input;
    const id = await openTicket(ctx, tx, {
      account: seller,
      input: {
        system: PORTAL_TICKETS,
        category,
        technology: 0,
        resolution: '',
        title,
        content,
        lineId,
        userText: '',
        channels: channels.map((label) => ({ label, streamId: undefined })),
        customer: { lineId, clientId },
      },
      requestMeta,
    });
    return { id };
  });
}

export interface PortalTicket {
  readonly id: number;
  readonly status: TicketStatus;
  readonly title: string;
  readonly content: string;
  readonly category: number;
  readonly createdAt: Date;
  readonly lastAt: Date;
  readonly lastNumber: number;
  readonly canWrite: boolean;
}

const MAX_LISTED = 50;

const toPortal = (ticket: Ticket): PortalTicket => ({
  id: ticket.id,
  status: ticket.status,
  title: ticket.title,
  content: ticket.content,
  category: ticket.category,
  createdAt: ticket.createdAt,
  lastAt: ticket.lastAt,
  lastNumber: ticket.lastNumber,
  canWrite: findWriteRefusal(ticket, 'author', false) === undefined,
});

/** Lists the newest tickets of a line, the newest first and at most MAX_LISTED. */
export async function listPortalTickets(reader: Reader, lineId: number): Promise<PortalTicket[]> {
  const rows = await reader.many<Ticket>(sql`
    select ${ticketColumns} from tickets t where t.customer_line_id = ${lineId}
    order by t.id desc limit ${MAX_LISTED}`);
  return rows.map(toPortal);
}

export interface PortalMessage {
  readonly number: number;
  readonly body: string;
  readonly at: Date;
  readonly mine: boolean;
  readonly clientId: string;
}

const toPortalMessage = ({ number, body, at, fromSupport, clientId }: Message): PortalMessage => ({
  number,
  body,
  at,
  mine: !fromSupport,
  clientId,
});

/** Returns a ticket with the messages after a number. */
export async function readPortalTicket(
  reader: Reader,
  lineId: number,
  ticketId: number,
  after = 0,
): Promise<PortalTicket & { readonly chat: readonly PortalMessage[] }> {
  const ticket = await reader.first<Ticket>(ofCustomer(lineId, ticketId));
  if (!ticket) return refuse('ticket_not_found');
  const chat = await messagesAfter(reader, ticketId, after);
  return { ...toPortal(ticket), chat: chat.map(toPortalMessage) };
}

interface NewPortalMessage {
  readonly lineId: number;
  readonly ticketId: number;
  readonly message: { readonly body: string; readonly clientId: string };
  readonly requestMeta: RequestMeta;
}

/** Stores the message once, for any number of calls with the same id. */
export async function addPortalMessage(
  ctx: AppContext,
  { lineId, ticketId, message: { body, clientId }, requestMeta }: NewPortalMessage,
): Promise<PortalMessage> {
  const text = body.trim();
  if (text === '') refuse('message_blank');
  return ctx.db.tx(async (tx) => {
    const ticket = await lockOfCustomer(tx, lineId, ticketId);
    const message = { accountId: null, fromSupport: false, body: text, clientId };
    const before = await findSent(tx, ticketId, message);
    if (before) return toPortalMessage(before);
    const why = findWriteRefusal(ticket, 'author', false);
    if (why) refuse(why);
    const sent = await addMessage(tx, ticket, message, ctx.clock.now());
    await recordEvent(tx, requestMeta, {
      kind: 'ticket-message-sent',
      actorId: null,
      accountId: ticket.accountId,
      after: { ticket: ticketId },
    });
    return toPortalMessage(sent);
  });
}

const ofCustomer = (lineId: number, ticketId: number) => sql`
  select ${ticketColumns} from tickets t where t.id = ${ticketId} and t.customer_line_id = ${lineId}`;

async function lockOfCustomer(tx: Tx, lineId: number, ticketId: number): Promise<Ticket> {
  const ticket = await tx.first<Ticket>(
    sql`${ofCustomer(lineId, ticketId)} for no key update of t`,
  );
  return ticket ?? refuse('ticket_not_found');
}
