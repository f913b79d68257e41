/**
 * Saves the key of Asaas after the account was read with it, and reads the account again every day.
 * The key and the password of the notices are encrypted. A generated password is returned once, and
 * the key never.
 */
import { randomBytes } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { Refusal, refuse } from '@ramal/contract/api/errors';
import type {
  checkAsaas as checkDeclaration,
  saveAsaasKeys as saveDeclaration,
} from '@ramal/contract/payments/payment-providers';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { Job } from '../../foundation/jobs.ts';
import { notify } from '../../notices/notices.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';
import {
  ensurePaymentAccount,
  findPaymentAccount,
  sealAsaasKey,
  sealAsaasPassword,
} from '../payment-account.ts';
import { type AsaasHolder, isSandboxKey, keyHint, readAsaasHolder } from './asaas/account.ts';
import { findProviderAccount, readReceiver, recurringProblem } from './provider-account.ts';
import { openAsaas } from './provider-of.ts';
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
  const now = ctx.clock.now();
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        // The results of proofs are reset, because they belong to the earlier key.
        keys: sql`
          insert into provider_accounts (account_id, provider, sealed_key, sealed_notice_password, key_hint,
            is_live, collector, holder_name, holder_document, is_company, is_approved, pix_key, checked_at,
            keys_saved_at)
          values (${actor.id}, 'asaas', ${sealAsaasKey(ctx, body.apiKey)},
            ${made === null ? null : sealAsaasPassword(ctx, made)}, ${keyHint(body.apiKey)}, ${!isSandbox},
            ${holder.document}, ${holder.name}, ${holder.document}, ${holder.isCompany}, ${holder.isApproved},
            ${holder.pixKey}, ${now}, ${now})
          on conflict (account_id, provider) do update set sealed_key = excluded.sealed_key,
            sealed_notice_password = coalesce(excluded.sealed_notice_password,
              provider_accounts.sealed_notice_password),
            key_hint = excluded.key_hint, is_live = excluded.is_live, collector = excluded.collector,
            holder_name = excluded.holder_name, holder_document = excluded.holder_document,
            is_company = excluded.is_company, is_approved = excluded.is_approved, pix_key = excluded.pix_key,
            problem = null, checked_at = excluded.checked_at, keys_saved_at = excluded.keys_saved_at,
            last_notice_at = null, proven_at = null`,
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

export async function checkAsaas(
  ctx: AppContext,
  call: Call<typeof checkDeclaration>,
): Promise<HandlerResult<typeof checkDeclaration>> {
  requireSecondFactor(call.actor);
  await checkAsaasAccount(ctx, call.actor.id);
  return { message: 'Conferido agora', ...(await getPaymentProviders(ctx, call)) };
}

/** Reads the account again. The offer ends if the account may no longer receive recurring Pix. */
async function checkAsaasAccount(ctx: AppContext, accountId: number): Promise<void> {
  const account = await findPaymentAccount(ctx.db, accountId);
  const access = account && openAsaas(ctx, account);
  if (!access) return refuse('provider_not_connected');
  const holder = await readAsaasHolder(access).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'asaas_key_refused') return undefined;
    throw error;
  });
  await storeCheck(ctx, accountId, holder);
}

const KEY_REFUSED = 'A chave não é deste ambiente ou foi revogada no Asaas.';

async function storeCheck(
  ctx: AppContext,
  accountId: number,
  holder: AsaasHolder | undefined,
): Promise<void> {
  const now = ctx.clock.now();
  const today = localDay(now, ctx.clock.timeZone);
  await ctx.db.tx(async (tx) => {
    await tx.run(
      holder
        ? sql`
            update provider_accounts set holder_name = ${holder.name}, holder_document = ${holder.document},
              is_company = ${holder.isCompany}, is_approved = ${holder.isApproved}, pix_key = ${holder.pixKey},
              problem = null, checked_at = ${now}
            where account_id = ${accountId} and provider = 'asaas'`
        : sql`
            update provider_accounts set problem = ${KEY_REFUSED}, checked_at = ${now}
            where account_id = ${accountId} and provider = 'asaas'`,
    );
    const receiver = await readReceiver(tx, accountId);
    const problem = recurringProblem(receiver, await findProviderAccount(tx, accountId), today);
    if (!receiver.offersRecurring || problem === '') return;
    await tx.run(
      sql`update payment_accounts set offers_recurring = false where account_id = ${accountId}`,
    );
    await notify(tx, {
      accounts: sql`select ${accountId}::bigint`,
      kind: 'credits',
      subject: 'recurring-eligibility',
      title: 'O Pix Automático deixou de ser oferecido',
      body: problem,
      path: '/payment-providers',
      at: now,
    });
  });
}

export async function checkProviders(ctx: AppContext): Promise<void> {
  const accounts = await ctx.db.many<{ id: number }>(sql`
    select p.account_id as id from provider_accounts p join accounts a on a.id = p.account_id
    where p.sealed_key is not null and a.deleted_at is null order by p.checked_at`);
  for (const { id } of accounts) {
    try {
      await checkAsaasAccount(ctx, id);
    } catch (error) {
      // A failing account must not delay the others. The next run reads it again.
      ctx.log.warn({ account: id, err: error }, 'an account at Asaas could not be read');
    }
  }
}

export const checkProvidersJob: Job = {
  name: 'check-payment-providers',
  schedule: '0 9 * * *',
  work: checkProviders,
};
