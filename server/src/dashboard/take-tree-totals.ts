/** Counts all trees once a minute, so that nobody's home screen does (Q-DASHDEFS: they may be a minute old). */
import { startOfMonth } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import type { Job } from '../foundation/jobs.ts';
import type { Moment } from './line-counts.ts';
import { rollUp, takeTurn } from './tree-totals.sql.ts';

export const takeTreeTotals: Job = {
  name: 'take-tree-totals',
  schedule: '* * * * *',
  work: async (house) => void (await rollUpTreeTotals(house)),
};

/** How many accounts had new figures; nothing when another process is at it. */
export function rollUpTreeTotals({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<number> {
  return db.tx(async (tx) => {
    const turn = await tx.first<{ ours: boolean }>(takeTurn);
    return turn?.ours ? tx.run(rollUp(momentOf(clock))) : 0;
  });
}

export function momentOf(clock: House['clock']): Moment {
  const now = clock.now();
  return { now, month: startOfMonth(now, clock.timeZone) };
}
