/**
 * Counts all trees once a minute in the background, so that no home screen has to (Q-DASHDEFS allows a
 * minute).
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

/** After a whole network came or went: nobody waits a minute for what the lists say of it. */
export const countTreesSoon: Sql = sql`
  select ask_job(${takeTreeTotals.name}, '{}'::json, 'count-trees-soon')`;

/** Returns how many accounts have new figures, or undefined when another process is counting. */
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
