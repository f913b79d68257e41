/** The webhook that receives Telegram's updates. */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { isInQuarantine } from '../../quarantine/quarantine.ts';
import { findBotByPath, isWebhookSecret } from './bot.ts';
import { type CustomerChats, receiveUpdate, update } from './receive-update.ts';

export const WEBHOOK_PATH = '/api/telegram-updates';

/**
 * Serves Telegram's webhook. The route is not a declared call, because declared calls do not read
 * the header with Telegram's secret.
 */
export function serveTelegram(
  server: FastifyInstance,
  ctx: AppContext,
  customers: CustomerChats,
): void {
  server.post<{ Params: { key: string } }>(`${WEBHOOK_PATH}/:key`, async (request, reply) => {
    const { headers, params, body } = request;
    const secret = headers['x-telegram-bot-api-secret-token'];
    const status = await processUpdate(ctx, customers, { pathKey: params.key, secret, body });
    // The response has no body, because Telegram would execute a body as a method call.
    return reply.code(status).header('cache-control', 'no-store').send();
  });
}

async function processUpdate(
  ctx: AppContext,
  customers: CustomerChats,
  { pathKey, secret, body }: { pathKey: string; secret: unknown; body: unknown },
): Promise<200 | 401 | 404 | 503> {
  const bot = await findBotByPath(ctx.db, pathKey.slice(0, 100));
  if (!bot) return 404;
  if (typeof secret !== 'string' || !isWebhookSecret(ctx, bot, secret)) return 401;
  // During quarantine the update is rejected. Telegram sends it again for a day.
  if (await isInQuarantine(ctx.db)) return 503;
  const sent = update.safeParse(body);
  // An unreadable update also counts as received, because Telegram would repeat it again and again.
  if (sent.success) await receiveUpdate(ctx, bot, sent.data, customers);
  return 200;
}
