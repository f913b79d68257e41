/** Chats with bots and WhatsApp numbers that sell for a seller. */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';

export const chatChannels = ['telegram', 'whatsapp'] as const;
export type ChatChannel = (typeof chatChannels)[number];

const chatChannel = z.object({
  channel: z.enum(chatChannels),
  /** Name or number that people see: `@aurora_bot`; empty if the channel is not connected. */
  name: z.string(),
  /** Link that opens a chat with this seller; null if the channel is not connected. */
  url: z.string().nullable(),
  /** Last message of a person to this seller, in Unix seconds. */
  lastMessageTimestamp: z.int().nullable(),
  /** Sentence about the last problem; empty if the channel works. */
  problem: z.string(),
});
export type SalesChatChannel = z.output<typeof chatChannel>;

export const getSalesChats = endpoint({
  name: 'get-sales-chats',
  method: 'GET',
  path: '/api/storefront/chats',
  summary:
    'O robô do Telegram e o número do WhatsApp que atendem pela conta: link, última mensagem e último problema.',
  access: { profiles: sellers },
  answer: z.object({ channels: z.array(chatChannel) }),
  errors: [],
});
