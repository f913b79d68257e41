/**
 * Saves the provider's keys and detects their interface. The read call returns the detected
 * interface and never the private key (V-49, V-50, V-56, Q-MPKEYS).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  getPaymentKeys as getDeclaration,
  savePaymentKeys as saveDeclaration,
} from '@ramal/contract/payments/recharges';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { detectApi } from './mercado-pago/detect-api.ts';
import {
  ensurePaymentAccount,
  findPaymentAccount,
  type PaymentAccount,
  sealToken,
  sealWebhookSecret,
} from '../payment-account.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';

const MASK = '••••••••••••';

/** Returns the URL of an account's notices at this installation, for the provider. */
export const buildNoticeUrl = ({ noticeToken }: PaymentAccount, baseUrl: string): string =>
  `${baseUrl}/api/avisos/${noticeToken}`;

const onWire = async (ctx: AppContext, account: PaymentAccount, requestMeta: RequestMeta) => ({
  mercadoPagoPublicKey: account.publicKey,
  mercadoPagoAccessToken: account.sealedToken ? MASK : null,
  configured: account.sealedToken !== null,
  testPayments: ctx.config.testPayments,
  api: account.api,
  collector: account.collector,
  live: account.isLive,
  finding: account.finding,
  hasWebhookSecret: account.sealedWebhookSecret !== null,
  noticeUrl: buildNoticeUrl(account, await publicBaseUrl(ctx, requestMeta.baseUrl)),
  lastNoticeAt: account.lastNoticeAt && unixSeconds(account.lastNoticeAt),
  provenAt: account.provenAt && unixSeconds(account.provenAt),
});

export async function getPaymentKeys(
  ctx: AppContext,
  { actor, requestMeta }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> {
  return onWire(ctx, await ensurePaymentAccount(ctx, actor.id), requestMeta);
}

export async function savePaymentKeys(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  requireSecondFactor(actor);
  const { mercadoPagoPublicKey: publicKey, mercadoPagoAccessToken: token } = body;
  const detected = await detectApi({ baseUrl: ctx.config.mercadoPagoUrl, token });
  await ensurePaymentAccount(ctx, actor.id);
  const secret = body.webhookSecret ? sealWebhookSecret(ctx, body.webhookSecret) : null;
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        // Resets the time of the last payment and of the last notice, because they confirm only the
        // former keys. Keeps the stored webhook secret if the request contains none.
        keys: sql`
          update payment_accounts set public_key = ${publicKey}, sealed_token = ${sealToken(ctx, token)},
            sealed_webhook_secret = coalesce(${secret}, sealed_webhook_secret), api = ${detected.api},
            collector = ${detected.collector}, is_live = ${detected.isLive}, finding = ${detected.text},
            keys_saved_at = ${ctx.clock.now()}, last_notice_at = null, proven_at = null
          where account_id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'payment-keys-set',
          actorId: actor.id,
          after: { api: detected.api, collector: detected.collector, isLive: detected.isLive },
        }),
      }),
    ),
  );
  const account = (await findPaymentAccount(ctx.db, actor.id))!;
  return { message: 'Chaves alteradas', ...(await onWire(ctx, account, requestMeta)) };
}
