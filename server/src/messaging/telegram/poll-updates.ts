/**
 * Polls the updates of bots if Telegram cannot reach this installation. Telegram allows only one
 * reader per bot, so the process holds a lock while it reads. The lock belongs to a transaction, so
 * that it also works through a connection pooler.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Job } from '../../foundation/jobs.ts';
import {
  isProviderRejection,
  isProviderUnavailable,
  ProviderError,
} from '../../foundation/provider-error.ts';
import { callTelegram } from './bot-api.ts';
import {
  toBotAccess,
  botFaults,
  endEveryFault,
  listPolledBots,
  recordBotFault,
  type TelegramBot,
} from './bot.ts';
import { type CustomerChats, receiveUpdate, update, type Update } from './receive-update.ts';

/** Seconds that a request waits for updates. The limit of an idle transaction is longer. */
const WAIT_SECONDS = 20;
const MAX_UPDATES = 50;
/**
 * Maximum age of an offset that is still sent. After a week without updates, Telegram restarts the
 * ids at any number. An old offset is not needed, because all older updates are confirmed.
 */
const OFFSET_MS = 5 * DAY_MS;

const LOCKS = 'telegram-updates';

/** Reads once and returns the number of updates, or undefined if another process reads this bot. */
export async function pollUpdates(
  ctx: AppContext,
  bot: TelegramBot,
  waitSeconds: number,
  customers?: CustomerChats,
): Promise<number | undefined> {
  const updates = await ctx.db.tx(async (tx) => {
    const lock = await tx.first<{ isHeld: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${LOCKS}), ${bot.id}::int) as is_held`,
    );
    if (!lock?.isHeld) return undefined;
    const read = await readUpdates(ctx, tx, bot, waitSeconds);
    await tx.run(endEveryFault(bot.id));
    return read;
  });
  const replies: Promise<void>[] = [];
  for (const received of updates ?? [])
    replies.push((await receiveUpdate(ctx, bot, received, customers)).replied);
  if (updates && updates.length > 0) await confirm(ctx, bot, updates);
  await Promise.all(replies);
  return updates?.length;
}

async function readUpdates(
  ctx: AppContext,
  tx: Tx,
  bot: TelegramBot,
  waitSeconds: number,
): Promise<Update[]> {
  const now = ctx.clock.now().getTime();
  const row = await tx.first<{ nextUpdateId: number | null; lastUpdateAt: Date | null }>(sql`
    select next_update_id, last_update_at
    from telegram_bots where id = ${bot.id}`);
  const isRecent = row?.lastUpdateAt && now - row.lastUpdateAt.getTime() < OFFSET_MS;
  const offset = isRecent ? row.nextUpdateId : null;
  const updates = await callTelegram(toBotAccess(ctx, bot), 'getUpdates', {
    body: {
      ...(offset === null ? {} : { offset }),
      limit: MAX_UPDATES,
      timeout: waitSeconds,
      allowed_updates: ['message', 'my_chat_member'],
    },
    result: z.array(z.unknown()),
    waitSeconds,
  });
  return updates.flatMap((value) => update.safeParse(value).data ?? []);
}

/**
 * Stores the next offset after all updates were processed. If the process stops before, Telegram
 * sends the updates again.
 */
const confirm = (
  { db, clock }: AppContext,
  bot: TelegramBot,
  updates: readonly Update[],
): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update telegram_bots set last_update_at = ${clock.now()},
        next_update_id = ${Math.max(...updates.map(({ update_id: id }) => id)) + 1}
      where id = ${bot.id}`),
  );

const TURN_MS = 50_000;
const AFTER_FAILURE_MS = 5_000;
/**
 * Maximum number of simultaneous reads. Each read uses a database connection while it waits. The
 * other connections remain available for requests.
 */
const READ_AT_ONCE = 3;

/** Polls the bots of a group in turn until shortly before the job's next run. */
async function keepPolling(
  ctx: AppContext,
  row: readonly TelegramBot[],
  customers: CustomerChats,
): Promise<void> {
  const end = performance.now() + TURN_MS;
  let bots = row;
  while (bots.length > 0 && performance.now() < end)
    for (const bot of bots) {
      const left = (end - performance.now()) / 1_000;
      const wait = Math.max(1, Math.floor(Math.min(WAIT_SECONDS / bots.length, left)));
      const isPolledAgain = await pollOnce(ctx, bot, wait, customers);
      if (!isPolledAgain) bots = bots.filter((other) => other !== bot);
    }
}

/**
 * Returns false if the bot is not to be read again in this run. While Telegram is unavailable, the
 * result stays true.
 */
async function pollOnce(
  ctx: AppContext,
  bot: TelegramBot,
  waitSeconds: number,
  customers: CustomerChats,
): Promise<boolean> {
  try {
    return (await pollUpdates(ctx, bot, waitSeconds, customers)) !== undefined;
  } catch (error) {
    if (isProviderRejection(error)) {
      await recordRefusal(ctx, bot, error);
      return false;
    }
    if (!isProviderUnavailable(error)) {
      // In this run only the other bots of the group are polled. This bot is polled again in the
      // next run.
      ctx.log.error({ err: error, bot: bot.id }, 'the updates of a bot could not be processed');
      return false;
    }
    await delay(AFTER_FAILURE_MS, undefined, { ref: false });
    return true;
  }
}

function recordRefusal(
  ctx: AppContext,
  bot: TelegramBot,
  { kind, status, message }: ProviderError,
): Promise<void> {
  if (kind === 'unauthorized') return recordBotFault(ctx, bot, botFaults.token);
  if (kind === 'conflict') return recordBotFault(ctx, bot, botFaults.readElsewhere);
  ctx.log.warn({ status, description: message }, 'Telegram rejected reading the updates of a bot');
  return Promise.resolve();
}

/**
 * Job that reads the updates of all bots. It runs every minute, so an added bot is read within a
 * minute.
 */
export const readTelegram = (customers: CustomerChats): Job => ({
  name: 'read-telegram',
  schedule: '* * * * *',
  work: async (ctx) => {
    const bots = await listPolledBots(ctx.db);
    const rows = Array.from({ length: READ_AT_ONCE }, (_, row) =>
      bots.filter((_bot, place) => place % READ_AT_ONCE === row),
    );
    await Promise.all(rows.map((row) => keepPolling(ctx, row, customers)));
  },
});
