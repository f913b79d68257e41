/** «Falar com uma pessoa»: a ticket of the customer's line, which the seller answers. */
import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { oncePer } from '../../foundation/shared-runs.ts';
import { notify } from '../../notices/notices.ts';
import { openRenewalLinks, toTicketTitle } from '../../portal/portal.ts';
import { addPortalMessage, openPortalTicket } from '../../tickets/tickets.ts';
import { toChannel } from '../chats.sql.ts';
import { answer, offer, type ProvedConversation, type Turn } from './conversation.ts';
import { findOwnLine, labelLine, listOwnLines } from './lines.ts';
import { backTo, initialState, menuOption, type Question } from './state.ts';

/** The most common category of customers' tickets. */
const CATEGORY = 2;

/** The limits are those of the portal, so that both together do not exceed them. */
const limitersOf = oncePer(
  (ctx: AppContext) => ctx.config,
  (ctx) => ({
    ticket: createRateLimiter(ctx, 'portal-ticket'),
    message: createRateLimiter(ctx, 'portal-message'),
  }),
);

/** Asks what happened; with several lines, the line first. */
export async function startQuestion(
  conversation: ProvedConversation,
  lineId?: number,
): Promise<Turn> {
  const lines = await listOwnLines(conversation);
  if (lines.length === 0) return callSeller(conversation);
  const line = lines.length === 1 ? lines[0] : lines.find(({ id }) => id === lineId);
  if (!line)
    return offer('Sobre qual assinatura?', [
      ...lines.map((row) => ({
        label: labelLine(conversation, row),
        act: { act: 'ask', lineId: row.id } as const,
      })),
      backTo({ act: 'menu' }),
    ]);
  return {
    state: {
      ...initialState,
      options: [menuOption],
      question: { lineId: line.id, ticketId: null },
    },
    replies: [{ text: 'Escreva em uma mensagem o que aconteceu.', options: [menuOption.label] }],
  };
}

/** A ticket needs a line. Without one, the seller gets a notice with the person's number. */
async function callSeller(conversation: ProvedConversation): Promise<Turn> {
  const { ctx, chat, phone, storefront } = conversation;
  const by = toChannel(chat) === 'telegram' ? 'pelo Telegram' : 'pelo WhatsApp Cloud API';
  await ctx.db.tx((tx) =>
    notify(tx, {
      accounts: sql`select ${chat.accountId}::bigint`,
      kind: 'customers',
      subject: `sales-chat-${chat.id}`,
      title: `+${phone} quer falar com você`,
      body: `Chamou ${by} e ainda não tem assinatura.`,
      path: '/storefront',
      at: ctx.clock.now(),
    }),
  );
  const { seller, name } = storefront.page;
  const link = seller?.whatsapp ? ` Ou escreva direto: https://wa.me/${seller.whatsapp}` : '';
  return answer(
    conversation,
    `${name} recebeu o seu número e vai chamar você.${link}`,
    'test',
    'subscribe',
  );
}

/** Opens the ticket with the first text, and adds the further texts to it. */
export async function writeToSeller(
  conversation: ProvedConversation,
  { lineId, ticketId }: Question,
  written: string,
): Promise<Turn> {
  const { ctx, chat, requestMeta, storefront } = conversation;
  const line = await findOwnLine(conversation, lineId);
  if (!line) return startQuestion(conversation);
  const limiters = limitersOf(ctx);
  const clientId = deriveClientId(conversation.messageId);
  if (ticketId !== null) {
    await consume(limiters.message, String(lineId));
    const message = { body: written, clientId };
    await addPortalMessage(ctx, { lineId, ticketId, message, requestMeta });
    return {
      state: { ...initialState, options: [menuOption], question: { lineId, ticketId } },
      replies: [],
    };
  }
  await consume(limiters.ticket, String(lineId));
  const question = {
    title: toTicketTitle(written),
    content: written,
    category: CATEGORY,
    clientId,
  };
  const { id } = await openPortalTicket(ctx, lineId, question, requestMeta);
  const links = await ctx.db.tx((tx) =>
    openRenewalLinks(ctx, tx, { accountId: chat.accountId, baseUrl: requestMeta.baseUrl }, [
      { lineId },
    ]),
  );
  const text = `Pedido ${id} aberto. ${storefront.page.name} responde por aqui. Para acompanhar: ${links.get(lineId)}`;
  return {
    state: { ...initialState, options: [menuOption], question: { lineId, ticketId: id } },
    replies: [{ text, options: [menuOption.label] }],
    ticketId: id,
  };
}

/** Derives a UUID from the message, so that handling it again opens no second ticket. */
function deriveClientId(messageId: number): string {
  const hex = createHash('sha256').update(`sales-chat-message ${messageId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
