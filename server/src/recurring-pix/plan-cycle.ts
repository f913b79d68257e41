/**
 * Plans the charge of a month, seven days before its due day. The due day is the day before the
 * line expires. A line has at most one unpaid charge of this kind, and none while another payment
 * is open (Q-RECURDUE).
 */
import { DUE_DAYS_BEFORE } from '@ramal/contract/rules/payments/recurring-pix';
import { isAnchoredDay } from '@ramal/contract/rules/payments/calendar-months';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { ROLLBACK_DAYS } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import {
  addDays,
  type ClockReading,
  daysBetween,
  localDay,
  readClock,
  startOfDay,
} from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { type Line, lockUndeletedLine } from '../lines/lines.ts';
import {
  type Authorization,
  type Cycle,
  cycleColumns,
  cyclesFrom,
  type LineAuthorization,
  listLiveCycles,
  lockAuthorization,
} from './authorizations.sql.ts';
import { findLineEnd, requestEnd } from './end-authorization.ts';
import { mayStillDebit } from './hand-payments.ts';
import { notifySkipped } from './notify-skipped.ts';
import { newDebitReference } from './recurring-account.ts';
import { BRASILIA, isInWindow, isTooLate } from './scheme-days.ts';

/** Returns the day (yyyy-mm-dd) on which the bank debits the renewal of this expiry. */
export const getDueDay = (expiresAt: Date, timeZone: string): string =>
  addDays(localDay(expiresAt, timeZone), -DUE_DAYS_BEFORE);

/**
 * Returns the due day of an authorization's next cycle. After a roll-back the first debit waits for
 * the first day that the customer authorised. Undefined if the line expires long before that day.
 */
function findDueDay(
  { startsOn }: Pick<Authorization, 'startsOn'>,
  expiresAt: Date,
  timeZone: string,
): string | undefined {
  const dueOn = getDueDay(expiresAt, timeZone);
  if (dueOn >= startsOn) return dueOn;
  return daysBetween(dueOn, startsOn) <= ROLLBACK_DAYS ? startsOn : undefined;
}

/** Number of days after the due day for which the customer can pay a charge by its own Pix. */
const PAYABLE_DAYS = 31;

/** Plans the next charge if it is due. Ends the authorization of a line that no longer renews. */
export async function planCycle(ctx: AppContext, id: number): Promise<void> {
  const near = await findNearLine(ctx, id);
  if (!near) return;
  await ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockUndeletedLine(tx, near.lineId, now);
    const locked = await lockAuthorization(tx, id);
    if (locked.state !== 'active') return;
    const reason = await findLineEnd(tx, locked);
    if (reason) return requestEnd(tx, locked, { reason, now });
    const dueOn = line && (await findPlannableDay(ctx, tx, locked, line));
    return dueOn && insert(ctx, tx, locked, { line, dueOn });
  });
}

/**
 * Decides months whose debit was replaced by a Pix by hand that nobody paid. Once it is too late for
 * the bank, the seller is informed.
 */
export async function skipMissedMonths(ctx: AppContext, id: number): Promise<void> {
  const now = ctx.clock.now();
  const replaced = await ctx.db.many<Cycle>(sql`
    select ${cycleColumns} from ${cyclesFrom} join lines l on l.id = a.line_id
    where a.id = ${id} and a.state = 'active' and c.state = 'removed' and c.skip_reason = 'paid-by-hand'
      and h.paid_at is null and l.expires_at = c.line_expires_at and l.expires_at > ${now}`);
  for (const cycle of replaced)
    if (isTooLate(cycle.dueOn, now))
      await ctx.db.tx(async (tx) => {
        await lockUndeletedLine(tx, cycle.lineId, now);
        if (await hasOtherPayment(tx, cycle.lineId, now)) return;
        const changed = await tx.run(sql`
          update pix_cycles set skip_reason = 'too-late'
          where id = ${cycle.id} and state = 'removed' and skip_reason = 'paid-by-hand'`);
        if (changed > 0) await notifySkipped(tx, cycle, 'too-late', now);
      });
}

type NearLine = Pick<LineAuthorization, 'lineId' | 'startsOn'> & Pick<Line, 'expiresAt'>;

/**
 * Reads the line of an active authorization near its due day, without a lock, because most
 * authorizations are far from their due day.
 */
async function findNearLine({ db, clock }: AppContext, id: number): Promise<NearLine | undefined> {
  const line = await db.first<NearLine>(sql`
    select l.id as line_id, l.expires_at, to_char(pa.starts_on, 'YYYY-MM-DD') as starts_on
    from pix_authorizations pa join lines l on l.id = pa.line_id where pa.id = ${id} and pa.state = 'active'`);
  return line && findWindowDay(line, line.expiresAt, readClock(clock)) ? line : undefined;
}

/** Returns the due day of a running line, unless it is too late to send its instruction. */
function findSendableDay(
  authorization: Pick<Authorization, 'startsOn'>,
  expiresAt: Date,
  { now, timeZone }: ClockReading,
): string | undefined {
  const dueOn = findDueDay(authorization, expiresAt, timeZone);
  if (dueOn === undefined || expiresAt <= now || isTooLate(dueOn, now)) return undefined;
  return dueOn;
}

/** Returns the due day of a running line if its instruction may be sent now. */
function findWindowDay(
  authorization: Pick<Authorization, 'startsOn'>,
  expiresAt: Date,
  at: ClockReading,
): string | undefined {
  const dueOn = findSendableDay(authorization, expiresAt, at);
  return dueOn !== undefined && isInWindow(dueOn, at.now) ? dueOn : undefined;
}

async function findPlannableDay(
  ctx: AppContext,
  tx: Tx,
  authorization: Authorization,
  line: Line,
): Promise<string | undefined> {
  const at = readClock(ctx.clock);
  const dueOn = findWindowDay(authorization, line.expiresAt, at);
  if (dueOn === undefined) return undefined;
  for (const cycle of await listLiveCycles(tx, line.id))
    if (await mayStillDebit(ctx, cycle)) return undefined;
  if (await hasOtherPayment(tx, line.id, at.now)) return undefined;
  return (await hasDecidedCycle(tx, authorization.id, dueOn)) ? undefined : dueOn;
}

/** A Pix code is accepted by slow banks for some time after its expiry. */
const CODE_MARGIN_MS = 15 * MINUTE_MS;
/** A card payment may be in review for some days after the expiry of its page. */
const REVIEW_MS = 3 * DAY_MS;

/** True while a payment by hand is open, or while a received payment waits for its renewal. */
const hasOtherPayment = async (reader: Reader, lineId: number, now: Date): Promise<boolean> =>
  (await reader.first(sql`
    select from charges
    where line_id = ${lineId} and purpose in ('renewal', 'sale') and (state = 'paid'
      or (state = 'pending' and expires_at > case method when 'card' then ${before(now, REVIEW_MS)}::timestamptz
        else ${before(now, CODE_MARGIN_MS)}::timestamptz end))`)) !== undefined;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/**
 * True if no other debit of this day may be planned. A returned payment may move the expiry back to
 * a month that was debited; that month is not debited again.
 */
const hasDecidedCycle = async (reader: Reader, id: number, dueOn: string): Promise<boolean> =>
  (await reader.first(sql`
    select from pix_cycles
    where authorization_id = ${id} and due_on = ${dueOn}::date
      and (state <> 'removed' or skip_reason in ('rejected', 'too-late', 'removed-at-provider'))`)) !==
  undefined;

/**
 * Returns the due day of the next cycle to plan. Undefined if the line expired, if it is too late
 * for this day, or if a cycle of this day was already planned or skipped.
 */
export async function findNextDueDay(
  reader: Reader,
  authorization: Authorization,
  expiresAt: Date,
  at: ClockReading,
): Promise<string | undefined> {
  const dueOn = findSendableDay(authorization, expiresAt, at);
  if (dueOn === undefined) return undefined;
  return (await hasDecidedCycle(reader, authorization.id, dueOn)) ? undefined : dueOn;
}

interface PlannedMonth {
  readonly line: Line;
  readonly dueOn: string;
}

async function insert(
  { clock }: AppContext,
  tx: Tx,
  authorization: Authorization,
  { line, dueOn }: PlannedMonth,
): Promise<void> {
  const now = clock.now();
  const { accountId, credits, cents, collector, provider } = authorization;
  const expiryDay = localDay(line.expiresAt, clock.timeZone);
  const isKept = isAnchoredDay(expiryDay, authorization.anchorDay);
  const anchorDay = isKept ? authorization.anchorDay : Number(expiryDay.slice(8));
  const payableUntil = new Date(startOfDay(dueOn, BRASILIA).getTime() + PAYABLE_DAYS * DAY_MS);
  const external = newDebitReference({ name: provider }, { lineId: line.id, credits });
  await tx.run(sql`
    with charge as (
      insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, collector,
        external_reference, created_at, expires_at, check_at, authorization_id, anchor_day)
      values ('renewal', ${accountId}, ${line.id}, 1, ${credits}, ${cents}, 'pix', ${provider}, ${collector},
        ${external}, ${now}, ${payableUntil}, ${payableUntil}, ${authorization.id}, ${anchorDay})
      returning id
    )
    insert into pix_cycles (authorization_id, due_on, tried_on, line_expires_at, charge_id, created_at)
    select ${authorization.id}, ${dueOn}::date, ${dueOn}::date, ${line.expiresAt}, charge.id, ${now} from charge`);
}
