/** Refunds a payment with a reason. Its delivery is undone when the provider reports the refund. */
import { randomUUID } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { refundRecharge as declaration } from '@ramal/contract/payments/charges';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isProviderRejection, isProviderUnavailable } from '../../foundation/provider-error.ts';
import { type Charge, chargeColumns, mayRefund } from '../charges.sql.ts';
import { confirmCharge } from '../confirm-charge.ts';
import { ensurePaymentAccount } from '../payment-account.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';
import { providerName } from '../providers/port.ts';
import { getPaymentProvider } from '../providers/provider-of.ts';

export async function refundRecharge(
  ctx: AppContext,
  { actor, params, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  requireSecondFactor(actor);
  const { charge, key } = await ctx.db.tx(async (tx) => {
    const charge =
      (await tx.first<Charge & { key: string | null }>(sql`
        select ${chargeColumns}, c.refund_key as key from charges c
        where c.id = ${params.id} and ${mayRefund(actor)} for no key update of c`)) ??
      refuse('recharge_not_found');
    if (charge.state !== 'paid' && charge.state !== 'settled') refuse('recharge_not_refundable');
    // The key is stored before the request, so that repeated requests refund only once.
    const refundKey = charge.key ?? randomUUID();
    await tx.run(
      combineCtes({
        charge: sql`
          update charges set refund_key = ${refundKey}, refund_reason = ${body.reason} where id = ${charge.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'recharge-refunded',
          actorId: actor.id,
          accountId: charge.accountId,
          ...(charge.lineId === null ? {} : { lineId: charge.lineId }),
          after: { saleCents: charge.cents, reason: body.reason, charge: charge.id },
        }),
      }),
    );
    return { charge, key: refundKey };
  });
  await ask(ctx, charge, key);
  await confirmCharge(ctx, charge.id);
  return { message: outcomeOf(charge) };
}

function outcomeOf({ state, purpose, settledByHand }: Charge): string {
  if (purpose === 'test') return 'Estorno pedido';
  if (state === 'paid') return 'Estorno pedido: nada tinha sido entregue';
  if (settledByHand) return 'Estorno pedido: o que foi entregue à mão se desfaz à mão';
  if (purpose === 'sale')
    return 'Estorno pedido: os dias da venda são desfeitos assim que o dinheiro voltar';
  return purpose === 'renewal'
    ? 'Estorno pedido: a renovação é desfeita assim que o dinheiro voltar'
    : 'Estorno pedido: os créditos voltam assim que o dinheiro voltar';
}

async function ask(ctx: AppContext, charge: Charge, key: string): Promise<void> {
  const account = await ensurePaymentAccount(ctx, charge.accountId);
  const provider =
    getPaymentProvider(ctx, account, charge.provider) ?? refuse('payments_not_ready');
  try {
    await provider.refund(
      { ...charge, reference: charge.externalReference, paymentId: charge.paymentId! },
      key,
    );
  } catch (error) {
    if (isProviderUnavailable(error)) refuse('payment_provider_silent');
    if (isProviderRejection(error))
      refuse('refund_refused', { values: { provider: providerName(charge.provider) } });
    throw error;
  }
}
