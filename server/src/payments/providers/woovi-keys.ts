/** Saves the key of Woovi after the company was read with it. The key is encrypted and never returned. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { saveWooviKey as declaration } from '@ramal/contract/payments/payment-providers';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';
import { ensurePaymentAccount, sealWooviKey } from '../payment-account.ts';
import { saveProviderAccountCte } from './provider-account.ts';
import { getPaymentProviders } from './provider-state.ts';
import { isWooviSandboxKey, readWooviHolder } from './woovi/account.ts';

const CNPJ_LENGTH = 14;

export async function saveWooviKey(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, body, requestMeta } = call;
  requireSecondFactor(actor);
  const key = body.apiKey;
  const isSandbox = await isWooviSandboxKey(ctx.config, key);
  if (isSandbox && !ctx.config.testPayments)
    refuse('woovi_key_of_sandbox', { fields: { apiKey: 'A chave não é deste ambiente.' } });
  const { wooviUrl, wooviSandboxUrl } = ctx.config;
  const holder = await readWooviHolder({ baseUrl: isSandbox ? wooviSandboxUrl : wooviUrl, key });
  await ensurePaymentAccount(ctx, actor.id);
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        keys: saveProviderAccountCte(
          actor.id,
          'woovi',
          {
            sealedKey: sealWooviKey(ctx, key),
            sealedNoticePassword: null,
            keyHint: `${key.slice(0, 4)}…${key.slice(-3)}`,
            isLive: !isSandbox,
            holderName: holder.name,
            holderDocument: holder.document,
            isCompany: holder.document.length === CNPJ_LENGTH,
            isApproved: true,
            pixKey: null,
          },
          ctx.clock.now(),
        ),
        event: insertEventCte(requestMeta, {
          kind: 'woovi-key-set',
          actorId: actor.id,
          after: { isLive: !isSandbox },
        }),
      }),
    ),
  );
  return { message: 'Chave guardada', ...(await getPaymentProviders(ctx, call)) };
}
