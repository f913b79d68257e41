/** Writes notices about tickets. No account receives a notice of its own message. */
import { PORTAL_TICKETS } from '@ramal/contract/rules/tickets';
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { notify } from '../notices/notices.ts';
import type { Ticket } from './ticket.ts';

export const ticketSubject = (ticketId: number): string => `ticket-${ticketId}`;

export const ticketPath = ({ id, system }: Pick<Ticket, 'id' | 'system'>): string =>
  `${system === PORTAL_TICKETS ? '/ticket-portal' : '/ticket'}?dialog=details&ticket=${id}`;

type NoticeTicket = Pick<
  Ticket,
  'id' | 'system' | 'title' | 'accountId' | 'account' | 'customerLineId' | 'line' | 'assignedTo'
>;

interface WrittenMessage {
  readonly fromSupport: boolean;
  /** Id of the author's account; null for a customer. */
  readonly accountId: number | null;
  readonly body: string;
}

/**
 * Sends a notice of a message. Messages of support go to the account that opened the ticket, and
 * messages of that account to the admin who took the ticket. Messages of a customer in the portal
 * also go to the account that sold its line.
 */
export async function notifyOfMessage(
  tx: Tx,
  ticket: NoticeTicket,
  { fromSupport, accountId, body }: WrittenMessage,
  at: Date,
): Promise<void> {
  const isCustomers = ticket.customerLineId !== null;
  const recipients = [
    ...(fromSupport === isCustomers ? [] : [ticket.accountId]),
    ...(fromSupport || ticket.assignedTo === null ? [] : [ticket.assignedTo]),
  ].filter((id) => id !== accountId);
  if (recipients.length === 0) return;
  const author = fromSupport
    ? 'Suporte'
    : isCustomers
      ? (ticket.line ?? 'Cliente')
      : ticket.account;
  await notify(tx, {
    accounts: sql`select unnest(${recipients}::bigint[])`,
    kind: 'answer',
    subject: ticketSubject(ticket.id),
    title: ticket.title,
    body: `${author}: ${body || 'enviou uma imagem'}`,
    path: ticketPath(ticket),
    at,
  });
}

interface OpenedTicket {
  readonly id: number;
  readonly title: string;
  readonly sellerId: number;
  readonly lineId: number;
}

export async function notifyOfCustomerTicket(
  tx: Tx,
  { id, title, sellerId, lineId }: OpenedTicket,
  at: Date,
): Promise<void> {
  const line = await tx.first<{ username: string }>(
    sql`select username from lines where id = ${lineId}`,
  );
  await notify(tx, {
    accounts: sql`select ${sellerId}::bigint`,
    kind: 'answer',
    subject: ticketSubject(id),
    title,
    body: `${line?.username ?? 'Cliente'} abriu um ticket`,
    path: ticketPath({ id, system: PORTAL_TICKETS }),
    at,
  });
}
