/**
 * Reads what bots are told, where Telegram cannot reach this installation. Telegram has one reader of a bot
 * only, so a process holds a lock meanwhile; it is one of a transaction, so that a pooler may stand between.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Job } from '../../foundation/jobs.ts';
import { askTelegram, TelegramRefused, TelegramSilent } from './bot-api.ts';
import {
  accessOf,
  botFaults,
  endEveryFault,
  listPolledBots,
  recordBotFault,
  type TelegramBot,
} from './bot.ts';
import { type CustomerChats, receiveUpdate, update, type Update } from './receive-update.ts';

/** Below the limit of a transaction in which nothing is said. */
const WAIT_SECONDS = 20;
const MOST_UPDATES = 50;
/** Ids begin anew anywhere after a week of silence; what was read before is known to Telegram by then. */
const OFFSET_MS = 5 * DAY_MS;
const KEPT_MS = 3 * DAY_MS;

const LOCKS = 'telegram-updates';

/** One reading; answers how many updates came, or undefined where another process reads this bot. */
export async function pollUpdates(
  ctx: AppContext,
  bot: TelegramBot,
  waitSeconds: number,
  customers?: CustomerChats,
): Promise<number | undefined> {
  const updates = await ctx.db.tx(async (tx) => {
    const lock = await tx.first<{ isHeld: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${LOCKS}), ${bot.id}::int) as "isHeld"`,
    );
    if (!lock?.isHeld) return undefined;
    const read = await readUpdates(ctx, tx, bot, waitSeconds);
    await tx.run(endEveryFault(bot.id));
    return read;
  });
  const replies: Promise<void>[] = [];
  for (const one of updates ?? [])
    replies.push((await receiveUpdate(ctx, bot, one, customers)).replied);
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
    select next_update_id as "nextUpdateId", last_update_at as "lastUpdateAt"
    from telegram_bots where id = ${bot.id}`);
  const isRecent = row?.lastUpdateAt && now - row.lastUpdateAt.getTime() < OFFSET_MS;
  const offset = isRecent ? row.nextUpdateId : null;
  const found = await askTelegram(
    accessOf(ctx, bot),
    'getUpdates',
    {
      ...(offset === null ? {} : { offset }),
      limit: MOST_UPDATES,
      timeout: waitSeconds,
      allowed_updates: ['message', 'my_chat_member'],
    },
    z.array(z.unknown()),
    { waitSeconds },
  );
  return found.flatMap((one) => update.safeParse(one).data ?? []);
}

/** Only after all of them were taken: what a process that dies had read comes again. */
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
/** Each reading holds a connection to the database while it waits; the others are for people. */
const READ_AT_ONCE = 3;

/** Until the next turn of the job, the bots of a row one after the other. */
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
      const goesOn = await pollOnce(ctx, bot, wait, customers);
      if (!goesOn) bots = bots.filter((one) => one !== bot);
    }
}

/** False where another process reads the bot, or it cannot be read. */
async function pollOnce(
  ctx: AppContext,
  bot: TelegramBot,
  waitSeconds: number,
  customers: CustomerChats,
): Promise<boolean> {
  try {
    return (await pollUpdates(ctx, bot, waitSeconds, customers)) !== undefined;
  } catch (error) {
    if (error instanceof TelegramRefused) {
      await recordRefusal(ctx, bot, error);
      return false;
    }
    if (!(error instanceof TelegramSilent)) {
      // The others of its row are read on; this one a minute later.
      ctx.log.error({ err: error, bot: bot.id }, 'the updates of a bot could not be taken');
      return false;
    }
    await delay(AFTER_FAILURE_MS, undefined, { ref: false });
    return true;
  }
}

function recordRefusal(
  ctx: AppContext,
  bot: TelegramBot,
  { status, description }: TelegramRefused,
): Promise<void> {
  if (status === 401 || status === 404) return recordBotFault(ctx, bot, botFaults.token);
  if (status === 409) return recordBotFault(ctx, bot, botFaults.readElsewhere);
  ctx.log.warn({ status, description }, 'Telegram refused to be read');
  return Promise.resolve();
}

/** A bot that is added is read within a minute. */
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

export const deleteOldUpdates: Job = {
  name: 'delete-old-telegram-updates',
  schedule: '55 7 * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    await db.tx((tx) => tx.run(sql`delete from telegram_updates where received_at < ${before}`));
    await db.tx((tx) => tx.run(sql`delete from telegram_invitations where expires_at < ${before}`));
  },
};
