/**
 * Counts all trees once a minute in the background, so that the home screens need not count.
 * Q-DASHDEFS allows a delay of a minute.
 */
import sql, { type Sql } from 'sql-template-tag';
import { startOfMonth } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import type { CountedAt } from './line-counts.ts';
import { rollUp, lockTotals } from './tree-totals.sql.ts';

export const takeTreeTotals: Job = {
  name: 'take-tree-totals',
  schedule: '* * * * *',
  work: async (ctx) => void (await rollUpTreeTotals(ctx)),
};

/**
 * Requests a count now, for example after a whole network was deleted or restored, so that the
 * lists show it at once.
 */
export const countTreesSoon: Sql = sql`
  select ask_job(${takeTreeTotals.name}, '{}'::json, 'count-trees-soon')`;

/** Returns the number of accounts with changed totals, or 0 when another process is counting. */
export function rollUpTreeTotals({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  return db.tx(async (tx) => {
    const turn = await tx.first<{ ours: boolean }>(lockTotals);
    return turn?.ours ? tx.run(rollUp(countedAt(clock))) : 0;
  });
}

export function countedAt(clock: AppContext['clock']): CountedAt {
  const now = clock.now();
  return { now, month: startOfMonth(now, clock.timeZone) };
}
