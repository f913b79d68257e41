/**
 * Reverses a charge whose money was returned. A renewal loses its unused days, and the credits of a
 * top-up are withdrawn as far as the buyer has them. Credits return by new ledger entries.
 */
import { addWallClockDays } from '@ramal/contract/rules/wall-clock';
import sql, { type Sql } from 'sql-template-tag';
import { moveCreditsCte, type OwnedWallet } from '../../credits/credits.ts';
import { unpaidPeriodCte } from '../../line-payments/line-payments.ts';
import { insertEventCte } from '../../events/events.ts';
import type { ClockReading } from '../../foundation/clock.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import { changeLine, type Line, lockLineToUndo } from '../../lines/lines.ts';
import type { Charge } from '../charges.sql.ts';
import { paymentOrigin, type Seller, creditPriceCents } from '../settle-charge.ts';
import { type RenewalPart, unusedPart } from './unused-part.ts';

export interface Reversal extends ClockReading {
  readonly reason: string;
  readonly seller: Seller;
  readonly wallets: readonly OwnedWallet[];
}

interface UndonePart extends RenewalPart {
  /** Hundredths of the bonus of a top-up. */
  readonly bonus?: number;
}

const NOTHING: UndonePart = { days: 0, credits: 0 };

export async function reverseCharge(tx: Tx, charge: Charge, reversal: Reversal): Promise<void> {
  const { now, reason } = reversal;
  const undone = await undo(tx, charge, reversal);
  await tx.run(
    combineCtes({
      charge: sql`
        update charges set state = 'reversed', reversed_at = ${now}, disputed = false, returned_at = null,
          undone_days = ${undone ? undone.days : charge.undoneDays},
          undone_credits = ${undone ? undone.credits : charge.undoneCredits},
          undone_bonus = ${undone ? (undone.bonus ?? 0) : charge.undoneBonus},
          reason = ${charge.refundReason ? `Estornado: ${charge.refundReason}` : reason}
        where id = ${charge.id}`,
      event: insertEventCte(paymentOrigin, {
        kind: 'recharge-reversed',
        actorId: null,
        accountId: charge.accountId,
        ...(charge.lineId === null ? {} : { lineId: charge.lineId }),
        after: { saleCents: charge.cents, reason, charge: charge.id },
      }),
    }),
  );
}

/** Undoes the delivery and returns the undone part. Undefined if nothing had been delivered. */
async function undo(tx: Tx, charge: Charge, reversal: Reversal): Promise<UndonePart | undefined> {
  if (charge.state !== 'settled') return undefined;
  // A purchase that was delivered by hand must be undone by hand.
  if (charge.settledByHand || charge.purpose === 'test') return NOTHING;
  return charge.purpose === 'top-up'
    ? undoTopUp(tx, charge, reversal)
    : undoRenewal(tx, charge, reversal);
}

const findWallet = ({ wallets }: Reversal, accountId: number, kind: OwnedWallet['kind']) =>
  wallets.find((wallet) => wallet.kind === kind && wallet.accountId === accountId);

const ledgerActor = ({ seller }: Reversal) => ({
  actor: { id: seller.id, profile: seller.profile },
  requestMeta: {},
});

/** Withdraws the purchased credits and then the bonus, as far as the buyer has them. */
async function undoTopUp(tx: Tx, charge: Charge, reversal: Reversal): Promise<UndonePart> {
  const { seller } = reversal;
  const buyer = findWallet(reversal, charge.buyerId!, 'balance');
  const amount = Math.min(buyer?.balance ?? 0, charge.undoneCredits ?? charge.credits);
  const target =
    seller.profile === 'admin' ? 'issuance' : findWallet(reversal, seller.id, 'balance');
  if (!buyer || !target || amount === 0) return NOTHING;
  await tx.run(
    combineCtes(
      moveCreditsCte(ledgerActor(reversal), {
        from: buyer,
        to: target,
        amount,
        cause: {
          reason: 'credits-withdrawn',
          accountId: charge.buyerId!,
          unitPriceCents: creditPriceCents(charge),
          note: 'Pagamento devolvido',
        },
      }),
    ),
  );
  const bonus = Math.min(buyer.balance - amount, charge.undoneBonus ?? charge.bonusCredits);
  if (bonus > 0)
    await tx.run(
      combineCtes(
        moveCreditsCte(ledgerActor(reversal), {
          from: { ...buyer, balance: buyer.balance - amount },
          to: target === 'issuance' ? target : { ...target, balance: target.balance + amount },
          amount: bonus,
          cause: {
            reason: 'bonus-returned',
            accountId: charge.buyerId!,
            note: 'Pagamento devolvido',
          },
        }),
      ),
    );
  return { days: 0, credits: amount, bonus };
}

async function undoRenewal(tx: Tx, charge: Charge, reversal: Reversal): Promise<RenewalPart> {
  const period = unpaidPeriodCte(
    charge.lineId!,
    sql`(select settled_at from charges where id = ${charge.id})`,
  );
  await tx.run(period);
  const line = await lockLineToUndo(tx, charge.lineId!, reversal.now);
  if (!line) return NOTHING;
  const unused = unusedPart(charge, line, reversal.now);
  if (unused.days === 0) return unused;
  await shortenLine(tx, charge, line, { ...unused, timeZone: reversal.timeZone });
  await returnCredits(tx, charge, reversal, unused.credits);
  return unused;
}

/**
 * Shortens the line. The expiries of its later renewals become earlier by the same days, because
 * their own reversals count from these expiries.
 */
async function shortenLine(
  tx: Tx,
  charge: Charge,
  line: Line,
  part: RenewalPart & Pick<Reversal, 'timeZone'>,
): Promise<void> {
  const expiresAt = addWallClockDays(line.expiresAt, -part.days, part.timeZone);
  await changeLine(tx, { actor: { id: null }, requestMeta: paymentOrigin }, line, {
    kind: 'renewal-undone',
    change: { expiresAt },
    before: { expiresAt: line.expiresAt },
    after: { expiresAt, hundredths: part.credits, charge: charge.id },
    parts: {
      later: sql`
        update charges set renewed_until = renewed_until - make_interval(hours => ${part.days * 24}::int)
        where line_id = ${charge.lineId} and id <> ${charge.id} and state = 'settled'
          and renewed_until > ${charge.renewedUntil}`,
    },
  });
}

/**
 * Returns the credits of a reversed charge: whole credits to the portal wallet, the rest to the
 * balance.
 */
async function returnCredits(
  tx: Tx,
  charge: Charge,
  reversal: Reversal,
  credits: number,
): Promise<void> {
  const rest = credits % 100;
  for (const [kind, amount] of [
    ['portal', credits - rest],
    ['balance', rest],
  ] as const) {
    const wallet = findWallet(reversal, charge.accountId, kind);
    if (!wallet || amount === 0) continue;
    await tx.run(
      combineCtes(
        moveCreditsCte(ledgerActor(reversal), {
          from: 'consumption',
          to: wallet,
          amount,
          cause: {
            reason: 'portal-renewal-undone',
            lineId: charge.lineId!,
          },
        }),
      ),
    );
  }
}

export const selectSeller = (accountId: number): Sql =>
  sql`select id, profile from accounts where id = ${accountId}`;
