/**
 * Returns a ticket with the part of its chat that the caller does not have yet, and the last
 * message that each side has read.
 */
import { ADMINISTRATION } from '@ramal/contract/rules/tickets';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { errorText } from '@ramal/contract/api/errors';
import type { getTicket as declaration } from '@ramal/contract/tickets/tickets';
import { type TicketFacts, ticketFacts } from '@ramal/contract/tickets/ticket-facts';
import { decodeAnswer } from '@ramal/contract/api/translated';
import sql from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { countForwardRecipients } from './administration/forward-message.ts';
import { unreadBy } from './list-tickets.ts';
import { messagesAfter, removedNumbers, setRead } from './messages.ts';
import { selectPostponedUntil } from './postpone-ticket.ts';
import { franchiseNames, serializeMessage, serializeTicket } from './serialize-ticket.ts';
import {
  type Side,
  type Ticket,
  findTicket,
  lockTicket,
  findTicketSide,
  publishTicketChange,
  findWriteRefusal,
  isFinishable,
} from './ticket.ts';

export async function readTicket(
  ctx: AppContext,
  actor: ReaderAccount,
  id: number,
  after: number,
): Promise<HandlerResult<typeof declaration>> {
  const ticket = await findTicket(ctx.db, actor, id);
  const side = findTicketSide(ticket, actor);
  const [messages, removed, readNumber, mine, franchises, below] = await Promise.all([
    messagesAfter(ctx.db, id, after),
    removedNumbers(ctx.db, id),
    readByOthers(ctx.db, ticket, side),
    ctx.db.first<{ unread: number; postponedUntil: Date | null }>(sql`
      select ${unreadBy(actor)} as unread, ${selectPostponedUntil(actor, ctx.clock.now())} as postponed_until
      from tickets t where t.id = ${id}`),
    franchiseNames(ctx, actor),
    ticket.category === ADMINISTRATION ? countForwardRecipients(ctx.db, actor, id) : 0,
  ]);
  const isAdmin = actor.profile === 'admin';
  const why = findWriteRefusal(ticket, side, isAdmin);
  return {
    ...serializeTicket(ctx, actor, { ...ticket, unread: mine?.unread ?? 0 }, franchises),
    system: ticket.system,
    chat: messages.map((message) => serializeMessage(ctx, actor, ticket, message)),
    lastNumber: ticket.lastNumber,
    removed,
    readNumber,
    firstAnswerAt: ticket.firstAnswerAt && unixSeconds(ticket.firstAnswerAt),
    canWrite: why === undefined,
    whyNot: why ? errorText(why) : '',
    canFinish: isFinishable(ticket, side),
    canReopen: side !== 'reader' && ticket.status === 1,
    finishedAt: ticket.finishedAt && unixSeconds(ticket.finishedAt),
    postponedUntil: mine?.postponedUntil ? unixSeconds(mine.postponedUntil) : null,
    passesOnTo: below,
    canBlock: isAdmin && isBlockable(ticket),
    facts: decodeAnswer(ticketFacts, ticket.facts) as TicketFacts | null,
  };
}

export const isBlockable = ({ status, blockedAt, category }: Ticket): boolean =>
  status !== 0 && blockedAt === null && category !== ADMINISTRATION;

/** Returns the number of the last message that an account of the other side has read. */
async function readByOthers(reader: Reader, ticket: Ticket, side: Side): Promise<number> {
  const isAuthor = sql`(r.account_id = ${ticket.accountId} and ${ticket.customerLineId === null})`;
  const row = await reader.first<{ number: number }>(sql`
    select coalesce(max(r.read_number), 0) as number from ticket_readers r
    where r.ticket_id = ${ticket.id} and ${side === 'author' ? sql`not ${isAuthor}` : isAuthor}`);
  return row?.number ?? 0;
}

/**
 * Records that the account has read the chat up to this message. Its other screens then remove «não
 * lida».
 */
export async function markRead(
  ctx: AppContext,
  actor: ReaderAccount,
  id: number,
  number: number,
): Promise<{ id: number; number: number }> {
  return ctx.db.tx(async (tx) => {
    const ticket = await lockTicket(tx, actor, id);
    const read = Math.min(number, ticket.lastNumber);
    await setRead(tx, { ticketId: id, accountId: actor.id, number: read, now: ctx.clock.now() });
    await publishTicketChange(tx, ticket);
    return { id, number: read };
  });
}
