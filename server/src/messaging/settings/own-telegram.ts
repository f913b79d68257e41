/** Connects and disconnects the Telegram chat of the calling account. */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { TELEGRAM_LINK_MINUTES } from '@ramal/contract/messaging';
import type {
  connectTelegram as connectDeclaration,
  disconnectTelegram as disconnectDeclaration,
  getOwnTelegram as getDeclaration,
  sendTestTelegram as testDeclaration,
} from '@ramal/contract/messaging';
import type { Actor } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { resumeQueue } from '../../outbox/outbox.ts';
import { findBot, telegramQueue } from '../telegram/bot.ts';
import {
  endTelegramConnection,
  findChat,
  findTelegramConnection,
  inviteToTelegram,
} from '../telegram/connections.ts';
import { sendTelegram } from '../telegram/send-telegram.ts';

const TEST_TIMEOUT_MS = 25_000;

export async function readOwnTelegram(
  { db }: Pick<AppContext, 'db'>,
  actor: Actor,
): Promise<HandlerResult<typeof getDeclaration>> {
  const bot = await findBot(db, actor.idFranchise);
  const connection = await findTelegramConnection(db, { accountId: actor.id });
  const isConnected = connection !== undefined && connection.endedAt === null;
  return {
    bot: isConnected ? connection.botUsername : (bot?.username ?? null),
    connected: isConnected,
    connectedAtTimestamp: isConnected ? unixSeconds(connection.connectedAt) : null,
    endReason: connection?.endReason ?? null,
  };
}

export const getOwnTelegram = (ctx: AppContext, { actor }: Call<typeof getDeclaration>) =>
  readOwnTelegram(ctx, actor);

export async function connectTelegram(
  ctx: AppContext,
  { actor }: Call<typeof connectDeclaration>,
): Promise<HandlerResult<typeof connectDeclaration>> {
  const invitation = await ctx.db.tx((tx) =>
    inviteToTelegram(ctx, tx, {
      franchiseId: actor.idFranchise,
      recipient: { accountId: actor.id },
      validMs: TELEGRAM_LINK_MINUTES * MINUTE_MS,
    }),
  );
  const { url, expiresAt } = invitation ?? refuse('channel_missing');
  return { url, expiresAtTimestamp: unixSeconds(expiresAt) };
}

export async function disconnectTelegram(
  ctx: AppContext,
  { actor }: Call<typeof disconnectDeclaration>,
): Promise<HandlerResult<typeof disconnectDeclaration>> {
  await ctx.db.tx((tx) => endTelegramConnection(ctx, tx, { accountId: actor.id }, 'removed'));
  return { message: 'Telegram desconectado', ...(await readOwnTelegram(ctx, actor)) };
}

export async function sendTestTelegram(
  ctx: AppContext,
  { actor }: Call<typeof testDeclaration>,
): Promise<HandlerResult<typeof testDeclaration>> {
  const recipient = { accountId: actor.id };
  const chat = (await findChat(ctx.db, recipient)) ?? refuse('telegram_not_connected');
  const { state, reason = '' } = await sendTelegram(
    ctx,
    recipient,
    { text: 'O envio pelo Telegram funciona.' },
    AbortSignal.timeout(TEST_TIMEOUT_MS),
  );
  if (state !== 'sent') refuse('test_message_failed', { values: { reason } });
  await ctx.db.tx((tx) => resumeQueue(tx, telegramQueue({ id: chat.botId })));
  return { message: 'Mensagem de teste enviada' };
}
