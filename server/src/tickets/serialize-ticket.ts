/** Converts tickets and messages for one account. Sellers see the administration as «Suporte». */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { sendTicketMessage } from '@ramal/contract/tickets/tickets';
import { brandsOf } from '../brands/brands.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import { formatDateTime, unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Message } from './messages.ts';
import type { Ticket } from './ticket.ts';

const SUPPORT = 'Suporte';
/** Author that is shown for a customer's ticket whose line was deleted. */
export const CUSTOMER = 'Cliente';
/** Author of a message of the administration, as sellers see it. */
export const ADMINISTRATION_NAME = 'Administracao';

type WireMessage = HandlerResult<typeof sendTicketMessage>['sent'];

export function serializeMessage(
  { clock }: AppContext,
  viewer: ReaderAccount,
  ticket: Pick<Ticket, 'id' | 'customerLineId' | 'line'>,
  message: Message,
): WireMessage {
  const mine = message.accountId === viewer.id;
  const isNamed = viewer.profile === 'admin' || mine || !message.fromSupport;
  return {
    id: message.id,
    idTicket: ticket.id,
    idRes: isNamed ? (message.accountId ?? 0) : 0,
    bodyText: message.body,
    dateText: formatDateTime(message.at, clock.timeZone),
    timestamp: unixSeconds(message.at),
    number: message.number,
    clientId: message.clientId,
    from: message.fromSupport ? 'support' : 'author',
    author: isNamed ? (message.author ?? ticket.line ?? CUSTOMER) : SUPPORT,
    mine,
    pictures: [...message.pictures],
  };
}

/** Reads the brand names of franchises, for admins. */
export async function franchiseNames(
  ctx: AppContext,
  { profile }: ReaderAccount,
): Promise<ReadonlyMap<number, string>> {
  if (profile !== 'admin') return new Map();
  const franchises = await brandsOf(ctx).franchises();
  return new Map(franchises.map(({ id, name }) => [id, name]));
}

export function serializeTicket(
  { clock }: AppContext,
  viewer: ReaderAccount,
  ticket: Ticket & { readonly unread: number },
  franchises: ReadonlyMap<number, string>,
) {
  const { idFranchise, assignedTo, assignee } = ticket;
  const isAdmin = viewer.profile === 'admin';
  const fromAdministration = ticket.category === 9;
  return {
    id: ticket.id,
    status: ticket.status,
    blocked: ticket.blockedAt ? (1 as const) : (0 as const),
    category: ticket.category,
    technology: ticket.technology,
    title: ticket.title,
    content: ticket.content,
    dateText: formatDateTime(ticket.createdAt, clock.timeZone),
    franchise: idFranchise === null ? '' : (franchises.get(idFranchise) ?? ''),
    idRes: fromAdministration && !isAdmin ? 0 : ticket.accountId,
    author: authorOf(ticket, isAdmin),
    idUser: ticket.lineId ?? (ticket.userText || null),
    user: (ticket.lineId === null ? ticket.userText : ticket.line) ?? '',
    channels: [...ticket.channels],
    resolution: ticket.resolution,
    createdAt: unixSeconds(ticket.createdAt),
    unread: ticket.unread,
    assigned:
      isAdmin && assignedTo !== null && assignee !== null
        ? { id: assignedTo, username: assignee }
        : null,
  };
}

function authorOf({ category, customerLineId, line, account }: Ticket, isAdmin: boolean): string {
  if (customerLineId !== null) return line ?? CUSTOMER;
  return category === 9 && !isAdmin ? ADMINISTRATION_NAME : account;
}
