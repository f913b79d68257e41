import type { AppContext } from '../../foundation/app-context.ts';
import { readPaymentKind, readPlanPrices } from '../../payments/payments.ts';

/**
 * True if customers can pay the account online. The sandbox does not count, because it transfers no
 * money.
 */
export async function takesPayments(ctx: AppContext, accountId: number): Promise<boolean> {
  const kind = await readPaymentKind(ctx, accountId);
  if (kind === undefined || kind === 'sandbox') return false;
  const prices = await readPlanPrices(ctx.db, accountId);
  return prices.some(({ cents }) => cents !== null);
}
