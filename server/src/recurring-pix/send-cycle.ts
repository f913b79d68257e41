/**
 * Sends the charge of a month to the provider. The provider has no idempotency keys, so the charge is
 * searched by its reference before it is created, and a second one is removed.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { isProviderRejection, ProviderError } from '../foundation/provider-error.ts';
import { notify } from '../notices/notices.ts';
import type { RecurringProvider } from '../payments/payments.ts';
import { type Authorization, type Cycle, findAuthorization } from './authorizations.sql.ts';
import { isTooLate } from './scheme-days.ts';

/** Time for which a claim reserves a cycle. It is longer than the timeouts of the requests. */
const CLAIM_MS = 3 * MINUTE_MS;

/** Claims a cycle for one process. Returns false if another process works on it. */
export async function claimCycle({ db, clock }: AppContext, id: number): Promise<boolean> {
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await db.tx((tx) =>
    tx.run(sql`
      update pix_cycles set claimed_until = ${until}
      where id = ${id} and (claimed_until is null or claimed_until <= ${now})`),
  );
  return claimed > 0;
}

export const releaseCycle = ({ db }: AppContext, id: number): Promise<number> =>
  db.tx((tx) => tx.run(sql`update pix_cycles set claimed_until = null where id = ${id}`));

export async function sendCycle(
  ctx: AppContext,
  cycle: Cycle,
  provider: RecurringProvider,
): Promise<void> {
  const authorization = (await findAuthorization(ctx.db, cycle.authorizationId))!;
  const existing = await keepFirstDebit(provider, cycle.reference);
  if (existing) return storeSent(ctx, cycle, existing);
  if (authorization.state !== 'active') return undefined;
  if (isTooLate(cycle.dueOn, ctx.clock.now())) return skip(ctx, cycle, authorization, 'too-late');
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
    if (!isProviderRejection(error) || !(error instanceof ProviderError)) throw error;
    ctx.log.warn({ cycle: cycle.id, problem: error.message }, 'a debit was rejected');
    return skip(ctx, cycle, authorization, 'rejected');
  }
}

/**
 * Keeps one payment with our reference, preferably one that is no longer open, and removes the
 * other open ones. Returns its id.
 */
export async function keepFirstDebit(
  provider: RecurringProvider,
  reference: string,
): Promise<string | undefined> {
  const debits = await provider.findDebits(reference);
  const paid = debits.find(({ isOpen }) => !isOpen);
  const first = paid ?? debits[0];
  for (const debit of debits)
    if (debit !== first && debit.isOpen) await provider.removeDebit(debit.paymentId);
  return first?.paymentId;
}

const storeSent = (ctx: AppContext, { id, chargeId }: Cycle, paymentId: string): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    await tx.run(sql`update charges set provider_id = ${paymentId} where id = ${chargeId}`);
    await tx.run(sql`
      update pix_cycles set state = 'sent', sent_at = coalesce(sent_at, ${now})
      where id = ${id} and state = 'planned'`);
  });

/** Cancels a month that was not sent to the provider. The customer then pays by hand. */
async function skip(
  ctx: AppContext,
  { id, chargeId, dueOn }: Cycle,
  { accountId, payerName }: Authorization,
  reason: 'too-late' | 'rejected',
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      update pix_cycles set state = 'removed', skip_reason = ${reason}, removed_at = ${now}
      where id = ${id} and state = 'planned'`);
    await tx.run(sql`
      update charges set state = 'cancelled', check_at = null, reason = 'Cancelado'
      where id = ${chargeId} and state = 'pending'`);
    await notify(tx, {
      accounts: sql`select ${accountId}::bigint`,
      kind: 'customers',
      subject: `recurring-skipped-${id}`,
      title: `${payerName} paga este mês à mão`,
      body: `O débito de ${dueOn.split('-').toReversed().join('/')} não foi aceito pelo provedor.`,
      path: '/recurring-pix',
      at: now,
    });
  });
}
