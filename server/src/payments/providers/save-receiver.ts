/**
 * Stores whether the seller receives payments as a company or as a person. The seller states this
 * before entering a provider's key, because only companies can receive recurring Pix.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { saveReceiver as declaration } from '@ramal/contract/payments/payment-providers';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';
import { ensurePaymentAccount } from '../payment-account.ts';
import { getPaymentProviders } from './provider-state.ts';

const REQUIRED = 'Obrigatório para empresa.';

export async function saveReceiver(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, body, requestMeta } = call;
  requireSecondFactor(actor);
  const isCompany = body.type === 'company';
  if (isCompany && !(body.cnpj && body.openedOn))
    refuse('receiver_incomplete', {
      fields: {
        ...(body.cnpj ? {} : { cnpj: REQUIRED }),
        ...(body.openedOn ? {} : { openedOn: REQUIRED }),
      },
    });
  const document = isCompany ? body.cnpj! : null;
  const openedOn = isCompany ? body.openedOn! : null;
  await ensurePaymentAccount(ctx, actor.id);
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        receiver: sql`
          update payment_accounts set receiver_type = ${body.type}, receiver_document = ${document},
            receiver_opened_on = ${openedOn}::date, offers_recurring = offers_recurring and ${isCompany}
          where account_id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'payment-receiver-set',
          actorId: actor.id,
          after: { type: body.type },
        }),
      }),
    ),
  );
  return { message: 'Guardado', ...(await getPaymentProviders(ctx, call)) };
}
