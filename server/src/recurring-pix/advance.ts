/**
 * Job that advances authorizations. It plans and sends the debits of the next days, reads the tries,
 * requests retries, and removes debits of lines that were renewed by hand. Every step is stored, so
 * that another process continues after a failure.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { SENT_DAYS_BEFORE } from '@ramal/contract/rules/payments/recurring-pix';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, startOfDay } from '../foundation/clock.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import type { Job } from '../foundation/jobs.ts';
import type { RecurringProvider } from '../payments/payments.ts';
import {
  type Authorization,
  type Cycle,
  cycleColumns,
  cyclesFrom,
  findAuthorization,
  findCycle,
  isLiveCycle,
  lockAuthorization,
} from './authorizations.sql.ts';
import { findEndedLines, findLineEnd, requestEnd } from './end-authorization.ts';
import { dueDayOf, planCycle } from './plan-cycle.ts';
import { openRecurring } from './recurring-account.ts';
import { refreshAuthorization } from './refresh-authorization.ts';
import { refreshCycle } from './refresh-cycle.ts';
import { removeCycle, requestRemoval } from './remove-cycle.ts';
import { retryCycle } from './retry-cycle.ts';
import { BRASILIA, bankDay, nextRequestTime } from './scheme-days.ts';
import { claimCycle, releaseCycle, sendCycle } from './send-cycle.ts';

const MAX_CONCURRENT = 500;
const AT_ONCE = 4;
const CLAIM_MS = 5 * MINUTE_MS;
/**
 * Smallest change of the expiry that counts as a renewal by hand. Trust and roll-back change it by
 * less.
 */
const RENEWED_MS = 10 * DAY_MS;
/** A charge that nobody paid is removed after this time, before its Pix expires. */
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

/** Condition on `pix_cycles c` and its authorization: the line was renewed by hand. */
const isRenewedByHand: Sql = sql`
  l.expires_at > c.line_expires_at + make_interval(secs => ${RENEWED_MS / 1000})`;

/**
 * Claims due authorizations and those whose line was renewed by hand. The claim of a stopped worker
 * expires.
 */
async function claimDue({ db, clock }: AppContext): Promise<number[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const rows = await db.tx((tx) =>
    tx.many<{ id: number }>(sql`
      update pix_authorizations set check_at = ${until}
      where id in (
        select id from (
          select id, check_at from pix_authorizations where check_at <= ${now}
          union
          select a.id, a.check_at from ${cyclesFrom} join lines l on l.id = a.line_id
          where ${isLiveCycle} and c.state <> 'removing' and ${isRenewedByHand}
        ) due
        order by check_at limit ${MAX_CONCURRENT})
      and id in (select id from pix_authorizations where check_at is not null for no key update skip locked)
      returning id`),
  );
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
    const again = new Date(ctx.clock.now().getTime() + AGAIN_MS);
    await ctx.db.tx((tx) =>
      tx.run(sql`
        update pix_authorizations set check_at = ${again} where id = ${id} and check_at is not null`),
    );
  }
}

export async function advanceAuthorization(ctx: AppContext, id: number): Promise<void> {
  const before = await findAuthorization(ctx.db, id);
  if (!before) return;
  if (!before.endedAt) await refreshAuthorization(ctx, id);
  await planCycle(ctx, id);
  const account = await openRecurring(ctx, before.accountId);
  if (account)
    for (const cycle of await listOpenCycles(ctx, id))
      await advanceCycle(ctx, cycle.id, account.provider);
  await schedule(ctx, id);
}

const listOpenCycles = ({ db }: AppContext, id: number): Promise<Cycle[]> =>
  db.many(sql`
    select ${cycleColumns} from ${cyclesFrom}
    where c.authorization_id = ${id} and (${isLiveCycle} or c.state = 'removing') order by c.due_on, c.id`);

async function advanceCycle(
  ctx: AppContext,
  id: number,
  provider: RecurringProvider,
): Promise<void> {
  if (!(await claimCycle(ctx, id))) return;
  try {
    await stepCycle(ctx, (await findCycle(ctx.db, id))!, provider);
  } finally {
    await releaseCycle(ctx, id);
  }
}

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
  { id, dueOn, paidAt }: Cycle,
): Promise<'renewed-by-hand' | 'ended' | undefined> {
  if (paidAt) return undefined;
  const renewed = await db.first(sql`
    select from ${cyclesFrom} join lines l on l.id = a.line_id where c.id = ${id} and ${isRenewedByHand}`);
  if (renewed) return 'renewed-by-hand';
  return bankDay(clock.now()) > addDays(dueOn, OLDEST_DAYS) ? 'ended' : undefined;
}

interface Outlook {
  readonly expiresAt: Date;
  readonly openCycles: number;
  readonly isRefused: boolean;
  readonly openDueOn: string | null;
}

/** Stores the time of the next work, and the values that lists of lines show. */
async function schedule({ db, clock }: AppContext, id: number): Promise<void> {
  const now = clock.now();
  const authorization = (await findAuthorization(db, id))!;
  const outlook = (await db.first<Outlook>(sql`
    select l.expires_at, count(h.id) filter (where ${isLiveCycle} or c.state = 'removing') as open_cycles,
      coalesce(bool_or(c.state = 'refused' and ${isLiveCycle}), false) as is_refused,
      to_char(min(c.due_on) filter (where ${isLiveCycle} and c.state <> 'refused'), 'YYYY-MM-DD') as open_due_on
    from lines l left join pix_cycles c on c.authorization_id = ${id} left join charges h on h.id = c.charge_id
    where l.id = ${authorization.lineId} group by l.id`))!;
  const isActive = authorization.state === 'active';
  const dueOn = dueDayOf(outlook.expiresAt, clock.timeZone);
  const nextDueOn =
    isActive && !outlook.isRefused
      ? (outlook.openDueOn ?? (outlook.expiresAt > now ? dueOn : null))
      : null;
  await db.tx((tx) =>
    tx.run(sql`
      update pix_authorizations set check_at = ${nextWork(authorization, outlook, now)}, next_due_on = ${nextDueOn}::date,
        is_refused = ${isActive && outlook.isRefused}
      where id = ${id}`),
  );
}

function nextWork(authorization: Authorization, outlook: Outlook, now: Date): Date | null {
  const later = (ms: number): Date => new Date(now.getTime() + ms);
  if (outlook.openCycles > 0) return earliest(later(HOUR_MS), nextRequestTime(now));
  if (authorization.state === 'preparing' || authorization.state === 'created')
    return later(AGAIN_MS);
  if (authorization.state === 'ending') return later(AGAIN_MS);
  if (authorization.state !== 'active') return null;
  const plan = startOfDay(
    addDays(dueDayOf(outlook.expiresAt, BRASILIA), -SENT_DAYS_BEFORE),
    BRASILIA,
  );
  return plan > now ? earliest(later(DAY_MS), plan) : later(HOUR_MS);
}

const earliest = (a: Date, b: Date): Date => (a < b ? a : b);

export const advanceJob: Job = {
  name: 'advance-recurring-pix',
  schedule: '*/10 * * * *',
  work: async (ctx) => void (await advanceAuthorizations(ctx)),
};
