/**
 * Sends the charge of a month to the provider. The provider has no idempotency keys, so the charge is
 * searched by its reference before it is created, and a second one is removed.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { isProviderFailure } from '../foundation/provider-error.ts';
import type { RecurringProvider } from '../payments/payments.ts';
import { type Cycle, findAuthorization } from './authorizations.sql.ts';
import { notifySkipped } from './notify-skipped.ts';
import { isTooLate } from './scheme-days.ts';

export async function sendCycle(
  ctx: AppContext,
  cycle: Cycle,
  provider: RecurringProvider,
): Promise<void> {
  const authorization = (await findAuthorization(ctx.db, cycle.authorizationId))!;
  const existing = await keepOneDebit(provider, cycle);
  if (existing) return storeSent(ctx, cycle, existing);
  if (authorization.state !== 'active') return undefined;
  if (isTooLate(cycle.dueOn, ctx.clock.now())) return skip(ctx, cycle, 'too-late');
  try {
    const paymentId = await provider.createDebit({
      reference: cycle.reference,
      authorizationId: authorization.providerId!,
      customerId: authorization.customerId!,
      cents: cycle.cents,
      dueOn: cycle.dueOn,
      description: 'Renovação mensal',
    });
    return await storeSent(ctx, cycle, paymentId);
  } catch (error) {
    // A rejected key says nothing about the debit. The debit is sent again when the seller saves
    // another key.
    if (!isProviderFailure(error, 'rejected', 'not_found', 'conflict')) throw error;
    ctx.log.warn({ cycle: cycle.id, problem: error.message }, 'a debit was rejected');
    return skip(ctx, cycle, 'rejected');
  }
}

/**
 * Returns the payment with the reference of this cycle, and removes others that are still open. A
 * paid one takes precedence, then the stored one, then the oldest.
 */
async function keepOneDebit(
  provider: RecurringProvider,
  { reference, providerId }: Pick<Cycle, 'reference' | 'providerId'>,
): Promise<string | undefined> {
  const debits = await provider.findDebits(reference);
  const first =
    debits.find(({ isOpen }) => !isOpen) ??
    debits.find(({ paymentId }) => paymentId === providerId) ??
    debits[0];
  for (const debit of debits)
    if (debit !== first && debit.isOpen) await provider.removeDebit(debit.paymentId);
  return first?.paymentId;
}

/** Keeps one payment of the cycle, and stores it as the payment of the charge. */
export async function adoptDebit(
  ctx: AppContext,
  cycle: Cycle,
  provider: RecurringProvider,
): Promise<string | undefined> {
  const paymentId = await keepOneDebit(provider, cycle);
  if (paymentId !== undefined && paymentId !== cycle.providerId)
    await ctx.db.tx((tx) =>
      tx.run(sql`update charges set provider_id = ${paymentId} where id = ${cycle.chargeId}`),
    );
  return paymentId;
}

/**
 * Stores the payment of a cycle. If the cycle was removed while the request ran, the payment is
 * removed too.
 */
const storeSent = (
  ctx: AppContext,
  { id, chargeId, authorizationId }: Cycle,
  paymentId: string,
): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    await tx.run(sql`update charges set provider_id = ${paymentId} where id = ${chargeId}`);
    const sent = await tx.run(sql`
      update pix_cycles set state = 'sent', sent_at = coalesce(sent_at, ${now})
      where id = ${id} and state = 'planned'`);
    if (sent > 0) return;
    const reopened = await tx.run(sql`
      update pix_cycles set state = 'removing', removed_at = null where id = ${id} and state = 'removed'`);
    if (reopened > 0)
      await tx.run(
        sql`update pix_authorizations set check_at = ${now} where id = ${authorizationId}`,
      );
  });

/** Cancels a month that was not sent to the provider. The customer then pays by hand. */
const skip = (ctx: AppContext, cycle: Cycle, reason: 'too-late' | 'rejected'): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const changed = await tx.run(sql`
      update pix_cycles set state = 'removed', skip_reason = ${reason}, removed_at = ${now}
      where id = ${cycle.id} and state = 'planned'`);
    if (changed === 0) return;
    await tx.run(sql`
      update charges set state = 'cancelled', check_at = null, reason = 'Cancelado'
      where id = ${cycle.chargeId} and state = 'pending'`);
    await notifySkipped(tx, cycle, reason, now);
  });
