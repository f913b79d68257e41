/**
 * Reads an authorization from its provider and applies its state. Notices, open pages and the job
 * only cause this read. The content of a notice is not trusted.
 */
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import type { AuthorizationEnd } from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import { notify } from '../notices/notices.ts';
import { type AuthorizationReading, confirmCharge, paymentOrigin } from '../payments/payments.ts';
import {
  type Authorization,
  findAuthorization,
  hasLine,
  type LineAuthorization,
  lockOpenAuthorizations,
} from './authorizations.sql.ts';
import { findLineEnd, removeOpenCycles, requestEnd } from './end-authorization.ts';
import { isOrderLost, lockUnended } from './authorize/order-line.ts';
import { openRecurring } from './recurring-account.ts';

/** Minimum pause between two reads at the request of open pages, for all pages together. */
const ASK_EVERY_MS = 3_000;
/** Period after the expiry of a code in which the provider may still create its authorization. */
const LATE_MS = HOUR_MS;
const MAX_STATUS_LENGTH = 60;

/**
 * Reads the authorization and its first payment. Returns false if the provider did not answer; the
 * stored state then remains.
 */
export async function refreshAuthorization(ctx: AppContext, id: number): Promise<boolean> {
  const authorization = await findAuthorization(ctx.db, id);
  if (!authorization || authorization.endedAt) return true;
  await confirmFirstPayment(ctx, authorization);
  const account = await openRecurring(ctx, authorization.accountId);
  if (account?.collector !== authorization.collector) {
    // Without keys nothing is known, because the seller may connect the same account again.
    if (account?.name === 'asaas') await endUnreachable(ctx, id);
    return true;
  }
  const { provider } = account;
  try {
    const { providerId, state } = authorization;
    if (state === 'ending' && providerId) await provider.endAuthorization(providerId);
    const reading = providerId ? await provider.readAuthorization(providerId) : undefined;
    await ctx.db.tx(async (tx) => {
      // Most reads change nothing, so they need no lock.
      if (state === 'active' && reading?.state === 'active') await storeRead(ctx, tx, id, reading);
      else await apply(ctx, tx, id, reading);
    });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn({ authorization: id, problem: error.message }, 'an authorization was not read');
    return false;
  }
}

/** Reads an undecided authorization at the request of its open page. Returns true if it was read. */
export async function refreshForPage(
  ctx: AppContext,
  { id, state }: Pick<Authorization, 'id' | 'state'>,
): Promise<boolean> {
  if (state !== 'created') return false;
  const now = ctx.clock.now();
  const claimed = await ctx.db.tx((tx) =>
    tx.run(sql`
      update pix_authorizations set read_at = ${now}
      where id = ${id} and (read_at is null or read_at <= ${new Date(now.getTime() - ASK_EVERY_MS)})`),
  );
  if (claimed > 0) await refreshAuthorization(ctx, id);
  return claimed > 0;
}

/** Ends an authorization of another account, in which nobody can plan or end a debit any more. */
const endUnreachable = (ctx: AppContext, id: number): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const authorization = await lockUnended(tx, id, now);
    if (!authorization) return;
    const reason = readLostEnd(authorization);
    const cause = 'porque a conta ligada no provedor agora é outra';
    await finish(tx, authorization, { state: 'cancelled', reason, cause }, now);
  });

/**
 * Reads the first payment again. An order has no line while its payment is not known, so its charge
 * is read even after it has expired.
 */
async function confirmFirstPayment(
  ctx: AppContext,
  { firstChargeId, state, lineId }: Authorization,
): Promise<void> {
  const isOpen = state === 'created' || state === 'ending' || state === 'preparing';
  if (firstChargeId === null || !isOpen) return;
  const charge = await ctx.db.first(
    sql`select from charges where id = ${firstChargeId} and provider_id is not null
      and (state = 'pending' or (${lineId === null} and state = 'cancelled' and paid_at is null))`,
  );
  if (charge) await confirmCharge(ctx, firstChargeId);
}

/** Stores the time of the read, and the provider's own name of a state that the panel does not know. */
const storeRead = (
  { clock }: AppContext,
  tx: Tx,
  id: number,
  reading: AuthorizationReading | undefined,
): Promise<number> =>
  tx.run(sql`
    update pix_authorizations set read_at = ${clock.now()},
      unknown_status = ${reading?.state === 'unknown' ? reading.status.slice(0, MAX_STATUS_LENGTH) : null}
    where id = ${id}`);

async function apply(
  ctx: AppContext,
  tx: Tx,
  id: number,
  reading: AuthorizationReading | undefined,
): Promise<void> {
  const now = ctx.clock.now();
  const authorization = await lockUnended(tx, id, now);
  if (!authorization) return;
  await storeRead(ctx, tx, id, reading);
  const state = reading?.state;
  if (state === 'active' && hasLine(authorization)) await activate(tx, authorization, now);
  else if (state === 'active') await keepForOrder(tx, authorization, now);
  else if (state === 'refused' || state === 'cancelled' || state === 'expired')
    await finish(tx, authorization, { state, reason: readEnd(authorization, state) }, now);
  else if (state === undefined) await forget(tx, authorization, now);
  else if (isAbandoned(authorization, now))
    await requestEnd(tx, authorization, { reason: 'not-authorized', now });
}

/**
 * True if the code expired a day ago without an activation, as in a sandbox that never activates.
 */
const isAbandoned = ({ state, codeExpiresAt }: Authorization, now: Date): boolean =>
  (state === 'created' || state === 'preparing') &&
  now.getTime() > codeExpiresAt.getTime() + DAY_MS;

/**
 * Stores that the bank authorised, while the first payment has not delivered a line yet. An order
 * that will never have a line ends its authorization (Q-RECURORDER).
 */
async function keepForOrder(tx: Tx, authorization: Authorization, now: Date): Promise<void> {
  if (authorization.state === 'ending') return;
  if (await isOrderLost(tx, authorization, now))
    await requestEnd(tx, authorization, { reason: 'not-authorized', now });
  else
    await tx.run(sql`
      update pix_authorizations set authorized_at = coalesce(authorized_at, ${now}) where id = ${authorization.id}`);
}

/** Ends the older authorization of the line, because the new one replaces its price (Q-RECURPRICE). */
async function activate(tx: Tx, authorization: LineAuthorization, now: Date): Promise<void> {
  if (authorization.state === 'active' || authorization.state === 'ending') return;
  for (const other of await lockOpenAuthorizations(tx, authorization.lineId)) {
    if (other.id === authorization.id) continue;
    const isReplaced = other.cents === authorization.cents;
    const reason = isReplaced ? 'replaced' : 'price';
    await requestEnd(tx, other, {
      reason: other.state === 'active' ? reason : 'not-authorized',
      now,
    });
  }
  await tx.run(sql`
    update pix_authorizations set state = 'active', authorized_at = coalesce(authorized_at, ${now}), check_at = ${now}, next_due_on = starts_on
    where id = ${authorization.id}`);
  await recordEvent(
    tx,
    { ...paymentOrigin, at: now },
    {
      kind: 'recurring-authorized',
      actorId: null,
      accountId: authorization.accountId,
      lineId: authorization.lineId,
      after: { saleCents: authorization.cents },
    },
  );
  const reason = await findLineEnd(tx, authorization);
  if (reason) await requestEnd(tx, { ...authorization, state: 'active' }, { reason, now });
}

type EndState = 'refused' | 'cancelled' | 'expired';

const readEnd = ({ endReason, authorizedAt }: Authorization, state: EndState): AuthorizationEnd => {
  if (endReason) return endReason;
  if (state === 'expired') return 'provider';
  return authorizedAt ? 'customer-bank' : 'not-authorized';
};

/** Returns the reason of the end of an authorization that nobody can read any more. */
const readLostEnd = ({ endReason, authorizedAt }: Authorization): AuthorizationEnd =>
  endReason ?? (authorizedAt ? 'provider' : 'not-authorized');

async function finish(
  tx: Tx,
  authorization: Authorization,
  {
    state,
    reason,
    cause = reason === 'provider' ? 'pelo provedor' : 'no banco',
  }: { readonly state: EndState; readonly reason: AuthorizationEnd; readonly cause?: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update pix_authorizations set state = ${state}, end_reason = ${reason}, ended_at = ${now}, check_at = ${now},
      next_due_on = null, is_refused = false
    where id = ${authorization.id}`);
  await removeOpenCycles(tx, authorization.id);
  if (authorization.state !== 'active' || !hasLine(authorization)) return;
  await recordEvent(
    tx,
    { ...paymentOrigin, at: now },
    {
      kind: 'recurring-ended',
      actorId: null,
      accountId: authorization.accountId,
      lineId: authorization.lineId,
      after: { reason },
    },
  );
  await notify(tx, {
    accounts: sql`select ${authorization.accountId}::bigint`,
    kind: 'customers',
    subject: `recurring-ended-${authorization.id}`,
    title: `${authorization.payerName} não renova mais sozinho`,
    body: `A autorização foi encerrada ${cause}. O cliente volta a pagar à mão.`,
    path: '/recurring-pix?status=ended',
    at: now,
  });
}

/**
 * Ends an authorization that the provider does not know, because its code could never be paid. A
 * recent one is kept, because the provider may still create it.
 */
async function forget(tx: Tx, authorization: Authorization, now: Date): Promise<void> {
  const isYoung = now.getTime() < authorization.codeExpiresAt.getTime() + LATE_MS;
  if (authorization.state === 'preparing' && isYoung) return;
  const state = authorization.state === 'preparing' ? 'refused' : 'cancelled';
  await finish(tx, authorization, { state, reason: readLostEnd(authorization) }, now);
  await tx.run(sql`
    update charges set state = 'cancelled', reason = 'Cancelado', check_at = null
    where id = ${authorization.firstChargeId} and state = 'pending' and provider_id is null`);
}
