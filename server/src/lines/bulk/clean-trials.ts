/**
 * Deletes the caller's own IPTV tests: all of them, or expired ones that were created more than 15
 * or 7 days ago. The deletion is soft. It runs in transactions of some hundred lines, so that no
 * lock lasts long. After an interruption the user starts it again. Each line gets an event, because
 * its history consists of events and an admin may restore it. Source: E-25, K-74, Q-CLEAN.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { type TrialRange, trialRanges } from '@ramal/contract/lines/clean-trials';
import sql, { type Sql, join } from 'sql-template-tag';
import { insertLineEventsCte } from '../../events/events.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';

const BATCH = 500;

/** Returns the number of deleted tests. Tests created during the call are not deleted. */
export async function cleanTrials(
  ctx: AppContext,
  caller: Caller,
  range: TrialRange,
): Promise<number> {
  const now = ctx.clock.now();
  let count = 0;
  for (let deleted = BATCH; deleted === BATCH;) {
    deleted = await ctx.db.tx((tx) => deleteBatch(tx, caller, range, now));
    count += deleted;
  }
  return count;
}

export async function countTrials(ctx: AppContext, { actor }: Caller) {
  const now = ctx.clock.now();
  const countInRange = (range: TrialRange): Sql =>
    sql`count(*) filter (where ${inRange(range, now)})`;
  const counts = await ctx.db.first<Record<'all' | 'running' | 'over15' | 'over7', number>>(sql`
    select count(*) as all, count(*) filter (where expires_at > ${now}) as running,
      ${countInRange(2)} as over15, ${countInRange(3)} as over7
    from lines where ${ownTrials(actor.id)} and created_at <= ${now}`);
  const { all, running, over15, over7 } = counts!;
  return { all, running, olderThan15Days: over15, olderThan7Days: over7 };
}

const ownTrials = (ownerId: number): Sql =>
  sql`owner_id = ${ownerId} and platform = 'iptv' and is_trial and deleted_at is null`;

/**
 * SQL condition: the test is old enough for the range. Only the range «all» includes running tests.
 */
function inRange(input: TrialRange, now: Date): Sql {
  const { days } = trialRanges.find(({ range }) => range === input)!;
  const before = new Date(now.getTime() - days * DAY_MS);
  return days === 0
    ? sql`created_at <= ${before}`
    : sql`(created_at < ${before} and expires_at <= ${now})`;
}

async function deleteBatch(tx: Tx, caller: Caller, range: TrialRange, now: Date): Promise<number> {
  const deleted = sql`
    update lines set deleted_at = ${now} where id in (
      select id from lines where ${join([ownTrials(caller.actor.id), inRange(range, now)], ' and ')}
      order by id limit ${BATCH} for no key update)
    returning id, owner_id, platform,
      jsonb_build_object('username', username, 'expiresAt', expires_at) as before`;
  const insertEvents = insertLineEventsCte(caller.requestMeta, sql`deleted`, {
    kind: 'line-deleted',
    actorId: caller.actor.id,
    after: { because: 'clean-trials' },
  });
  const row = await tx.first<{ count: number }>(
    sql`with deleted as (${deleted}), events as (${insertEvents}) select count(*) from deleted`,
  );
  return row!.count;
}
