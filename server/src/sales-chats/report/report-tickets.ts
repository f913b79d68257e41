/** Sends the seller's answers in a ticket to the chat that opened it, each once. */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import { readPortalTicket } from '../../tickets/tickets.ts';
import { queueReplies } from '../chats.sql.ts';
import { type ChatState, initialState, menuLabels, menuOption } from '../conversation/state.ts';
import { reportEach } from './report-each.ts';

const MAX_BATCH = 100;

export async function reportTickets(ctx: AppContext): Promise<void> {
  const tickets = await ctx.db.many<{ id: number }>(sql`
    select k.ticket_id as id from sales_chat_tickets k join tickets t on t.id = k.ticket_id
    where t.last_number > k.told_number order by k.ticket_id limit ${MAX_BATCH}`);
  await reportEach(ctx, tickets, reportTicket);
}

interface AnsweredTicket {
  readonly chatId: number;
  readonly accountId: number;
  readonly chatAccountId: number;
  readonly stoppedAt: Date | null;
  readonly state: ChatState;
  readonly lineId: number;
  readonly sentNumber: number;
  readonly seller: string;
  /** False if the line has left the number that the person proved (Q-CHATPROOF). */
  readonly isOwn: boolean;
}

/** Reports the new answers to a ticket. Returns true if the chat sends them. */
async function reportTicket(ctx: AppContext, tx: Tx, ticketId: number): Promise<boolean> {
  const ticket = await tx.first<AnsweredTicket>(sql`
    select h.id as chat_id, t.account_id, h.account_id as chat_account_id, h.stopped_at, h.state,
      t.customer_line_id as line_id, k.told_number as sent_number, coalesce(s.name, a.username) as seller,
      exists (select from lines l where l.id = t.customer_line_id and l.whatsapp = h.phone) as is_own
    from sales_chat_tickets k join tickets t on t.id = k.ticket_id join sales_chats h on h.id = k.chat_id
      join accounts a on a.id = t.account_id left join storefronts s on s.account_id = a.id
    where k.ticket_id = ${ticketId} for no key update of k, h`);
  if (!ticket) return false;
  const { chatId: id, accountId, stoppedAt, lineId, seller } = ticket;
  const { chat, canWrite } = await readPortalTicket(tx, lineId, ticketId, ticket.sentNumber);
  const last = chat.at(-1)?.number;
  // Removed messages have numbers too, so the rest of the chat may be empty.
  await tx.run(sql`
    update sales_chat_tickets k set told_number = ${last ?? sql`t.last_number`}
    from tickets t where t.id = k.ticket_id and k.ticket_id = ${ticketId}`);
  if (!ticket.isOwn) return false;
  const answers = chat
    .filter(({ mine }) => !mine)
    .map(({ body }) => ({
      text: `${seller}: ${body || 'enviou uma imagem. Veja na sua conta.'}`,
      options: [menuOption.label],
    }));
  if (answers.length === 0) return false;
  if (canWrite && ticket.chatAccountId === accountId && isIdle(ticket.state)) {
    // The next text of the person is an answer to the seller.
    const state = { ...initialState, options: [menuOption], question: { lineId, ticketId } };
    await tx.run(
      sql`update sales_chats set state = ${JSON.stringify(state)}::jsonb where id = ${id}`,
    );
  }
  await queueReplies(ctx, tx, { id, accountId, stoppedAt }, answers);
  return stoppedAt === null;
}

/** True if no choice beyond the menu is open. */
const isIdle = ({ options, question, waiting }: ChatState): boolean =>
  question === null &&
  waiting === null &&
  options.every(({ act }) => act.act === 'menu' || act.act in menuLabels);
