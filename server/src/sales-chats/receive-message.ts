/**
 * Stores a message to a bot or number that sells, in the transaction of the webhook. The answer is
 * work of the outbox, so the webhook responds at once and a flood of one person delays nobody else.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { cutText } from '../foundation/files/cut-text.ts';
import { addPoints } from '../foundation/limits/add-points.ts';
import { type RateLimitName, rateLimits } from '../foundation/limits/rate-limits.ts';
import type { ReceivedMessage, SalesChats } from '../messaging/messaging.ts';
import { parseChatLink } from '../storefront/storefront.ts';
import { type Chat, lockChat, queueReplies, requestWork } from './chats.sql.ts';
import { initialState, readInput, START_TEXT } from './conversation/state.ts';
import { findLinkedSeller, findOwnSeller, sellsBy } from './find-seller.ts';
import { recordFailure } from './record-failure.ts';
import { keepResults, type UndeliveredReply } from './report/undelivered-results.ts';

const MAX_BODY = 2_000;

interface Opening {
  readonly accountId: number;
  readonly isLink: boolean;
  readonly originCode: string | null;
}

async function findOpening(
  tx: Tx,
  message: ReceivedMessage,
  chat: Chat | undefined,
): Promise<Opening | undefined> {
  const { receiver, text } = message;
  const link = parseChatLink(text);
  const linked = link && (await findLinkedSeller(tx, receiver, link.publicId));
  if (linked !== undefined)
    return { accountId: linked, isLink: true, originCode: link?.originCode ?? null };
  // Any other payload is an invitation to notices or reminders.
  if (/^\/start(?:@\w+)? +\S/.test(text)) return undefined;
  const current =
    chat && (await sellsBy(tx, receiver, chat.accountId)) ? chat.accountId : undefined;
  const accountId = current ?? (await findOwnSeller(tx, message));
  return accountId === undefined
    ? undefined
    : { accountId, isLink: false, originCode: chat?.originCode ?? null };
}

const received: SalesChats['received'] = async (ctx, tx, message) => {
  const existing = await lockChat(tx, message.receiver, message.address);
  const opening = await findOpening(tx, message, existing);
  if (!opening) return undefined;
  const body = opening.isLink ? START_TEXT : cutText(message.text.replaceAll('\0', ''), MAX_BODY);
  const isSameSeller = existing?.accountId === opening.accountId;
  const state = isSameSeller ? existing.state : initialState;
  const input = readInput(state, body);
  const isContact = message.phone !== undefined && body === '';
  const kind = input === 'unknown' && !isContact ? 'text' : 'command';
  const rest = await countMessage(tx, message, opening.accountId);
  if (rest === 'ignored') return 'command';
  // The seller still gets the reply of a customer to a reminder.
  if (rest === 'busy') return kind;
  const chat = await storeChat(ctx, tx, message, { ...opening, state });
  if (rest === 'warned') {
    await queueReplies(ctx, tx, chat, [{ text: 'Muitas mensagens seguidas. Espere 1 minuto.' }]);
    return 'command';
  }
  await tx.run(sql`
    insert into sales_chat_messages (chat_id, body, sent_at, position, received_at)
    values (${chat.id}, ${body}, ${message.sentAt}, ${message.position}, ${ctx.clock.now()})`);
  await requestWork(ctx, tx, chat);
  return kind;
};

/**
 * Counts a message of the person and of the seller. The first message above the person's limit is
 * answered with a warning, and the further ones are ignored. `busy` is a message above the seller's
 * limit.
 */
async function countMessage(
  tx: Tx,
  { receiver, address }: ReceivedMessage,
  accountId: number,
): Promise<'counted' | 'warned' | 'ignored' | 'busy'> {
  const count = async (name: RateLimitName, key: string): Promise<number> =>
    (await addPoints(tx, name, [key])).get(key)!.consumedPoints - rateLimits[name].points;
  const over = await count('sales-chat', `${receiver.channel} ${receiver.id} ${address}`);
  if (over > 0) return over === 1 ? 'warned' : 'ignored';
  const isBusy = (await count('sales-chat-seller', String(accountId))) > 0;
  return isBusy ? 'busy' : 'counted';
}

interface StoredOpening extends Opening {
  readonly state: Chat['state'];
}

async function storeChat(
  { clock }: AppContext,
  tx: Tx,
  { receiver, address, phone }: ReceivedMessage,
  { accountId, originCode, state }: StoredOpening,
): Promise<Pick<Chat, 'id' | 'accountId' | 'stoppedAt'>> {
  const [column, botId, numberId] =
    receiver.channel === 'telegram'
      ? ([sql`bot_id`, receiver.id, null] as const)
      : ([sql`number_id`, null, receiver.id] as const);
  const row = await tx.first<{ id: number }>(sql`
    insert into sales_chats as c (bot_id, number_id, address, account_id, phone, origin_code, state, last_message_at)
    values (${botId}, ${numberId}, ${address}, ${accountId}, ${phone ?? null}, ${originCode},
      ${JSON.stringify(state)}::jsonb, ${clock.now()})
    on conflict (${column}, address) where ${column} is not null do update set
      account_id = excluded.account_id, phone = coalesce(excluded.phone, c.phone),
      origin_code = excluded.origin_code, last_message_at = excluded.last_message_at, stopped_at = null,
      state = case when c.account_id = excluded.account_id then c.state else excluded.state end
    returning id`);
  return { id: row!.id, accountId, stoppedAt: null };
}

/** A stop ends the dialogue. Nothing is sent until the person writes again. */
const stopped: SalesChats['stopped'] = async (tx, receiver, address, now) => {
  const chat = await lockChat(tx, receiver, address);
  if (!chat) return false;
  await tx.run(sql`
    update sales_chats set stopped_at = ${now}, state = ${JSON.stringify(initialState)}::jsonb
    where id = ${chat.id}`);
  await tx.run(sql`
    update sales_chat_messages set handled_at = ${now} where chat_id = ${chat.id} and handled_at is null`);
  const replies = await tx.many<UndeliveredReply>(sql`
    delete from sales_chat_replies where chat_id = ${chat.id} and state = 'waiting' returning id, charge_id`);
  await keepResults(tx, replies, now);
  return true;
};

export const salesChats: SalesChats = { received, stopped, failed: recordFailure };
