/**
 * Job that advances authorizations. It plans and sends the debits of the next days, reads the tries,
 * requests retries, and removes debits of lines that were renewed by hand. Every step is stored, so
 * that another process continues after a failure.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { SENT_DAYS_BEFORE } from '@ramal/contract/rules/payments/recurring-pix';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, readClock, startOfDay } from '../foundation/clock.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import type { Job } from '../foundation/jobs.ts';
import type { RecurringProvider } from '../payments/payments.ts';
import { withClaimedCycle } from './claim-cycle.ts';
import {
  type Authorization,
  type Cycle,
  cycleColumns,
  cyclesFrom,
  findAuthorization,
  findCycle,
  isLiveCycle,
  isOpenCycle,
  lockAuthorization,
  type SkipReason,
} from './authorizations.sql.ts';
import { findEndedLines, findLineEnd, requestEnd } from './end-authorization.ts';
import { findNextDueDay, planCycle, skipMissedMonths } from './plan-cycle.ts';
import { openProvider } from './recurring-account.ts';
import { refreshAuthorization } from './refresh-authorization.ts';
import { refreshCycle } from './refresh-cycle.ts';
import { removeCycle, requestRemoval } from './remove-cycle.ts';
import { retryCycle } from './retry-cycle.ts';
import { BRASILIA, bankDay, nextRequestTime } from './scheme-days.ts';
import { sendCycle } from './send-cycle.ts';

const MAX_CLAIMED = 500;
const AT_ONCE = 4;
const CLAIM_MS = 5 * MINUTE_MS;
/**
 * Smallest change of the expiry that counts as a renewal by hand. Trust and roll-back change it by
 * less.
 */
const RENEWED_MS = 10 * DAY_MS;
/**
 * An unpaid charge is removed when its due day is more than this many days ago, before its Pix
 * expires.
 */
const OLDEST_DAYS = 29;
const AGAIN_MS = 10 * MINUTE_MS;

export async function advanceAuthorizations(ctx: AppContext): Promise<number> {
  for (const id of await findEndedLines(ctx)) await endForLine(ctx, id);
  const due = await claimDue(ctx);
  const parts = Array.from({ length: AT_ONCE }, (_, part) =>
    due.filter((_id, index) => index % AT_ONCE === part),
  );
  await Promise.all(
    parts.map(async (ids) => {
      for (const id of ids) await advanceAlone(ctx, id);
    }),
  );
  return due.length;
}

const endForLine = (ctx: AppContext, id: number): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const authorization = await lockAuthorization(tx, id);
    const reason = await findLineEnd(tx, authorization);
    if (reason) await requestEnd(tx, authorization, { reason, now: ctx.clock.now() });
  });

/** Condition on a cycle `c` and the line `l` of its authorization: the line was renewed by hand. */
const isRenewedByHand: Sql = sql`
  l.expires_at > c.line_expires_at + make_interval(secs => ${RENEWED_MS / 1000})`;

/**
 * Condition on a cycle `c`, its authorization `a` and the line `l`. A renewal was refunded after the
 * cycle was planned, so the line expires earlier.
 */
const isRefunded: Sql = sql`
  l.expires_at < c.line_expires_at and exists (
    select from charges r where r.line_id = a.line_id and r.purpose in ('renewal', 'sale') and r.state = 'reversed'
      and r.reversed_at >= c.created_at and r.undone_days > 0)`;

/**
 * Claims due authorizations, and those whose line was renewed by hand or refunded. The claim of a
 * stopped worker expires.
 */
async function claimDue({ db, clock }: AppContext): Promise<number[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const rows = await db.tx(async (tx) => {
    await tx.run(sql`
      update pix_authorizations set check_at = ${now}
      where check_at > ${until} and id in (
        select a.id from ${cyclesFrom} join lines l on l.id = a.line_id
        where ${isLiveCycle} and c.state <> 'removing' and (${isRenewedByHand} or ${isRefunded}))`);
    return tx.many<{ id: number }>(sql`
      update pix_authorizations set check_at = ${until}
      where id in (select id from pix_authorizations where check_at <= ${now} order by check_at
        limit ${MAX_CLAIMED} for no key update skip locked)
      returning id`);
  });
  return rows.map(({ id }) => id);
}

/**
 * Advances one authorization and logs a failure, so that it does not delay the others. The next run
 * retries it.
 */
async function advanceAlone(ctx: AppContext, id: number): Promise<void> {
  try {
    await advanceAuthorization(ctx, id);
  } catch (error) {
    if (error instanceof ProviderError)
      ctx.log.warn({ authorization: id, problem: error.message }, 'a provider did not answer');
    else ctx.log.error({ err: error, id }, 'an authorization could not be advanced');
    await postpone(ctx, id);
  }
}

const postpone = ({ db, clock }: AppContext, id: number): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update pix_authorizations set check_at = ${new Date(clock.now().getTime() + AGAIN_MS)}
      where id = ${id} and check_at is not null`),
  );

async function advanceAuthorization(ctx: AppContext, id: number): Promise<void> {
  const before = await findAuthorization(ctx.db, id);
  if (!before) return;
  // Without an answer the stored state may be old, so nothing is sent.
  if (!before.endedAt && !(await refreshAuthorization(ctx, id))) {
    await postpone(ctx, id);
    return;
  }
  await planCycle(ctx, id);
  await skipMissedMonths(ctx, id);
  const cycles = await listOpenCycles(ctx, id);
  const provider = cycles.length > 0 ? await openProvider(ctx, before) : undefined;
  if (provider)
    for (const cycle of cycles)
      await withClaimedCycle(ctx, cycle.id, async () =>
        stepCycle(ctx, (await findCycle(ctx.db, cycle.id))!, provider),
      );
  await schedule(ctx, id);
}

const listOpenCycles = ({ db }: AppContext, id: number): Promise<Cycle[]> =>
  db.many(sql`
    select ${cycleColumns} from ${cyclesFrom}
    where c.authorization_id = ${id} and ${isOpenCycle} order by c.due_on, c.id`);

async function stepCycle(
  ctx: AppContext,
  cycle: Cycle,
  provider: RecurringProvider,
): Promise<void> {
  const reason = await findRemoval(ctx, cycle);
  if (reason && cycle.state !== 'removing') await requestRemoval(ctx, cycle, reason);
  const current = (await findCycle(ctx.db, cycle.id))!;
  if (current.state === 'removed') return;
  if (current.state === 'removing') {
    await removeCycle(ctx, current, provider);
    return;
  }
  if (current.state === 'planned') {
    await sendCycle(ctx, current, provider);
    return;
  }
  const after = await refreshCycle(ctx, current, provider);
  if (after.state === 'refused' && !after.paidAt) await retryCycle(ctx, after, provider);
}

/** Returns the reason why a cycle must not be debited; undefined if the debit is allowed. */
async function findRemoval(
  { db, clock }: AppContext,
  { id, dueOn, paidAt, chargeState }: Cycle,
): Promise<SkipReason | undefined> {
  if (paidAt) return undefined;
  if (bankDay(clock.now()) > addDays(dueOn, OLDEST_DAYS)) return 'unpaid';
  if (chargeState === 'cancelled') return 'removed-at-provider';
  const line = await db.first<{ isRenewed: boolean; isReturned: boolean }>(sql`
    select ${isRenewedByHand} as is_renewed, ${isRefunded} as is_returned
    from ${cyclesFrom} join lines l on l.id = a.line_id where c.id = ${id}`);
  if (line!.isRenewed) return 'renewed-by-hand';
  return line!.isReturned ? 'refunded' : undefined;
}

interface Outlook {
  /** Null while an order has no line. */
  readonly expiresAt: Date | null;
  readonly openCycles: number;
  readonly isRefused: boolean;
  /** Day of the next try of the open cycle (yyyy-mm-dd); null without one. */
  readonly openOn: string | null;
}

/** Stores the time of the next work, and the values that lists of lines show. */
const schedule = ({ db, clock }: AppContext, id: number): Promise<void> =>
  db.tx(async (tx) => {
    const at = readClock(clock);
    const authorization = await lockAuthorization(tx, id);
    const outlook = (await tx.first<Outlook>(sql`
      select l.expires_at, count(h.id) filter (where ${isOpenCycle}) as open_cycles,
        coalesce(bool_or(c.state = 'refused' and ${isLiveCycle}), false) as is_refused,
        to_char(min(c.tried_on) filter (where ${isLiveCycle} and c.state not in ('refused', 'removing')), 'YYYY-MM-DD') as open_on
      from pix_authorizations pa left join lines l on l.id = pa.line_id
      left join pix_cycles c on c.authorization_id = pa.id left join charges h on h.id = c.charge_id
      where pa.id = ${id} group by l.id`))!;
    const isActive = authorization.state === 'active';
    const isRefused = isActive && outlook.isRefused;
    const planned =
      isActive && outlook.openCycles === 0 && outlook.expiresAt !== null
        ? await findNextDueDay(tx, authorization, outlook.expiresAt, at)
        : undefined;
    const nextDueOn = isActive && !isRefused ? (outlook.openOn ?? planned ?? null) : null;
    const next =
      outlook.openCycles > 0
        ? earliest(later(at.now, HOUR_MS), nextRequestTime(at.now))
        : nextIdleWork(authorization, planned, at.now);
    // If `check_at` is not in the future, more work was requested during this run, for example by a
    // notice.
    await tx.run(sql`
      update pix_authorizations set check_at = case when check_at <= ${at.now} then check_at else ${next} end,
        next_due_on = ${nextDueOn}::date, is_refused = ${isRefused}
      where id = ${id}`);
  });

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** Returns the time of the next work if no cycle is open; null if nothing remains. */
function nextIdleWork(
  { state }: Authorization,
  plannedDueOn: string | undefined,
  now: Date,
): Date | null {
  if (state === 'preparing' || state === 'created' || state === 'ending')
    return later(now, AGAIN_MS);
  if (state !== 'active') return null;
  if (plannedDueOn === undefined) return later(now, DAY_MS);
  const plan = startOfDay(addDays(plannedDueOn, -SENT_DAYS_BEFORE), BRASILIA);
  // If the day of the plan has come, only another open payment still delays it.
  return plan > now ? earliest(later(now, DAY_MS), plan) : later(now, HOUR_MS);
}

const earliest = (a: Date, b: Date): Date => (a < b ? a : b);

export const advanceJob: Job = {
  name: 'advance-recurring-pix',
  schedule: '*/10 * * * *',
  work: async (ctx) => void (await advanceAuthorizations(ctx)),
};
