/**
 * The money went back: what the payment brought is undone by a counter-entry, never by changing an entry.
 * The line loses the time it was given; credits that were bought are taken back as far as they are there.
 */
import { addWallClockDays } from '@ramal/contract/rules/wall-clock';
import { termOfPlan } from '@ramal/contract/rules/plans';
import sql, { type Sql } from 'sql-template-tag';
import { moveCreditsCte, type OwnedWallet } from '../credits/credits.ts';
import { unpaidPeriodCte } from '../dashboard/dashboard.ts';
import { insertEventCte } from '../events/events.ts';
import type { ClockReading } from '../foundation/clock.ts';
import { combineCtes, type Ctes, type Tx } from '../foundation/database.ts';
import { changeLine, lockLineToRenew } from '../lines/lines.ts';
import type { Charge } from './charges.sql.ts';
import { paymentOrigin, type Seller, unitPriceOf } from './settle-charge.ts';

export interface Reversal extends ClockReading {
  readonly reason: string;
  readonly seller: Seller;
  readonly wallets: readonly OwnedWallet[];
}

export async function reverseCharge(tx: Tx, charge: Charge, reversal: Reversal): Promise<void> {
  const { now, reason } = reversal;
  await tx.run(sql`
    update charges set state = 'reversed', reversed_at = ${now}, disputed = false, check_at = null,
      reason = ${charge.refundReason ? `Estornado: ${charge.refundReason}` : reason}
    where id = ${charge.id}`);
  const event = insertEventCte(paymentOrigin, {
    kind: 'recharge-reversed',
    actorId: null,
    accountId: charge.accountId,
    ...(charge.lineId === null ? {} : { lineId: charge.lineId }),
    after: { saleCents: charge.cents, reason, charge: charge.id },
  });
  // What was given by hand is taken back by hand.
  const hasGiven = charge.state === 'settled' && !charge.settledByHand;
  const undone = hasGiven ? undoing(charge, reversal) : {};
  if (hasGiven && charge.purpose === 'renewal') {
    const settledAt = sql`(select settled_at from charges where id = ${charge.id})`;
    const period = unpaidPeriodCte(charge.lineId!, settledAt);
    await undoRenewal(tx, charge, reversal, { ...undone, period, told: event });
    return;
  }
  await tx.run(combineCtes({ ...undone, event }));
}

function undoing(charge: Charge, { seller, wallets }: Reversal): Ctes {
  const actor = { actor: { id: seller.id, profile: seller.profile }, requestMeta: {} };
  const walletOf = (id: number, kind: OwnedWallet['kind']) =>
    wallets.find((one) => one.kind === kind && one.accountId === id);
  if (charge.purpose === 'renewal') {
    const portal = walletOf(charge.accountId, 'portal');
    if (!portal) return {};
    return moveCreditsCte(actor, 'consumption', portal, charge.credits, {
      reason: 'portal-renewal-undone',
      lineId: charge.lineId!,
    });
  }
  if (charge.purpose !== 'top-up') return {};
  const buyer = walletOf(charge.buyerId!, 'balance');
  const amount = Math.min(buyer?.balance ?? 0, charge.credits);
  if (!buyer || amount === 0) return {};
  const target = seller.profile === 'admin' ? 'issuance' : walletOf(seller.id, 'balance');
  if (!target) return {};
  return moveCreditsCte(actor, buyer, target, amount, {
    reason: 'credits-withdrawn',
    accountId: charge.buyerId!,
    unitPriceCents: unitPriceOf(charge),
    note: 'Pagamento devolvido',
  });
}

async function undoRenewal(
  tx: Tx,
  charge: Charge,
  { now, timeZone }: ClockReading,
  parts: Ctes,
): Promise<void> {
  const line = await lockLineToRenew(tx, charge.lineId!, now);
  if (!line) {
    await tx.run(combineCtes(parts));
    return;
  }
  const { days } = termOfPlan(charge.months!);
  const expiresAt = addWallClockDays(line.expiresAt, -days, timeZone);
  await changeLine(tx, { actor: { id: null }, requestMeta: paymentOrigin }, line, {
    kind: 'renewal-undone',
    change: { expiresAt },
    before: { expiresAt: line.expiresAt },
    after: { expiresAt, hundredths: charge.credits, charge: charge.id },
    parts,
  });
}

/** The seller of a charge, read under its lock. */
export const sellerOf = (accountId: number): Sql =>
  sql`select id, profile from accounts where id = ${accountId}`;
