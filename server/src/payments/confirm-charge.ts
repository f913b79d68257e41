/**
 * Confirms a charge after a notice, at the request of the customer's open page, or in the job. The
 * payment is read from the provider with the account's own key. Amount, currency, receiver and
 * reference must be those of the charge. States only advance, except when money is returned. All
 * changes are one transaction under the wallets' lock.
 */
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { lockWallets } from '../credits/credits.ts';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { readClock } from '../foundation/clock.ts';
import { combineCtes, type Tx } from '../foundation/database.ts';
import { isProviderUnavailable, ProviderError } from '../foundation/provider-error.ts';
import { retryOnNameConflict } from '../lines/lines.ts';
import { isSettledOutside } from '../quarantine/quarantine.ts';
import { type Charge, findCharge, lockCharge } from './charges.sql.ts';
import { flagOnce } from './flag-once.ts';
import { nextCheck } from './next-check.ts';
import { markPayer } from './payer-mark.ts';
import { ensurePaymentAccount } from './payment-account.ts';
import { type PaymentReading, providerName } from './providers/port.ts';
import { getPaymentProvider } from './providers/provider-of.ts';
import { reverseCharge, type Reversal, selectSeller } from './reversals/reverse-charge.ts';
import {
  PAID_TWICE,
  PARTLY_BACK,
  paymentOrigin,
  type Seller,
  settleByHand,
  settleRenewals,
  settleTest,
  type Settlement,
  settleTopUp,
} from './settle-charge.ts';

/** Reads the payment and updates the charge. Returns false if the payment could not be read. */
export async function confirmCharge(ctx: AppContext, id: number): Promise<boolean> {
  const charge = await findCharge(ctx.db, id);
  if (!charge) return true;
  const account = await ensurePaymentAccount(ctx, charge.accountId);
  const result = await readPayments(ctx, charge, getPaymentProvider(ctx, account, charge.provider));
  // A sale creates a line, whose random name may exist already.
  await retryOnNameConflict(() => ctx.db.tx((tx) => applyResult(ctx, tx, charge, result)));
  return result.failure === undefined;
}

interface ReadResult {
  readonly readings: readonly PaymentReading[];
  /**
   * Set if the read failed. While the provider is unavailable, the state of the charge does not
   * change and the read is retried soon.
   */
  readonly failure?: 'unavailable' | 'rejected';
}

async function readPayments(
  { log }: AppContext,
  charge: Charge,
  provider: ReturnType<typeof getPaymentProvider>,
): Promise<ReadResult> {
  try {
    const readings = await provider?.read({ ...charge, reference: charge.externalReference });
    return { readings: readings ?? [] };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ charge: charge.id, problem: error.message }, 'a payment could not be read');
    return { readings: [], failure: isProviderUnavailable(error) ? 'unavailable' : 'rejected' };
  }
}

/** Updates the charge and delivers it if it is paid. Lock order: wallets, charges, lines. */
async function applyResult(
  ctx: AppContext,
  tx: Tx,
  { id, accountId, buyerId }: Charge,
  { readings, failure }: ReadResult,
): Promise<void> {
  const at = readSettlement(ctx);
  const { now } = at;
  const parties = [accountId, ...(buyerId === null ? [] : [buyerId])];
  let wallets = await lockWallets(tx, parties);
  const charge = await lockCharge(tx, id);
  const seller = (await tx.first<Seller>(selectSeller(accountId)))!;
  const ownReadings = readings.filter((reading) => reading.reference === charge.externalReference);
  const matching = ownReadings.filter((reading) => isPaymentOf(charge, reading));
  const settledBy = matching.find(({ paymentId }) => paymentId === charge.paymentId);
  const approved = matching.find(({ state, disputed }) => state === 'approved' && !disputed);
  if (charge.paidAt) {
    await followPaid(tx, charge, { settledBy, approved }, { ...at, seller, wallets });
    // A reversal may have changed the balances.
    wallets = await lockWallets(tx, parties);
  } else if (approved) {
    await markPaid(ctx, tx, charge, approved);
    if (await isSettledOutside(tx, { kind: 'payment', key: charge.externalReference }))
      await settleByHand(tx, now, charge);
  } else if (!isRetriedSoon(charge, failure, now)) {
    await markOpen(tx, now, { charge, ownReadings, matching });
  }
  await settle(tx, at, { charge, seller, wallets });
  const after = await lockCharge(tx, id);
  // If the provider is unavailable, the next read is soon. If it rejects the key, the next read is
  // at the usual time.
  const checkAt = earlier(
    nextCheck(after, now),
    isRetriedSoon(after, failure, now) ? new Date(now.getTime() + SOON_MS) : undefined,
  );
  await tx.run(sql`
    update charges set check_at = ${checkAt}, checks = checks + 1, asked_at = ${now} where id = ${id}`);
}

const SOON_MS = 10 * MINUTE_MS;
/** Period after the expiry or the payment of a charge in which an unavailable provider is retried soon. */
const RETRIED_FOR_MS = { unpaid: 3 * DAY_MS, paid: 180 * DAY_MS };

function isRetriedSoon(
  { expiresAt, paidAt }: Charge,
  failure: ReadResult['failure'],
  now: Date,
): boolean {
  if (failure !== 'unavailable') return false;
  const until = paidAt
    ? paidAt.getTime() + RETRIED_FOR_MS.paid
    : expiresAt.getTime() + RETRIED_FOR_MS.unpaid;
  return now.getTime() < until;
}

const earlier = (a: Date | null, b: Date | undefined): Date | null => (b && (!a || b < a) ? b : a);

/**
 * True if receiver, currency and amount match the charge. `paidCents` may be higher, because it
 * includes interest that the payer pays to the bank.
 */
const isPaymentOf = (charge: Charge, reading: PaymentReading): boolean =>
  reading.collector === charge.collector &&
  reading.currency === 'BRL' &&
  reading.cents === charge.cents &&
  (reading.state !== 'approved' || reading.paidCents >= charge.cents);

async function markPaid(
  ctx: AppContext,
  tx: Tx,
  charge: Charge,
  reading: PaymentReading,
): Promise<void> {
  const now = ctx.clock.now();
  await tx.run(
    combineCtes({
      charge: sql`
        update charges set state = 'paid', paid_at = ${now}, payment_id = ${reading.paymentId},
          payer_mark = ${markPayer(ctx, reading)}, reason = null
        where id = ${charge.id}`,
      proof: sql`
        update payment_accounts set proven_at = coalesce(proven_at, ${now})
        where account_id = ${charge.accountId} and ${charge.provider} in ('payments', 'orders')`,
      otherProof: sql`
        update provider_accounts set proven_at = coalesce(proven_at, ${now})
        where account_id = ${charge.accountId} and provider = ${charge.provider}`,
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
  /** The payment that paid the charge, in its current state at the provider. */
  readonly settledBy: PaymentReading | undefined;
  readonly approved: PaymentReading | undefined;
}

/**
 * Applies the provider's state to a paid charge. The result does not depend on the order in which
 * the provider reports its states (Q-DISPUTE).
 */
async function followPaid(
  tx: Tx,
  charge: Charge,
  { settledBy, approved }: PaidReadings,
  parties: Omit<Reversal, 'reason'>,
): Promise<void> {
  const isReversed = settledBy?.state === 'reversed';
  if (charge.state !== 'reversed') {
    const reason = settledBy?.reason ?? 'O dinheiro voltou para quem pagou';
    if (isReversed) await reverseCharge(tx, charge, { ...parties, reason });
    else await flagPaidCharge(tx, charge, settledBy, approved);
    return;
  }
  const isApprovedAgain =
    settledBy?.state === 'approved' && !settledBy.disputed && settledBy.refundedCents === 0;
  if (isApprovedAgain && charge.returnedAt === null)
    await flagReturnedMoney(tx, charge, parties.now);
  else if (isReversed && charge.returnedAt !== null)
    await tx.run(sql`
      update charges set returned_at = null, reason = ${settledBy.reason} where id = ${charge.id}`);
}

const MONEY_BACK = 'O dinheiro voltou para você: dê os dias de novo';
const MONEY_BACK_NOTHING_UNDONE = 'O dinheiro voltou para você: não há dias a dar';

/**
 * Flags a reversed charge whose payment was approved again. The reseller decides whether to add the
 * undone days again. If nothing was undone, the charge is settled.
 */
async function flagReturnedMoney(tx: Tx, charge: Charge, now: Date): Promise<void> {
  const isOwed = hasUndoneDelivery(charge);
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

const hasUndoneDelivery = ({ purpose, undoneDays, undoneCredits }: Charge): boolean =>
  purpose !== 'test' && !(undoneDays === 0 && undoneCredits === 0);

/** Flags a dispute, a partial refund or a second payment of a paid charge. */
async function flagPaidCharge(
  tx: Tx,
  charge: Charge,
  reading: PaymentReading | undefined,
  approved: PaymentReading | undefined,
): Promise<void> {
  if (!reading) return;
  const isPartlyRefunded = reading.state === 'approved' && reading.refundedCents > 0;
  const isPaidTwice = approved !== undefined && approved.paymentId !== charge.paymentId;
  const reason = isPaidTwice ? PAID_TWICE : isPartlyRefunded ? PARTLY_BACK : charge.reason;
  if (reason === charge.reason && reading.disputed === charge.disputed) return;
  await tx.run(
    combineCtes({
      charge: sql`
        update charges set reason = ${reason}, disputed = ${reading.disputed} where id = ${charge.id}`,
      event: insertEventCte(paymentOrigin, {
        kind: 'recharge-flagged',
        actorId: null,
        accountId: charge.accountId,
        after: { reason: reason ?? disputeText(reading), charge: charge.id },
      }),
    }),
  );
}

const disputeText = ({ disputed }: PaymentReading): string =>
  disputed ? 'Em disputa no banco' : 'A disputa terminou: o dinheiro ficou com você';

/**
 * Period after the expiry in which the provider may still report an earlier payment, because its
 * notices and reads are delayed by a few minutes.
 */
const LATE_MS = 7 * MINUTE_MS;

interface OpenCharge {
  readonly charge: Charge;
  readonly ownReadings: readonly PaymentReading[];
  readonly matching: readonly PaymentReading[];
}

async function markOpen(
  tx: Tx,
  now: Date,
  { charge, ownReadings, matching }: OpenCharge,
): Promise<void> {
  const foreign = ownReadings.find(
    (reading) => reading.state === 'approved' && !matching.includes(reading),
  );
  const last = matching.findLast(({ state }) => state === 'cancelled' || state === 'reversed');
  const isWaiting = matching.some(({ state }) => state === 'pending' || state === 'approved');
  const isExpired = now.getTime() > charge.expiresAt.getTime() + LATE_MS;
  // A card payer can try again after a refusal until the charge expires; a Pix has a single payment.
  const isRefused = last !== undefined && !isWaiting && (charge.method === 'pix' || isExpired);
  const reason = foreign
    ? `O pagamento não confere com o pedido: confira no ${providerName(charge.provider)}`
    : (last?.reason ?? (isExpired ? 'Expirou sem pagamento' : charge.reason));
  const state = isRefused || (isExpired && !isWaiting) ? 'cancelled' : charge.state;
  for (const { unknownStatus } of ownReadings) {
    if (unknownStatus === null) continue;
    const flagReason = `O ${providerName(charge.provider)} diz «${unknownStatus}», que o painel não conhece: confira lá`;
    const after = { reason: flagReason, saleCents: charge.cents, charge: charge.id };
    await flagOnce(tx, { accountId: charge.accountId, since: charge.createdAt, after });
  }
  const latePixCode =
    charge.method === 'pix' && charge.pixCode === null ? matching.at(-1)?.pixCode : null;
  if (latePixCode)
    await tx.run(sql`update charges set pix_code = ${latePixCode} where id = ${charge.id}`);
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
  at: Settlement,
  { charge: { id, purpose, accountId }, seller, wallets }: SettledCharge,
): Promise<void> {
  if (purpose === 'renewal' || purpose === 'sale')
    return settleRenewals(tx, at, accountId, wallets);
  const charge = await lockCharge(tx, id);
  if (charge.state !== 'paid') return undefined;
  return purpose === 'test'
    ? settleTest(tx, at.now, charge)
    : settleTopUp(tx, at.now, { charge, seller, wallets });
}

const readSettlement = ({ clock, config }: Pick<AppContext, 'clock' | 'config'>): Settlement => ({
  ...readClock(clock),
  config,
});

/** Settles the account's renewals and sales that wait for credit. Called after credits arrive, and by the job. */
export const settleAccount = (
  ctx: Pick<AppContext, 'db' | 'clock' | 'config'>,
  accountId: number,
): Promise<void> =>
  retryOnNameConflict(() =>
    ctx.db.tx(async (tx) =>
      settleRenewals(tx, readSettlement(ctx), accountId, await lockWallets(tx, [accountId])),
    ),
  );
