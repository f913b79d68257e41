/** Port of the channels: how a reply is sent, with one adapter for each channel. */
import type { AppContext } from '../foundation/app-context.ts';
import {
  findNumberById,
  sendToTelegramChat,
  sendWhatsapp,
  telegramQueueOf,
  type WhatsappTemplate,
  whatsappQueueOf,
} from '../messaging/messaging.ts';
import type { DeliveryOutcome } from '../outbox/outbox.ts';
import { type Chat, toChannel } from './chats.sql.ts';

export interface StoredReply {
  readonly id: number;
  readonly body: string;
  readonly options: readonly string[];
  readonly asksContact: boolean;
  readonly template: WhatsappTemplate | null;
  /** Charge whose result the reply reports. */
  readonly chargeId: number | null;
}

interface Sending {
  readonly chat: Chat;
  readonly reply: StoredReply;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

interface ChannelAdapter {
  /** Queue of the bot or number, which pauses if the channel requests it. */
  readonly queueOf: (chat: Chat) => string;
  readonly send: (ctx: AppContext, sending: Sending) => Promise<DeliveryOutcome>;
}

/** Id of a reply, which Meta returns with its status. */
const toOwnId = ({ id }: StoredReply): string => `sales-chat-${id}`;

export function parseOwnId(ownId: string): number | undefined {
  const [, id] = /^sales-chat-(\d{1,15})$/.exec(ownId) ?? [];
  return id === undefined ? undefined : Number(id);
}

const CONTACT_LABEL = 'Enviar meu número';

const telegram: ChannelAdapter = {
  queueOf: ({ botId }) => telegramQueueOf({ id: botId! }),
  send: (ctx, { chat, reply, signal }) => {
    const keyboard = [
      ...(reply.asksContact ? [{ label: CONTACT_LABEL, sharesContact: true }] : []),
      ...reply.options.map((label) => ({ label })),
    ];
    const target = { botId: chat.botId!, chatId: Number(chat.address) };
    return sendToTelegramChat(ctx, target, { text: reply.body, keyboard }, signal);
  },
};

const whatsapp: ChannelAdapter = {
  queueOf: ({ numberId }) => whatsappQueueOf({ id: numberId! }),
  send: async (ctx, { chat, reply, attempt, signal }) => {
    const number = await findNumberById(ctx.db, chat.numberId!);
    if (!number) return { state: 'failed', reason: 'O número do WhatsApp foi retirado.' };
    const message = {
      to: chat.address,
      text: reply.body,
      options: reply.options,
      template: reply.template ?? undefined,
      ownId: toOwnId(reply),
      attempt,
    };
    const { meaning: _meaning, ...outcome } = await sendWhatsapp(ctx, number, message, signal);
    return outcome;
  },
};

const adapters = { telegram, whatsapp } as const;

export const channelQueue = (chat: Chat): string => adapters[toChannel(chat)].queueOf(chat);

export const sendReply = (ctx: AppContext, sending: Sending): Promise<DeliveryOutcome> =>
  adapters[toChannel(sending.chat)].send(ctx, sending);
