/**
 * Processes the updates of a bot, for example after a user opened a one-time link, stopped the bot
 * or blocked it. Telegram may send an update several times, and updates may arrive in any order.
 * Each update is therefore processed once. An older stop does not end a connection that was started
 * later.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { readPhone } from '@ramal/contract/rules/phone';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { ChatReceiver, SalesChats } from '../sales-port.ts';
import { isStopWord } from '../stop-word.ts';
import type { TelegramBot } from './bot.ts';
import { claimInvitation } from './connections.ts';
import { replyInChat } from './send-telegram.ts';

const chat = z.object({ id: z.int(), type: z.string() });

export const update = z.object({
  update_id: z.int(),
  message: z
    .object({
      chat,
      text: z.string().optional(),
      date: z.int().nonnegative().optional().catch(undefined),
      from: z.object({ id: z.int() }).optional().catch(undefined),
      contact: z
        .object({ phone_number: z.string().max(40), user_id: z.int().optional() })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  my_chat_member: z
    .object({ chat, new_chat_member: z.object({ status: z.string() }) })
    .optional()
    .catch(undefined),
});
export type Update = z.output<typeof update>;
type PrivateMessage = NonNullable<Update['message']>;

/**
 * Callbacks for the chats of customers. Modules that import this module provide them. They run in
 * the transaction of the update.
 */
export interface CustomerChats {
  readonly stopped: (tx: Tx, lineIds: readonly number[], now: Date) => Promise<void>;
  readonly connected: (tx: Tx, lineId: number) => Promise<void>;
  /** Called if the customer wrote a text that is neither a command nor a stop. */
  readonly replied: (tx: Tx, lineIds: readonly number[], text: string, now: Date) => Promise<void>;
  readonly sales?: SalesChats;
}

/**
 * Maximum age of an update id that is compared. Ids increase, but restart at any number after a
 * week without updates.
 */
const COMPARED_MS = 2 * DAY_MS;

interface ChatMessage {
  readonly bot: TelegramBot;
  readonly chatId: number;
  readonly updateId: number;
  readonly now: Date;
  readonly customers: CustomerChats | undefined;
}

/**
 * Result of an update. `replied` resolves after the attempt to send the bot's reply; the next
 * update does not wait for this.
 */
interface ReceivedUpdate {
  readonly replied: Promise<void>;
}

/** Processes an update. Processing the same update again has no effect. */
export async function receiveUpdate(
  ctx: AppContext,
  bot: TelegramBot,
  { update_id: updateId, message, my_chat_member: member }: Update,
  customers?: CustomerChats,
): Promise<ReceivedUpdate> {
  const now = ctx.clock.now();
  const about = message?.chat ?? member?.chat;
  const reply = await ctx.db.tx(async (tx) => {
    const isNew = await tx.run(sql`
      insert into telegram_updates (bot_id, update_id, received_at) values (${bot.id}, ${updateId}, ${now})
      on conflict do nothing`);
    // Updates of groups are ignored, because every member would read a private message.
    if (isNew === 0 || about?.type !== 'private') return undefined;
    const chatMessage = { bot, chatId: about.id, updateId, now, customers };
    await openChat(tx, chatMessage);
    if (member) return memberChanged(tx, chatMessage, member.new_chat_member.status);
    return message && answer(ctx, tx, chatMessage, message);
  });
  return { replied: reply ? answerWith(ctx, bot, about!.id, reply) : Promise.resolve() };
}

/** Sends the reply. Never rejects, because the update was processed even if the reply fails. */
const answerWith = (
  ctx: AppContext,
  bot: TelegramBot,
  chatId: number,
  reply: string,
): Promise<void> =>
  replyInChat(ctx, bot, chatId, reply).catch((error: unknown) =>
    ctx.log.warn({ err: error, bot: bot.id }, 'a bot could not reply'),
  );

/** Locks the chat's row, so that two updates of one chat are processed one after the other. */
async function openChat(tx: Tx, { bot, chatId, now }: ChatMessage): Promise<void> {
  const since = new Date(now.getTime() - COMPARED_MS);
  await tx.run(sql`
    insert into telegram_chats (bot_id, chat_id, changed_at) values (${bot.id}, ${chatId}, ${now})
    on conflict (bot_id, chat_id) do update set changed_at = ${now},
      last_stop_id = case when telegram_chats.changed_at < ${since} then 0 else telegram_chats.last_stop_id end,
      last_return_id = case when telegram_chats.changed_at < ${since} then 0 else telegram_chats.last_return_id end`);
}

async function answer(
  ctx: AppContext,
  tx: Tx,
  seen: ChatMessage,
  message: PrivateMessage,
): Promise<string | undefined> {
  const { text = '' } = message;
  if (isStopWord(text)) return answerStop(tx, seen);
  const sale = await passToSales(ctx, tx, seen, message);
  if (sale === 'command') return undefined;
  const [, payload] = /^\/start(?:@\w+)? +([\w-]{1,64})\s*$/.exec(text) ?? [];
  if (sale === undefined && payload !== undefined) return connect(tx, seen, payload);
  if (text.trim() !== '' && !text.startsWith('/')) await keepReply(tx, seen, text);
  if (sale === 'text') return undefined;
  return 'Por aqui só chegam avisos. Para conectar, abra o link que está no painel ou no portal; para parar, envie /stop.';
}

async function answerStop(tx: Tx, seen: ChatMessage): Promise<string> {
  const { chatId, customers, now } = seen;
  const ended = await stop(tx, seen, 'stopped');
  const lineIds = ended.flatMap(({ lineId }) => lineId ?? []);
  if (lineIds.length > 0) await customers?.stopped(tx, lineIds, now);
  const hadSale = await customers?.sales?.stopped(tx, receiverOf(seen), String(chatId), now);
  if (ended.length > 0)
    return 'Pronto: nada mais chega por aqui. Para voltar, conecte de novo pelo painel ou pelo portal.';
  return hadSale
    ? 'Pronto: nada mais chega por aqui. Para voltar, é só escrever.'
    : 'Nada chega por aqui: esta conversa não está conectada.';
}

const receiverOf = ({ bot }: ChatMessage): ChatReceiver => ({ channel: 'telegram', id: bot.id });

const passToSales = async (
  ctx: AppContext,
  tx: Tx,
  seen: ChatMessage,
  message: PrivateMessage,
): Promise<'command' | 'text' | undefined> =>
  seen.customers?.sales?.received(ctx, tx, {
    receiver: receiverOf(seen),
    address: String(seen.chatId),
    phone: readOwnPhone(message),
    text: message.text ?? '',
    sentAt: message.date === undefined ? seen.now : new Date(message.date * 1_000),
    position: seen.updateId,
  });

/** A contact proves a number only if the sender shared the own one, not that of another person. */
function readOwnPhone({ from, contact }: PrivateMessage): string | undefined {
  if (!contact || !from || contact.user_id !== from.id) return undefined;
  return readPhone(`+${contact.phone_number.replace(/\D/g, '')}`).number;
}

/** Passes the reply to the connected lines of the chat, whose sellers see it. */
async function keepReply(
  tx: Tx,
  { bot, chatId, now, customers }: ChatMessage,
  text: string,
): Promise<void> {
  const lines = await tx.many<{ lineId: number }>(sql`
    select line_id from telegram_connections
    where bot_id = ${bot.id} and chat_id = ${chatId} and ended_at is null and line_id is not null`);
  const ids = lines.map(({ lineId }) => lineId);
  if (ids.length > 0) await customers?.replied(tx, ids, text, now);
}

async function connect(tx: Tx, seen: ChatMessage, payload: string): Promise<string | undefined> {
  const { bot, chatId, updateId, now, customers } = seen;
  const invited = await claimInvitation(tx, bot, payload, now);
  if (!invited) return 'Este link já foi usado ou venceu. Peça outro no painel ou no portal.';
  const { accountId, lineId } = invited;
  const stopped = await tx.first(sql`
    select from telegram_chats
    where bot_id = ${bot.id} and chat_id = ${chatId} and last_stop_id > ${updateId}`);
  if (stopped) return undefined;
  await tx.run(sql`
    update telegram_connections set ended_at = ${now}, end_reason = 'replaced'
    where ended_at is null and (account_id = ${accountId} or line_id = ${lineId})`);
  await tx.run(sql`
    insert into telegram_connections (bot_id, chat_id, account_id, line_id, update_id, connected_at)
    values (${bot.id}, ${chatId}, ${accountId}, ${lineId}, ${updateId}, ${now})`);
  if (lineId === null) return 'Conectado: os avisos chegam por aqui. Para parar, envie /stop.';
  await customers?.connected(tx, lineId);
  return 'Conectado: os lembretes da sua assinatura chegam por aqui. Para parar, envie «parar».';
}

/** Ends the connections that were made before this update. */
async function stop(
  tx: Tx,
  { bot, chatId, updateId, now }: ChatMessage,
  reason: 'stopped' | 'blocked',
): Promise<{ lineId: number | null }[]> {
  const since = new Date(now.getTime() - COMPARED_MS);
  await tx.run(sql`
    update telegram_chats set last_stop_id = greatest(last_stop_id, ${updateId}::bigint)
    where bot_id = ${bot.id} and chat_id = ${chatId}`);
  return tx.many(sql`
    update telegram_connections set ended_at = ${now}, end_reason = ${reason}
    where bot_id = ${bot.id} and chat_id = ${chatId} and ended_at is null
      and (update_id < ${updateId} or connected_at < ${since})
    returning line_id`);
}

async function memberChanged(tx: Tx, seen: ChatMessage, status: string): Promise<undefined> {
  const { bot, chatId, updateId } = seen;
  if (status === 'kicked') {
    const returned = await tx.first(sql`
      select from telegram_chats
      where bot_id = ${bot.id} and chat_id = ${chatId} and last_return_id > ${updateId}`);
    if (!returned) await stop(tx, seen, 'blocked');
  }
  if (status === 'member') {
    await tx.run(sql`
      update telegram_chats set last_return_id = greatest(last_return_id, ${updateId}::bigint)
      where bot_id = ${bot.id} and chat_id = ${chatId}`);
    await reconnect(tx, seen);
  }
  return undefined;
}

/**
 * Restores the connections that the user's block of the bot ended. Does not restore the connection
 * of a recipient that connected another chat in the meantime.
 */
const reconnect = (tx: Tx, { bot, chatId, updateId }: ChatMessage): Promise<number> =>
  tx.run(sql`
    update telegram_connections c set ended_at = null, end_reason = null
    from telegram_chats t
    where t.bot_id = ${bot.id} and t.chat_id = ${chatId} and t.last_stop_id < ${updateId}
      and c.bot_id = t.bot_id and c.chat_id = t.chat_id
      and c.id in (
        select distinct on (account_id, line_id) id from telegram_connections
        where bot_id = ${bot.id} and chat_id = ${chatId} and end_reason = 'blocked'
        order by account_id, line_id, id desc)
      and not exists (
        select from telegram_connections o
        where o.ended_at is null and (o.account_id = c.account_id or o.line_id = c.line_id))`);
