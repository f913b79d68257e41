/** Creates a payment of one real, which proves saved keys. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { createTestPayment as declaration } from '@ramal/contract/payments/charges';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { createCharge } from '../create-charge.ts';
import { pixKinds } from './provider-of.ts';
import { findPaymentAccount } from '../payment-account.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';

const ONE_REAL = 100;

export async function createTestPayment(
  ctx: AppContext,
  { actor, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  requireSecondFactor(actor);
  const account = await findPaymentAccount(ctx.db, actor.id);
  if (!(account && pixKinds(account).length > 0) && !ctx.config.testPayments)
    refuse('payments_not_configured');
  const charge = await createCharge(
    ctx,
    {
      purpose: 'test',
      accountId: actor.id,
      lineId: null,
      buyerId: null,
      months: null,
      credits: 0,
      cents: ONE_REAL,
      method: 'pix',
      description: 'Pagamento de teste',
    },
    requestMeta,
  );
  return {
    id: charge.id,
    reference: charge.reference,
    value: fromHundredths(charge.cents),
    state: charge.state,
    reason: charge.reason,
    pixCode: charge.pixCode,
    expiresAt: unixSeconds(charge.expiresAt),
    sandbox: charge.provider === 'sandbox',
  };
}
