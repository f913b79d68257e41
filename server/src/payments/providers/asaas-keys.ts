/**
 * Saves the key of Asaas after the account was read with it. The key and the password of the
 * notices are encrypted. A generated password is returned once, and the key is never returned.
 */
import { randomBytes } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { saveAsaasKeys as saveDeclaration } from '@ramal/contract/payments/payment-providers';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';
import { ensurePaymentAccount, sealAsaasKey, sealAsaasPassword } from '../payment-account.ts';
import { isSandboxKey, keyHint, readAsaasHolder } from './asaas/account.ts';
import { readReceiver, saveProviderAccountCte } from './provider-account.ts';
import { getPaymentProviders } from './provider-state.ts';

export async function saveAsaasKeys(
  ctx: AppContext,
  call: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { actor, body, requestMeta } = call;
  requireSecondFactor(actor);
  const receiver = await readReceiver(ctx.db, actor.id);
  if (receiver.receiverType === null) refuse('receiver_not_stated');
  const isSandbox = isSandboxKey(body.apiKey);
  if (isSandbox && !ctx.config.testPayments)
    refuse('asaas_key_of_sandbox', { fields: { apiKey: 'A chave não é deste ambiente.' } });
  const { asaasUrl, asaasSandboxUrl } = ctx.config;
  const baseUrl = isSandbox ? asaasSandboxUrl : asaasUrl;
  const holder = await readAsaasHolder({ baseUrl, key: body.apiKey });
  if (receiver.receiverType === 'company' && holder.document !== receiver.receiverDocument)
    refuse('asaas_other_receiver');
  const account = await ensurePaymentAccount(ctx, actor.id);
  const made =
    body.noticePassword ??
    (account.sealedAsaasPassword ? null : randomBytes(32).toString('base64url'));
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        keys: saveProviderAccountCte(
          actor.id,
          'asaas',
          {
            sealedKey: sealAsaasKey(ctx, body.apiKey),
            sealedNoticePassword: made === null ? null : sealAsaasPassword(ctx, made),
            keyHint: keyHint(body.apiKey),
            isLive: !isSandbox,
            holderName: holder.name,
            holderDocument: holder.document,
            isCompany: holder.isCompany,
            isApproved: holder.isApproved,
            pixKey: holder.pixKey,
          },
          ctx.clock.now(),
        ),
        event: insertEventCte(requestMeta, {
          kind: 'asaas-keys-set',
          actorId: actor.id,
          after: { isLive: !isSandbox, isCompany: holder.isCompany },
        }),
      }),
    ),
  );
  const noticePassword = body.noticePassword ? null : made;
  return { message: 'Chaves guardadas', noticePassword, ...(await getPaymentProviders(ctx, call)) };
}
