/**
 * Confirms a charge after a notice, on request of the customer's open page, or in the job. The
 * payment is read from the provider with the account's own key. Amount, currency, receiver and
 * reference must be those of the charge. States only advance, except when money is returned.
 * Everything is one transaction under the wallets' lock.
 */
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { lockWallets } from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type ClockReading, readClock } from '../foundation/clock.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import { isProviderUnavailable, ProviderError } from '../foundation/provider-error.ts';
import { isSettledOutside } from '../quarantine/quarantine.ts';
import { type Charge, findCharge, lockCharge } from './charges.sql.ts';
import { flagOnce } from './flag-once.ts';
import { nextCheck } from './next-check.ts';
import { ensurePaymentAccount } from './payment-account.ts';
import type { PaymentReading } from './providers/port.ts';
import { getPaymentProvider } from './providers/provider-of.ts';
import { reverseCharge, type Reversal, sellerOf } from './reverse-charge.ts';
import {
  PAID_TWICE,
  PARTLY_BACK,
  paymentOrigin,
  type Seller,
  settleByHand,
  settleRenewals,
  settleTest,
  settleTopUp,
} from './settle-charge.ts';

/** False if the payment could not be read. */
export async function confirmCharge(ctx: AppContext, id: number): Promise<boolean> {
  const charge = await findCharge(ctx.db, id);
  if (!charge) return true;
  const account = await ensurePaymentAccount(ctx, charge.accountId);
  const read = await readFrom(ctx, charge, getPaymentProvider(ctx, account, charge.provider));
  await ctx.db.tx((tx) => apply(tx, readClock(ctx.clock), charge, read));
  return read.failure === undefined;
}

interface Read {
  readonly readings: readonly PaymentReading[];
  /** The read failed. Keep the stored state and retry later. */
  readonly failure?: 'silent' | 'refused';
}

async function readFrom(
  { log }: AppContext,
  charge: Charge,
  provider: ReturnType<typeof getPaymentProvider>,
): Promise<Read> {
  try {
    const readings = await provider?.read({ ...charge, reference: charge.externalReference });
    return { readings: readings ?? [] };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ charge: charge.id, problem: error.message }, 'a payment could not be read');
    return { readings: [], failure: isProviderUnavailable(error) ? 'silent' : 'refused' };
  }
}

/** Wallets, then charges, then lines. */
async function apply(
  tx: Tx,
  at: ClockReading,
  { id, accountId, buyerId }: Charge,
  { readings, failure }: Read,
): Promise<void> {
  const { now } = at;
  const parties = [accountId, ...(buyerId === null ? [] : [buyerId])];
  let wallets = await lockWallets(tx, parties);
  const charge = await lockCharge(tx, id);
  const seller = (await tx.first<Seller>(sellerOf(accountId)))!;
  const ownReadings = readings.filter((reading) => reading.reference === charge.externalReference);
  const good = ownReadings.filter((reading) => isOf(charge, reading));
  const settledBy = good.find(({ paymentId }) => paymentId === charge.paymentId);
  const approved = good.find(({ state, disputed }) => state === 'approved' && !disputed);
  if (charge.paidAt) {
    await followPaid(tx, charge, { settledBy, approved }, { ...at, seller, wallets });
    // A reversal changed the balances.
    wallets = await lockWallets(tx, parties);
  } else if (approved) {
    await markPaid(tx, now, charge, approved);
    if (await isSettledOutside(tx, { kind: 'payment', key: charge.externalReference }))
      await settleByHand(tx, now, charge);
  } else if (!isAskedSoon(charge, failure, now)) {
    await markOpen(tx, now, { charge, ownReadings, good });
  }
  await settle(tx, at, { charge, seller, wallets });
  const after = await lockCharge(tx, id);
  // Unavailable providers are retried soon, rejected keys after a long pause.
  const checkAt = earlier(
    nextCheck(after, now),
    isAskedSoon(after, failure, now) ? new Date(now.getTime() + SOON_MS) : undefined,
  );
  await tx.run(sql`
    update charges set check_at = ${checkAt}, checks = checks + 1, asked_at = ${now} where id = ${id}`);
}

const SOON_MS = 10 * MINUTE_MS;
/**
 * Period after the end or the payment of a charge in which an unavailable provider is retried soon.
 */
const RETRIED_FOR_MS = { unpaid: 3 * DAY_MS, paid: 180 * DAY_MS };

function isAskedSoon({ expiresAt, paidAt }: Charge, failure: Read['failure'], now: Date): boolean {
  if (failure !== 'silent') return false;
  const until = paidAt
    ? paidAt.getTime() + RETRIED_FOR_MS.paid
    : expiresAt.getTime() + RETRIED_FOR_MS.unpaid;
  return now.getTime() < until;
}

const earlier = (a: Date | null, b: Date | undefined): Date | null => (b && (!a || b < a) ? b : a);

/**
 * False for another reseller, receiver, amount or currency. A payer may have paid more, as the
 * bank's interest, which does not reach the receiver.
 */
const isOf = (charge: Charge, reading: PaymentReading): boolean =>
  reading.collector === charge.collector &&
  reading.currency === 'BRL' &&
  reading.cents === charge.cents &&
  (reading.state !== 'approved' || reading.paidCents >= charge.cents);

async function markPaid(tx: Tx, now: Date, charge: Charge, reading: PaymentReading): Promise<void> {
  await tx.run(
    combineCtes({
      charge: sql`
        update charges set state = 'paid', paid_at = ${now}, payment_id = ${reading.paymentId}, reason = null
        where id = ${charge.id}`,
      proof: sql`
        update payment_accounts set proven_at = coalesce(proven_at, ${now})
        where account_id = ${charge.accountId} and ${charge.provider} <> 'sandbox'`,
      event: insertEventCte(paymentOrigin, {
        kind: 'recharge-paid',
        actorId: null,
        accountId: charge.accountId,
        ...(charge.lineId === null ? {} : { lineId: charge.lineId }),
        after: { saleCents: charge.cents, charge: charge.id },
      }),
    }),
  );
}

interface PaidReadings {
  /** The payment that settled the charge, in its current state at the provider. */
  readonly settledBy: PaymentReading | undefined;
  readonly approved: PaymentReading | undefined;
}

/** Each provider state of a paid charge has one effect, in whatever order the states come (Q-DISPUTE). */
async function followPaid(
  tx: Tx,
  charge: Charge,
  { settledBy, approved }: PaidReadings,
  parties: Omit<Reversal, 'reason'>,
): Promise<void> {
  const isGone = settledBy?.state === 'reversed';
  if (charge.state !== 'reversed') {
    const reason = settledBy?.reason ?? 'O dinheiro voltou para quem pagou';
    if (isGone) await reverseCharge(tx, charge, { ...parties, reason });
    else await noteAfterwards(tx, charge, settledBy, approved);
    return;
  }
  const isBack =
    settledBy?.state === 'approved' && !settledBy.disputed && settledBy.refundedCents === 0;
  if (isBack && charge.returnedAt === null) await noteReturn(tx, charge, parties.now);
  else if (isGone && charge.returnedAt !== null)
    await tx.run(sql`
      update charges set returned_at = null, reason = ${settledBy.reason} where id = ${charge.id}`);
}

const MONEY_BACK = 'O dinheiro voltou para você: dê os dias de novo';
const MONEY_BACK_NOTHING_UNDONE = 'O dinheiro voltou para você: não há dias a dar';

/** The reseller decides whether the undone part is given again; if nothing was undone, the charge is settled. */
async function noteReturn(tx: Tx, charge: Charge, now: Date): Promise<void> {
  const isOwed = owesAgain(charge);
  const reason = isOwed ? MONEY_BACK : MONEY_BACK_NOTHING_UNDONE;
  await tx.run(
    combineCtes({
      charge: isOwed
        ? sql`update charges set returned_at = ${now}, reason = ${reason} where id = ${charge.id}`
        : sql`update charges set state = 'settled', reason = ${reason} where id = ${charge.id}`,
      event: insertEventCte(paymentOrigin, {
        kind: 'recharge-flagged',
        actorId: null,
        accountId: charge.accountId,
        ...(charge.lineId === null ? {} : { lineId: charge.lineId }),
        after: { reason, saleCents: charge.cents, charge: charge.id },
      }),
    }),
  );
}

const owesAgain = ({ purpose, undoneDays, undoneCredits }: Charge): boolean =>
  purpose !== 'test' && !(undoneDays === 0 && undoneCredits === 0);

/** After a payment: a dispute, a part that went back, a second payment of the same charge. */
async function noteAfterwards(
  tx: Tx,
  charge: Charge,
  reading: PaymentReading | undefined,
  approved: PaymentReading | undefined,
): Promise<void> {
  if (!reading) return;
  const part = reading.state === 'approved' && reading.refundedCents > 0;
  const twice = approved !== undefined && approved.paymentId !== charge.paymentId;
  const reason = twice ? PAID_TWICE : part ? PARTLY_BACK : charge.reason;
  if (reason === charge.reason && reading.disputed === charge.disputed) return;
  await tx.run(
    combineCtes({
      charge: sql`
        update charges set reason = ${reason}, disputed = ${reading.disputed} where id = ${charge.id}`,
      event: insertEventCte(paymentOrigin, {
        kind: 'recharge-flagged',
        actorId: null,
        accountId: charge.accountId,
        after: { reason: reason ?? disputeWords(reading), charge: charge.id },
      }),
    }),
  );
}

const disputeWords = ({ disputed }: PaymentReading): string =>
  disputed ? 'Em disputa no banco' : 'A disputa terminou: o dinheiro ficou com você';

/**
 * Time after its end in which an unpaid charge waits for a payment made in time: longer than the
 * provider's delay.
 */
const LATE_MS = 7 * MINUTE_MS;

interface OpenCharge {
  readonly charge: Charge;
  readonly ownReadings: readonly PaymentReading[];
  readonly good: readonly PaymentReading[];
}

async function markOpen(
  tx: Tx,
  now: Date,
  { charge, ownReadings, good }: OpenCharge,
): Promise<void> {
  const foreign = ownReadings.find(
    (reading) => reading.state === 'approved' && !good.includes(reading),
  );
  const last = good.findLast(({ state }) => state === 'cancelled' || state === 'reversed');
  const isWaiting = good.some(({ state }) => state === 'pending' || state === 'approved');
  const isOver = now.getTime() > charge.expiresAt.getTime() + LATE_MS;
  // A preference may be paid after a refusal; a Pix has a single payment.
  const isRefused = last !== undefined && !isWaiting && (charge.method === 'pix' || isOver);
  const reason = foreign
    ? 'O pagamento não confere com o pedido: confira no Mercado Pago'
    : (last?.reason ?? (isOver ? 'Expirou sem pagamento' : charge.reason));
  const state = isRefused || (isOver && !isWaiting) ? 'cancelled' : charge.state;
  for (const { unknownStatus } of ownReadings) {
    if (unknownStatus === null) continue;
    const flagReason = `O Mercado Pago diz «${unknownStatus}», que o painel não conhece: confira lá`;
    const after = { reason: flagReason, saleCents: charge.cents, charge: charge.id };
    await flagOnce(tx, { accountId: charge.accountId, since: charge.createdAt, after });
  }
  const late = charge.method === 'pix' && charge.pixCode === null ? good.at(-1)?.pixCode : null;
  if (late) await tx.run(sql`update charges set pix_code = ${late} where id = ${charge.id}`);
  if (state === charge.state && reason === charge.reason) return;
  await tx.run(
    combineCtes({
      charge: sql`update charges set state = ${state}, reason = ${reason} where id = ${charge.id}`,
      ...(foreign
        ? {
            event: insertEventCte(paymentOrigin, {
              kind: 'recharge-flagged',
              actorId: null,
              accountId: charge.accountId,
              after: { reason, saleCents: foreign.paidCents, charge: charge.id },
            }),
          }
        : {}),
    }),
  );
}

interface SettledCharge {
  readonly charge: Charge;
  readonly seller: Seller;
  readonly wallets: Awaited<ReturnType<typeof lockWallets>>;
}

async function settle(
  tx: Tx,
  at: ClockReading,
  { charge: { id, purpose, accountId }, seller, wallets }: SettledCharge,
): Promise<void> {
  if (purpose === 'renewal') return settleRenewals(tx, at, accountId, wallets);
  const charge = await lockCharge(tx, id);
  if (charge.state !== 'paid') return undefined;
  return purpose === 'test'
    ? settleTest(tx, at.now, charge)
    : settleTopUp(tx, at.now, { charge, seller, wallets });
}

/** Settles renewals that waited for credit; called after credits arrive, and by the job. */
export const settleAccount = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  accountId: number,
): Promise<void> =>
  db.tx(async (tx) =>
    settleRenewals(tx, readClock(clock), accountId, await lockWallets(tx, [accountId])),
  );
