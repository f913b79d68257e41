/**
 * Sends a message to a connected chat and returns the outcome. Telegram reports no read receipts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import { shortenText } from '../../foundation/files/cut-text.ts';
import {
  isProviderRejection,
  isProviderUnavailable,
  ProviderError,
} from '../../foundation/provider-error.ts';
import type { DeliveryOutcome } from '../../outbox/outbox.ts';
import { FAULT_PAUSE_MS } from '../channels.ts';
import { callTelegram, findReplacingChat } from './bot-api.ts';
import {
  toBotAccess,
  botFaults,
  findBotById,
  recordBotFault,
  recordBotSent,
  type TelegramBot,
} from './bot.ts';
import { endConnectionsOfChat, findChat, moveChat, type TelegramRecipient } from './connections.ts';

interface TelegramMessage {
  /** Sent as plain text without markup, so that no character can change its format. */
  readonly text: string;
  readonly button?: { readonly label: string; readonly url: string } | undefined;
  /** Rows of the keyboard below the chat. A press sends the label as a message. */
  readonly keyboard?: readonly TelegramKey[] | undefined;
}

interface TelegramKey {
  readonly label: string;
  /** True if the press shares the person's own number. */
  readonly sharesContact?: boolean;
}

const MAX_MESSAGE_LENGTH = 4_096;

export async function sendTelegram(
  ctx: AppContext,
  recipient: TelegramRecipient,
  message: TelegramMessage,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const chat = await findChat(ctx.db, recipient);
  return chat ? sendToTelegramChat(ctx, chat, message, signal) : notConnected;
}

const notConnected: DeliveryOutcome = { state: 'failed', reason: 'O Telegram não está conectado.' };

/** Sends a message to a chat that a person opened with a bot. */
export async function sendToTelegramChat(
  ctx: AppContext,
  { botId, chatId }: { readonly botId: number; readonly chatId: number },
  message: TelegramMessage,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const bot = await findBotById(ctx.db, botId);
  if (!bot) return notConnected;
  await reserveSendSlot(ctx, bot, chatId);
  return sendToChat(ctx, bot, { chatId, message, signal });
}

const MAX_REPLY_WAIT_MS = 2_000;

/**
 * Sends the bot's reply to a user's message. If the chat has reached its limit, no reply is sent.
 */
export async function replyInChat(
  ctx: AppContext,
  bot: TelegramBot,
  chatId: number,
  text: string,
): Promise<void> {
  if (await reserveSendSlot(ctx, bot, chatId, MAX_REPLY_WAIT_MS))
    await sendToChat(ctx, bot, { chatId, message: { text } });
}

interface ChatDelivery {
  readonly chatId: number;
  readonly message: TelegramMessage;
  readonly signal?: AbortSignal | undefined;
}

async function sendToChat(
  ctx: AppContext,
  bot: TelegramBot,
  { chatId, message, signal }: ChatDelivery,
): Promise<DeliveryOutcome> {
  try {
    return await send(ctx, bot, { chatId, message, signal });
  } catch (error) {
    const movedTo = isProviderRejection(error) ? findReplacingChat(error) : undefined;
    if (movedTo === undefined) return failureOf(ctx, bot, chatId, error);
    await moveChat(ctx, { bot, from: chatId, to: movedTo });
    await reserveSendSlot(ctx, bot, movedTo);
    return send(ctx, bot, { chatId: movedTo, message, signal }).catch((again: unknown) =>
      failureOf(ctx, bot, movedTo, again),
    );
  }
}

async function send(
  ctx: AppContext,
  bot: TelegramBot,
  { chatId, message, signal }: ChatDelivery,
): Promise<DeliveryOutcome> {
  const { message_id: id } = await callTelegram(toBotAccess(ctx, bot), 'sendMessage', {
    body: { chat_id: chatId, ...bodyOf(message), link_preview_options: { is_disabled: true } },
    result: z.object({ message_id: z.int() }),
    signal,
  });
  await recordBotSent(ctx, bot);
  return { state: 'sent', reference: `${chatId}:${id}` };
}

/** Telegram rejects a button whose URL is not public. The text then contains the URL instead. */
function bodyOf({ text, button, keyboard }: TelegramMessage): Readonly<Record<string, unknown>> {
  const isShown = button && new URL(button.url).hostname.includes('.');
  const whole = button && !isShown ? `${text}\n\n${button.url}` : text;
  return {
    text: shortenText(whole, MAX_MESSAGE_LENGTH),
    ...(isShown
      ? { reply_markup: { inline_keyboard: [[{ text: button.label, url: button.url }]] } }
      : {}),
    ...(keyboard && keyboard.length > 0 ? { reply_markup: keyboardOf(keyboard) } : {}),
  };
}

const keyboardOf = (keys: readonly TelegramKey[]): object => ({
  keyboard: keys.map(({ label, sharesContact }) => [
    { text: label, ...(sharesContact ? { request_contact: true } : {}) },
  ]),
  resize_keyboard: true,
});

async function failureOf(
  ctx: AppContext,
  bot: TelegramBot,
  chatId: number,
  error: unknown,
): Promise<DeliveryOutcome> {
  if (isProviderRejection(error)) return refusal(ctx, bot, chatId, error);
  if (isProviderUnavailable(error)) return silence(error);
  throw error;
}

const silence = ({ kind }: ProviderError): DeliveryOutcome =>
  kind === 'unreachable'
    ? { state: 'retry', reason: 'O Telegram não respondeu.' }
    : { state: 'unknown', reason: 'O Telegram não confirmou o envio.' };

async function refusal(
  ctx: AppContext,
  bot: TelegramBot,
  chatId: number,
  { kind, status = 0, message, retryAfterMs = 30_000 }: ProviderError,
): Promise<DeliveryOutcome> {
  const answer = `${status} ${message}`;
  if (status === 429) {
    const reason = 'O Telegram pediu para esperar.';
    const pause = { untilMs: retryAfterMs, reason };
    return { state: 'retry', afterMs: retryAfterMs, reason, answer, pause };
  }
  if (kind === 'unauthorized') {
    const reason = botFaults.token;
    await recordBotFault(ctx, bot, reason);
    return { state: 'retry', reason, answer, pause: { untilMs: FAULT_PAUSE_MS, reason } };
  }
  if (status >= 500) return { state: 'retry', reason: 'O Telegram está com problemas.', answer };
  const isChatGone = status === 403 || /chat not found/i.test(message);
  if (isChatGone) {
    await endConnectionsOfChat(ctx, { bot, chatId, reason: 'unreachable' });
    return { state: 'failed', reason: 'A pessoa bloqueou ou apagou a conversa.', answer };
  }
  ctx.log.error({ status, description: message }, 'Telegram rejected a message');
  return { state: 'failed', reason: 'O Telegram recusou a mensagem.', answer };
}

/**
 * Reserves a time slot for a message. All processes together send at most 25 messages a second per
 * bot and one per chat. If the chat has no slot within `mostWaitMs`, reserves nothing and returns
 * false.
 */
async function reserveSendSlot(
  { db }: Pick<AppContext, 'db'>,
  { id }: TelegramBot,
  chatId: number,
  mostWaitMs?: number,
): Promise<boolean> {
  const isNear =
    mostWaitMs === undefined
      ? sql`true`
      : sql`c.next_slot_at < clock_timestamp() + ${mostWaitMs} * interval '1 millisecond'`;
  const ofChat = sql`c.bot_id = ${id} and c.chat_id = ${chatId} and ${isNear}`;
  const isTaken =
    mostWaitMs === undefined
      ? sql`true`
      : sql`exists (select from telegram_chats c where ${ofChat})`;
  const turn = await db.tx((tx) =>
    tx.first<{ waitMs: number; isTaken: boolean }>(sql`
      with bot as (
        update telegram_bots
        set next_slot_at = greatest(next_slot_at, clock_timestamp()) + interval '40 milliseconds'
        where id = ${id} and ${isTaken} returning next_slot_at - interval '40 milliseconds' as at
      ), chat as (
        update telegram_chats c
        set next_slot_at = greatest(c.next_slot_at, (select at from bot)) + interval '1100 milliseconds'
        where ${ofChat}
        returning c.next_slot_at - interval '1100 milliseconds' as at
      )
      select (extract(epoch from greatest((select at from bot), (select at from chat)) - clock_timestamp())
        * 1000)::float8 as wait_ms, exists (select from chat) as is_taken`),
  );
  if (mostWaitMs !== undefined && !turn?.isTaken) return false;
  if (turn && turn.waitMs > 0) await delay(turn.waitMs);
  return true;
}
