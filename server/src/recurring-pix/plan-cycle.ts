/**
 * Plans the charge of a month, seven days before its due day. The due day is the day before the line
 * expires. A line has at most one unpaid charge of this kind, and none next to a Pix by hand.
 * Source: Q-RECURDUE.
 */
import { DUE_DAYS_BEFORE } from '@ramal/contract/rules/payments/recurring-pix';
import { isAnchoredDay } from '@ramal/contract/rules/payments/calendar-months';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { type Line, lockUndeletedLine } from '../lines/lines.ts';
import {
  type Authorization,
  findAuthorization,
  listLiveCycles,
  lockAuthorization,
} from './authorizations.sql.ts';
import { findLineEnd, requestEnd } from './end-authorization.ts';
import { newDebitReference } from './recurring-account.ts';
import { BRASILIA, isInWindow } from './scheme-days.ts';

/** Returns the day (yyyy-mm-dd) on which the bank debits the renewal of this expiry. */
export const dueDayOf = (expiresAt: Date, timeZone: string): string =>
  addDays(localDay(expiresAt, timeZone), -DUE_DAYS_BEFORE);

/** A charge can be paid by its own Pix for this time after the due day. */
const PAYABLE_DAYS = 31;

/** Plans the next charge if it is due. Ends the authorization of a line that no longer renews. */
export async function planCycle(ctx: AppContext, id: number): Promise<void> {
  const authorization = await findAuthorization(ctx.db, id);
  if (authorization?.state !== 'active') return;
  await ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const line = await lockUndeletedLine(tx, authorization.lineId, now);
    const locked = await lockAuthorization(tx, id);
    if (locked.state !== 'active') return;
    const reason = await findLineEnd(tx, locked);
    if (reason) await requestEnd(tx, locked, { reason, now });
    else if (line && (await isPlannable(ctx, tx, locked, line)))
      await insert(ctx, tx, locked, line);
  });
}

async function isPlannable(
  { clock }: AppContext,
  tx: Tx,
  authorization: Authorization,
  line: Line,
): Promise<boolean> {
  const now = clock.now();
  const dueOn = dueDayOf(line.expiresAt, clock.timeZone);
  if (line.expiresAt <= now || dueOn < authorization.startsOn || !isInWindow(dueOn, now))
    return false;
  if ((await listLiveCycles(tx, line.id)).length > 0) return false;
  if (await hasOtherPayment(tx, line.id, now)) return false;
  return !(await wasRejected(tx, authorization.id, dueOn));
}

/** A code is accepted by slow banks for some time after its expiry. */
const CODE_MARGIN_MS = 15 * MINUTE_MS;

/** True while a payment by hand is open, or while a received payment waits for its renewal. */
const hasOtherPayment = async (reader: Reader, lineId: number, now: Date): Promise<boolean> =>
  (await reader.first(sql`
    select from charges
    where line_id = ${lineId} and purpose = 'renewal' and (state = 'paid'
      or (state = 'pending' and expires_at > ${new Date(now.getTime() - CODE_MARGIN_MS)}))`)) !==
  undefined;

/** True if the provider refused a charge of this day, or if it was too late for one. */
const wasRejected = async (reader: Reader, id: number, dueOn: string): Promise<boolean> =>
  (await reader.first(sql`
    select from pix_cycles
    where authorization_id = ${id} and due_on = ${dueOn}::date and skip_reason in ('rejected', 'too-late')`)) !==
  undefined;

async function insert(
  { clock }: AppContext,
  tx: Tx,
  authorization: Authorization,
  line: Line,
): Promise<void> {
  const now = clock.now();
  const { accountId, credits, cents, collector, provider } = authorization;
  const expiryDay = localDay(line.expiresAt, clock.timeZone);
  const dueOn = addDays(expiryDay, -DUE_DAYS_BEFORE);
  const isKept = isAnchoredDay(expiryDay, authorization.anchorDay);
  const anchorDay = isKept ? authorization.anchorDay : Number(expiryDay.slice(8));
  const payableUntil = new Date(startOfDay(dueOn, BRASILIA).getTime() + PAYABLE_DAYS * DAY_MS);
  const external = newDebitReference({ name: provider }, line.id, credits);
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
