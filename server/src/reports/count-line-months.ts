/**
 * Counts the current month every few minutes, so that reports need not count a year of events. The
 * first run counts all months, a late run all months since the last run. Earlier months do not
 * change.
 */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { readMonthSums } from '../credits/credits.ts';
import { startOfMonth } from '../foundation/clock.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import {
  forgetMonths,
  storeAllAccountTotals,
  readAllLineMonths,
  readLineMonthsSnapshot,
  recordMovesKnown,
  writeLineMonths,
  writeTreeLineMonths,
  treeMoves,
  lockMonths,
} from './line-months.sql.ts';
import { lastMonths } from './months.ts';

export const countLineMonthsJob: Job = {
  name: 'take-line-months',
  schedule: '*/5 * * * *',
  work: async (ctx) => void (await countLineMonths(ctx)),
};

/**
 * An event contains the start time of its transaction, but becomes visible when the transaction
 * ends. The job therefore counts recent events again for this period.
 */
const LATE_MS = HOUR_MS;

/**
 * Counts the months and returns the number of changed rows, one for each account and month. Returns
 * 0 when another process is counting. The first run, and a run after a change of the time zone,
 * read all events.
 */
export function countLineMonths({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const { timeZone } = clock;
  return db.tx(async (tx) => {
    const turn = await tx.first<{ ours: boolean }>(lockMonths);
    if (!turn?.ours) return 0;
    const last = await readLineMonthsSnapshot(tx);
    const holds = last?.timeZone === timeZone;
    if (!holds) await tx.run(forgetMonths);
    const since = holds
      ? startOfMonth(new Date(last.at.getTime() - LATE_MS), timeZone)
      : '-infinity';
    const changed = await tx.run(writeLineMonths(since, clock.now(), timeZone));
    const { moves, areCounted } = (await tx.first<{ moves: number; areCounted: boolean }>(
      treeMoves,
    ))!;
    await tx.run(writeTreeLineMonths(areCounted ? since : '-infinity', timeZone));
    await tx.run(recordMovesKnown(moves));
    const [from] = lastMonths(clock) as [string];
    const sums = await readMonthSums(tx, { id: 0, profile: 'admin' }, from);
    await tx.run(storeAllAccountTotals({ sums, lines: await readAllLineMonths(tx, from) }));
    return changed;
  }, LONG_TIMEOUT);
}
