/** Assigns one-off Pix to a provider, and turns the offer of recurring Pix on or off. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { savePaymentUses as declaration } from '@ramal/contract/payments/payment-providers';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';
import { ensurePaymentAccount } from '../payment-account.ts';
import { getPaymentProviders } from './provider-state.ts';
import { readEligibility } from './recurring-account.ts';

export async function savePaymentUses(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, body, requestMeta } = call;
  requireSecondFactor(actor);
  const account = await ensurePaymentAccount(ctx, actor.id);
  const isConnected = {
    'mercado-pago': account.sealedToken !== null,
    asaas: account.sealedAsaasKey !== null,
    woovi: account.sealedWooviKey !== null,
  };
  if (body.pix && !isConnected[body.pix]) refuse('provider_not_connected');
  if (body.offerRecurring) await requireEligibility(ctx, actor.id);
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        uses: sql`
          update payment_accounts set pix_provider = coalesce(${body.pix ?? null}, pix_provider),
            offers_recurring = coalesce(${body.offerRecurring ?? null}, offers_recurring)
          where account_id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'payment-uses-set',
          actorId: actor.id,
          after: { pix: body.pix, offerRecurring: body.offerRecurring },
        }),
      }),
    ),
  );
  return { message: 'Guardado', ...(await getPaymentProviders(ctx, call)) };
}

async function requireEligibility(ctx: AppContext, accountId: number): Promise<void> {
  const { problem } = await readEligibility(ctx, ctx.db, accountId);
  if (problem) refuse('recurring_not_eligible', { values: { reason: problem } });
}
