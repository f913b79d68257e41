/** Whether customers can really pay an account by themselves: the test provider takes no money. */
import type { AppContext } from '../../foundation/app-context.ts';
import { isSandbox, readPlanPrices } from '../../payments/payments.ts';

export async function takesPayments(ctx: AppContext, accountId: number): Promise<boolean> {
  if (await isSandbox(ctx, accountId)) return false;
  const prices = await readPlanPrices(ctx.db, accountId);
  return prices.some(({ cents }) => cents !== null);
}
