/** Where Telegram sends what happens in the chats of a bot, and what is read from it where it cannot. */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { isInQuarantine } from '../../quarantine/quarantine.ts';
import { findBotByPath, isWebhookSecret } from './bot.ts';
import { type CustomerChats, receiveUpdate, update } from './receive-update.ts';

export const WEBHOOK_PATH = '/api/telegram-updates';

/** A road of its own, because the proof of origin stands in a header that no declared call reads. */
export function serveTelegram(
  server: FastifyInstance,
  ctx: AppContext,
  customers: CustomerChats,
): void {
  server.post<{ Params: { key: string } }>(`${WEBHOOK_PATH}/:key`, async (request, reply) => {
    const { headers, params, body } = request;
    const secret = headers['x-telegram-bot-api-secret-token'];
    const status = await take(ctx, customers, { pathKey: params.key, secret, body });
    // Without a body: Telegram would take one for a call.
    return reply.code(status).header('cache-control', 'no-store').send();
  });
}

async function take(
  ctx: AppContext,
  customers: CustomerChats,
  { pathKey, secret, body }: { pathKey: string; secret: unknown; body: unknown },
): Promise<200 | 401 | 404 | 503> {
  const bot = await findBotByPath(ctx.db, pathKey.slice(0, 100));
  if (!bot) return 404;
  if (typeof secret !== 'string' || !isWebhookSecret(ctx, bot, secret)) return 401;
  // Telegram sends it again for a day.
  if (await isInQuarantine(ctx.db)) return 503;
  const sent = update.safeParse(body);
  // What cannot be read would be sent again and again.
  if (sent.success) await receiveUpdate(ctx, bot, sent.data, customers);
  return 200;
}
