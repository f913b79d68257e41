/**
 * The ledger summed by month, kept by a job: the statement and the reports read a few rows instead of
 * a year of entries, and say when they were summed. The months before stay as they are.
 */
import { DAY_MS, HOUR_MS } from '@ramal/contract/durations';
import { localDay, startOfMonth } from '../foundation/clock.ts';
import { LONG_TIMEOUT, type Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import {
  firstEntry,
  lastMonthTaken,
  recordMonthsTaken,
  sumUp,
  lockMonths,
} from './movement-months.sql.ts';

export const takeMovementMonths: Job = {
  name: 'take-movement-months',
  schedule: '* * * * *',
  work: async (ctx) => void (await sumMovementMonths(ctx)),
};

/** An entry carries the moment its transaction began, and is seen when that has ended. */
const LATE_MS = HOUR_MS;

/**
 * A month a transaction: the first time there may be years of them. Answers how many sums were new,
 * or nothing when another process is at it.
 */
export async function sumMovementMonths({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const last = await db.first<{ at: Date }>(lastMonthTaken);
  const since = last
    ? new Date(last.at.getTime() - LATE_MS)
    : ((await db.first<{ at: Date }>(firstEntry))?.at ?? now);
  let changed = 0;
  for (let from = startOfMonth(since, clock.timeZone); from <= now;) {
    const until = startOfMonth(new Date(from.getTime() + LONGER_THAN_A_MONTH_MS), clock.timeZone);
    const summed = await db.tx(async (tx) => {
      const turn = await tx.first<{ ours: boolean }>(lockMonths);
      if (!turn?.ours) return undefined;
      return tx.run(sumUp({ first: localDay(from, clock.timeZone), from, until }));
    }, LONG_TIMEOUT);
    if (summed === undefined) return 0;
    changed += summed;
    from = until;
  }
  await db.tx((tx) => tx.run(recordMonthsTaken(now)));
  return changed;
}

const LONGER_THAN_A_MONTH_MS = 32 * DAY_MS;

/** When they were summed last; undefined before the first time. */
export const movementMonthsTakenAt = async (reader: Reader): Promise<Date | undefined> =>
  (await reader.first<{ at: Date }>(lastMonthTaken, 'movement-months-taken'))?.at;
