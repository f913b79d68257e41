import { randomBytes } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  findTelegramBot as findDeclaration,
  getTelegramState as stateDeclaration,
  removeTelegramBot as removeDeclaration,
  saveTelegramBot as saveDeclaration,
} from '@ramal/contract/messaging';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { publicBaseUrl } from '../../brands/brands.ts';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isProviderRejection, isProviderUnavailable } from '../../foundation/provider-error.ts';
import { endQueue, resumeQueue } from '../../outbox/outbox.ts';
import { callTelegram, type BotAccess } from '../telegram/bot-api.ts';
import {
  toBotAccess,
  endTokenFault,
  findOwnBot,
  sealToken,
  type TelegramBot,
  telegramQueue,
  deriveWebhookSecret,
} from '../telegram/bot.ts';
import { WEBHOOK_PATH } from '../telegram/webhook.ts';
import { readChannels } from './read-channels.ts';

const me = z.object({
  id: z.int(),
  username: z.string(),
  first_name: z.string().default(''),
});

/**
 * Waits for a request to Telegram. Refuses if Telegram rejects the token or does not answer. Throws
 * any other error again.
 */
async function proving<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (isProviderRejection(error)) refuse('telegram_token_refused');
    if (isProviderUnavailable(error)) refuse('telegram_silent');
    throw error;
  }
}

const findMe = (access: BotAccess) => proving(callTelegram(access, 'getMe', { result: me }));

export async function findTelegramBot(
  { config }: AppContext,
  { body }: Call<typeof findDeclaration>,
): Promise<HandlerResult<typeof findDeclaration>> {
  const { username, first_name: name } = await findMe({
    baseUrl: config.telegramUrl,
    token: body.token,
  });
  return { username, name };
}

export async function saveTelegramBot(
  ctx: AppContext,
  { actor, requestMeta, body }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { franchise, token } = body;
  const access = { baseUrl: ctx.config.telegramUrl, token };
  const profile = await findMe(access);
  // Each token gets a new path. Requests that Telegram sends with an earlier token are then
  // rejected.
  const pathKey = randomBytes(18).toString('base64url');
  const url = webhookUrl(await publicBaseUrl(ctx, requestMeta.baseUrl), pathKey);
  // This check comes before the change of the webhook. If two franchises shared a bot, the change
  // would end the updates for the other franchise.
  await refuseTaken(ctx.db, profile.id, franchise);
  await proving(setUpdateDelivery(ctx, access, { pathKey, url }));
  await ctx.db.tx(async (tx) => {
    await refuseTaken(tx, profile.id, franchise);
    await deleteOtherBot(ctx, tx, franchise, profile.id);
    const row = await tx.first<{ id: number }>(sql`
      insert into telegram_bots (franchise_id, number, username, name, sealed_token, path_key, is_polled)
      values (${franchise}, ${profile.id}, ${profile.username}, ${profile.first_name}, ${sealToken(ctx, token)},
        ${pathKey}, ${url === undefined})
      on conflict (franchise_id) do update set username = excluded.username, name = excluded.name,
        sealed_token = excluded.sealed_token, path_key = excluded.path_key,
        is_polled = excluded.is_polled, fault = null, fault_at = null
      returning id`);
    await resumeQueue(tx, telegramQueue(row!));
    await recordEvent(tx, requestMeta, {
      kind: 'telegram-bot-set',
      actorId: actor.id,
      after: { franchise, bot: profile.username },
    });
  });
  return { message: `Bot @${profile.username} guardado`, ...(await readChannels(ctx, franchise)) };
}

async function refuseTaken(reader: Reader, number: number, franchise: number): Promise<void> {
  const other = await reader.first(
    sql`select from telegram_bots where number = ${number} and franchise_id <> ${franchise}`,
  );
  if (other) refuse('telegram_bot_taken');
}

/**
 * Deletes another bot of the franchise and with it its chats. A chat works only with the bot that
 * it was opened with, so every user connects again after a change of the bot.
 */
async function deleteOtherBot(
  ctx: AppContext,
  tx: Tx,
  franchise: number,
  number: number,
): Promise<void> {
  const row = await tx.first<{ id: number }>(
    sql`delete from telegram_bots where franchise_id = ${franchise} and number <> ${number} returning id`,
  );
  if (row) await endQueue(ctx, tx, telegramQueue(row));
}

/** Telegram sends to these ports only, and by HTTPS. */
const WEBHOOK_PORTS = new Set(['', '443', '80', '88', '8443']);

/**
 * Returns the webhook URL. Undefined if Telegram cannot reach this installation. In that case the
 * server polls for updates.
 */
function webhookUrl(baseUrl: string, pathKey: string): string | undefined {
  const { protocol, port, hostname } = new URL(baseUrl);
  const isReachable = protocol === 'https:' && WEBHOOK_PORTS.has(port) && hostname.includes('.');
  return isReachable ? `${baseUrl}${WEBHOOK_PATH}/${pathKey}` : undefined;
}

const ALLOWED_UPDATES = ['message', 'my_chat_member'];

const setUpdateDelivery = (
  ctx: AppContext,
  access: BotAccess,
  { pathKey, url }: { readonly pathKey: string; readonly url: string | undefined },
): Promise<boolean> =>
  url === undefined
    ? callTelegram(access, 'deleteWebhook', { result: z.boolean() })
    : callTelegram(access, 'setWebhook', {
        body: {
          url,
          secret_token: deriveWebhookSecret(ctx, { pathKey }),
          allowed_updates: ALLOWED_UPDATES,
          max_connections: 10,
        },
        result: z.boolean(),
      });

export async function removeTelegramBot(
  ctx: AppContext,
  { actor, requestMeta, query }: Call<typeof removeDeclaration>,
): Promise<HandlerResult<typeof removeDeclaration>> {
  const { franchise } = query;
  const bot = (await findOwnBot(ctx.db, franchise)) ?? refuse('channel_missing');
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`delete from telegram_bots where id = ${bot.id}`);
    await endQueue(ctx, tx, telegramQueue(bot));
    await recordEvent(tx, requestMeta, {
      kind: 'telegram-bot-removed',
      actorId: actor.id,
      after: { franchise, bot: bot.username },
    });
  });
  await stopListening(ctx, bot);
  return { message: `Bot @${bot.username} retirado`, ...(await readChannels(ctx, franchise)) };
}

/**
 * Removes the webhook at Telegram after the bot was deleted from the database. If the call fails,
 * Telegram sends updates for a day, and they have no effect.
 */
async function stopListening(ctx: AppContext, bot: TelegramBot): Promise<void> {
  try {
    await callTelegram(toBotAccess(ctx, bot), 'deleteWebhook', { result: z.boolean() });
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message }, 'the webhook of a bot could not be removed');
  }
}

const webhookInfo = z.object({
  pending_update_count: z.int().default(0),
  last_error_date: z.int().optional(),
  last_error_message: z.string().default(''),
});

export async function getTelegramState(
  ctx: AppContext,
  { query }: Call<typeof stateDeclaration>,
): Promise<HandlerResult<typeof stateDeclaration>> {
  const bot = (await findOwnBot(ctx.db, query.franchise)) ?? refuse('channel_missing');
  const info = await proving(
    callTelegram(toBotAccess(ctx, bot), 'getWebhookInfo', { result: webhookInfo }),
  );
  await ctx.db.tx((tx) => tx.run(endTokenFault(bot.id)));
  return {
    polled: bot.isPolled,
    pending: info.pending_update_count,
    lastError: info.last_error_message,
    lastErrorAtTimestamp: info.last_error_date ?? null,
  };
}
