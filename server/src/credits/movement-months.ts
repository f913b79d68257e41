/**
 * Job that calculates the sums of the ledger by month. The statement and the reports then read a
 * few rows instead of a year of entries. They show the time of the calculation. The sums of an
 * account for earlier months do not change. The sums of trees change when an account moves.
 */
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { localDay, startOfMonth } from '../foundation/clock.ts';
import { LONG_TIMEOUT, type Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import {
  firstEntry,
  lastSummedMonth,
  lastMonthTakenByKinds,
  monthsToSumUpTree,
  recordMovesKnown,
  recordSummedMonths,
  sumUp,
  sumUpTree,
  lockMonths,
} from './movement-months.sql.ts';

export const sumMovementMonthsJob: Job = {
  name: 'take-movement-months',
  schedule: '* * * * *',
  work: async (ctx) => void (await sumMovementMonths(ctx)),
};

/**
 * Period for which the job sums recent entries again. An entry contains the start time of its
 * transaction, but becomes visible only when the transaction commits.
 */
const LATE_MS = HOUR_MS;

/**
 * Calculates the sums of one month per transaction, because the first run may cover years. Returns
 * the number of written account sums, or 0 if another process holds the lock.
 */
export async function sumMovementMonths({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const last = await db.first<{ at: Date }>(lastMonthTakenByKinds);
  const since = last
    ? new Date(last.at.getTime() - LATE_MS)
    : ((await db.first<{ at: Date }>(firstEntry))?.at ?? now);
  let changed = 0;
  for (let from = startOfMonth(since, clock.timeZone); from <= now;) {
    const until = startOfMonth(new Date(from.getTime() + LONGER_THAN_A_MONTH_MS), clock.timeZone);
    const summed = await db.tx(async (tx) => {
      const lock = await tx.first<{ ours: boolean }>(lockMonths);
      if (!lock?.ours) return undefined;
      const first = localDay(from, clock.timeZone);
      const written = await tx.run(sumUp({ first, from, until }));
      await tx.run(sumUpTree(first));
      return written;
    }, LONG_TIMEOUT);
    if (summed === undefined) return 0;
    changed += summed;
    from = until;
  }
  await db.tx((tx) => tx.run(recordSummedMonths(now)));
  await sumUpMovedTree(db);
  return changed;
}

/**
 * Calculates the descendants' sums of every month again, because a moved account changes the sums
 * of all months.
 */
async function sumUpMovedTree(db: AppContext['db']): Promise<void> {
  const months = await db.many<{ first: string; moves: number }>(monthsToSumUpTree);
  for (const { first } of months) {
    const lock = await db.tx(async (tx) => {
      const lock = await tx.first<{ ours: boolean }>(lockMonths);
      if (lock?.ours) await tx.run(sumUpTree(first));
      return lock;
    }, LONG_TIMEOUT);
    if (!lock?.ours) return;
  }
  const [newest] = months;
  if (newest) await db.tx((tx) => tx.run(recordMovesKnown(newest.moves)));
}

const LONGER_THAN_A_MONTH_MS = 32 * DAY_MS;

/** Returns the time of the last calculation. Undefined before the first run. */
export const movementMonthsTakenAt = async (reader: Reader): Promise<Date | undefined> =>
  (await reader.first<{ at: Date }>(lastSummedMonth, 'prepared'))?.at;
