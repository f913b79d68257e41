/**
 * Payments by hand of a line that renews automatically. The current month is paid with the Pix of
 * its own charge. Before any other payment the charge of the month is removed, so that the customer
 * never pays both (Q-RECURONCE).
 */
import { refuse } from '@ramal/contract/api/errors';
import type { PlanMonths } from '@ramal/contract/rules/plans';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import { lockUndeletedLine } from '../lines/lines.ts';
import { type Charge, chargeColumns, type RecurringProvider } from '../payments/payments.ts';
import { type Cycle, findCycle, listLiveCycles } from './authorizations.sql.ts';
import { withClaimedCycle } from './claim-cycle.ts';
import { openProvider } from './recurring-account.ts';
import { removeCycle, requestRemoval } from './remove-cycle.ts';
import { bankDay, isAtBank } from './scheme-days.ts';

interface HandPayment {
  readonly months: PlanMonths;
  readonly method: 'pix' | 'card';
  readonly cents: number;
  /** A payment with a coupon never equals a debit, because a coupon may add days at the same price. */
  readonly hasCoupon?: boolean;
}

/**
 * Prepares a payment by hand. Returns the charge of the current month if the payment equals it;
 * undefined if another charge may be created. Refuses the payment while the bank has the debit.
 */
export async function prepareHandPayment(
  ctx: AppContext,
  lineId: number,
  payment: HandPayment,
): Promise<Charge | undefined> {
  for await (const { cycle, provider } of openDebits(ctx, lineId)) {
    if (isPaidBy(cycle, payment)) return readPayableCharge(ctx, cycle, provider);
    await makeRoom(ctx, cycle, provider);
  }
  return undefined;
}

interface OpenDebit {
  readonly cycle: Cycle;
  readonly provider: RecurringProvider;
}

/**
 * Yields the debits of a line that its provider can read or remove. Refuses when it reaches a debit
 * that the bank has.
 */
async function* openDebits(ctx: AppContext, lineId: number): AsyncGenerator<OpenDebit> {
  for (const cycle of await listLiveCycles(ctx.db, lineId)) {
    refuseRunning(ctx, cycle);
    const provider = await openProvider(ctx, cycle);
    if (provider) yield { cycle, provider };
  }
}

/** True if the payment is the one that the charge of the month asks for. */
const isPaidBy = (cycle: Cycle, { months, method, cents, hasCoupon }: HandPayment): boolean =>
  !hasCoupon && months === 1 && method === 'pix' && cents === cycle.cents && isPayable(cycle);

const isPayable = ({ providerId, state }: Cycle): boolean =>
  providerId !== null && state !== 'removing';

/**
 * Finds an open debit that another code must not replace. Contains its charge if the payment equals
 * it. Undefined if no debit is open. Changes no debit.
 */
export async function findOpenDebit(
  ctx: AppContext,
  lineId: number,
  payment: HandPayment,
): Promise<{ readonly charge: Charge | undefined } | undefined> {
  for await (const { cycle, provider } of openDebits(ctx, lineId))
    return {
      charge: isPaidBy(cycle, payment) ? await readPayableCharge(ctx, cycle, provider) : undefined,
    };
  return undefined;
}

/** Returns the month's own charge with its Pix code; undefined if no month is open. */
export async function payDebitByHand(ctx: AppContext, lineId: number): Promise<Charge | undefined> {
  const cycles = await listLiveCycles(ctx.db, lineId);
  const cycle = cycles.find(isPayable);
  if (!cycle) return undefined;
  refuseRunning(ctx, cycle);
  const provider = await openProvider(ctx, cycle);
  return provider && readPayableCharge(ctx, cycle, provider);
}

/**
 * True while only the bank can debit the charge. After a refused try the customer can pay it by
 * hand.
 */
export const isRunning = ({ state, triedOn }: Pick<Cycle, 'state' | 'triedOn'>, now: Date) =>
  state !== 'planned' && state !== 'refused' && isAtBank(triedOn, now);

function refuseRunning({ clock }: AppContext, cycle: Cycle): void {
  if (isRunning(cycle, clock.now())) refuse('debit_running');
}

async function readPayableCharge(
  ctx: AppContext,
  cycle: Cycle,
  provider: RecurringProvider,
): Promise<Charge> {
  const { chargeId, providerId, pixCode } = cycle;
  if (pixCode === null) {
    const code = await provider
      .readPixCode(providerId!)
      .catch((error: unknown) => refuseFailed(ctx, cycle, error));
    await ctx.db.tx((tx) =>
      tx.run(sql`update charges set pix_code = ${code} where id = ${chargeId}`),
    );
  }
  return (await ctx.db.first<Charge>(
    sql`select ${chargeColumns} from charges c where c.id = ${chargeId}`,
  ))!;
}

/** A provider that rejects the request gives no code either, whatever its reason. */
function refuseFailed({ log }: AppContext, { id }: Pick<Cycle, 'id'>, error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  log.warn({ cycle: id, problem: error.message }, 'a debit could not be read or removed');
  return refuse('payment_provider_silent');
}

/** Removes the charge of the month. Another process may be creating it at the provider just now. */
async function makeRoom(ctx: AppContext, cycle: Cycle, provider: RecurringProvider): Promise<void> {
  const removal = await withClaimedCycle(ctx, cycle.id, async () => {
    await requestRemoval(ctx, cycle, 'paid-by-hand');
    const current = (await findCycle(ctx.db, cycle.id))!;
    return (
      current.state === 'removed' ||
      removeCycle(ctx, current, provider).catch((error: unknown) => refuseFailed(ctx, cycle, error))
    );
  });
  if (!removal) refuse('payment_provider_silent');
  if (!removal.result) refuse('debit_running');
}

/**
 * Refuses a payment by hand in the transaction that stores it, if the line has an unpaid month. The
 * planning of a month locks the same line.
 */
export async function enforceNoDebit(ctx: AppContext, tx: Tx, lineId: number): Promise<void> {
  await lockUndeletedLine(tx, lineId, ctx.clock.now());
  for (const cycle of await listLiveCycles(tx, lineId))
    if (await mayStillDebit(ctx, cycle)) refuse('debit_running');
}

/**
 * True if the bank may still debit the cycle. Without the keys of its provider nobody can remove the
 * charge, so only the days until its last try count.
 */
export async function mayStillDebit(ctx: AppContext, cycle: Cycle): Promise<boolean> {
  if (cycle.sentAt !== null && bankDay(ctx.clock.now()) <= cycle.triedOn) return true;
  return (await openProvider(ctx, cycle)) !== undefined;
}
