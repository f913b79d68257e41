/**
 * Calculates the totals of all trees once a minute in the background, so that requests for the home
 * screen do not count. Q-DASHDEFS allows a delay of a minute.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { startOfMonth, startOfNextMonth } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { LONG_TIMEOUT, type Tx } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import type { CountMoment } from './line-counts.ts';
import {
  findExpiredOwners,
  lastRollUp,
  lockTotals,
  recordAllCounted,
  recount,
  rollUp,
  type RollUpScope,
  deleteChangedOwners,
} from './tree-totals.sql.ts';

export const rollUpTreeTotalsJob: Job = {
  name: 'take-tree-totals',
  schedule: '* * * * *',
  work: async (ctx) => void (await rollUpTreeTotals(ctx)),
};

/**
 * Requests a roll-up now. Used after a whole network was deleted or restored, so that the lists
 * show the change at once.
 */
export const countTreesSoon: Sql = sql`
  select ask_job(${rollUpTreeTotalsJob.name}, '{}'::json, 'count-trees-soon')`;

/**
 * Calculates the totals. Returns the number of accounts whose totals changed, or 0 if another
 * process is counting.
 */
export function rollUpTreeTotals({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  return db.tx(async (tx) => {
    const lock = await tx.first<{ ours: boolean }>(lockTotals);
    if (!lock?.ours) return 0;
    const moment = createCountMoment(clock);
    return tx.run(rollUp(moment, await countChangedOwners(tx, moment)));
  }, LONG_TIMEOUT);
}

/**
 * Counts the lines of owners whose lines changed or expired. Counts all lines and returns 'all'
 * once a day, and also when the set of admins changed.
 */
async function countChangedOwners(tx: Tx, moment: CountMoment): Promise<RollUpScope> {
  const changed = await tx.many<{ ownerId: number }>(deleteChangedOwners);
  const last = await tx.first<{ at: Date; allAt: Date | null; areSameAdmins: boolean }>(lastRollUp);
  const isRecent =
    last?.allAt && Math.abs(moment.now.getTime() - last.allAt.getTime()) <= ALL_AGAIN_MS;
  if (!isRecent || !last.areSameAdmins) {
    await tx.run(recount('all', moment));
    await tx.run(recordAllCounted(moment.now));
    return 'all';
  }
  // If the clock was set back, expired lines are running again. `from` and `until` are then
  // swapped, so that the lines between them are counted again.
  const [from, until] = last.at < moment.now ? [last.at, moment.now] : [moment.now, last.at];
  const expired = await tx.many<{ ownerId: number }>(findExpiredOwners(from, until));
  const owners = new Set([...changed, ...expired].map(({ ownerId }) => ownerId));
  if (owners.size > 0) await tx.run(recount([...owners], moment));
  return 'changed';
}

const ALL_AGAIN_MS = DAY_MS;

export function createCountMoment(clock: AppContext['clock']): CountMoment {
  const now = clock.now();
  return {
    now,
    month: startOfMonth(now, clock.timeZone),
    monthEnd: startOfNextMonth(now, clock.timeZone),
  };
}
