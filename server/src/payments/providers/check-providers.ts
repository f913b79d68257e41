/** Reads the accounts at Asaas and Woovi again: at the seller's request, and every day. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { Refusal, refuse } from '@ramal/contract/api/errors';
import type { checkProvider as declaration } from '@ramal/contract/payments/payment-providers';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { Job } from '../../foundation/jobs.ts';
import { notify } from '../../notices/notices.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';
import { findPaymentAccount } from '../payment-account.ts';
import { readAsaasHolder } from './asaas/account.ts';
import { keyRefusedText } from './key-refusal.ts';
import type { KeyedProvider } from './port.ts';
import { findProviderAccount, type ProviderAccount } from './provider-account.ts';
import { openAsaas, openWoovi } from './provider-of.ts';
import { getPaymentProviders } from './provider-state.ts';
import { readEligibility } from './recurring-account.ts';
import { readWooviHolder } from './woovi/account.ts';

export async function checkProvider(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  requireSecondFactor(call.actor);
  const { provider } = call.params;
  await checkAccount(ctx, { accountId: call.actor.id, provider, isBySeller: true });
  return { message: 'Conferido agora', ...(await getPaymentProviders(ctx, call)) };
}

interface CheckedAccount {
  readonly accountId: number;
  readonly provider: KeyedProvider;
  /**
   * True if the seller requested the check. The stored missing permission is then cleared, because
   * the seller may have granted it at the provider.
   */
  readonly isBySeller: boolean;
}

/** Reads the account again. The offer ends if the account may no longer receive recurring Pix. */
async function checkAccount(ctx: AppContext, checked: CheckedAccount): Promise<void> {
  const facts = await readFacts(ctx, checked).catch((error: unknown) => {
    const isRefused =
      error instanceof Refusal &&
      (error.code === 'asaas_key_refused' || error.code === 'woovi_key_refused');
    if (isRefused) return undefined;
    throw error;
  });
  await ctx.db.tx((tx) => storeFacts(ctx, tx, checked, facts));
}

type Facts = Pick<
  ProviderAccount,
  'holderName' | 'holderDocument' | 'isCompany' | 'isApproved' | 'pixKey'
>;

async function readFacts(ctx: AppContext, { accountId, provider }: CheckedAccount): Promise<Facts> {
  const account = await findPaymentAccount(ctx.db, accountId);
  if (provider === 'asaas') {
    const access = account && openAsaas(ctx, account);
    const { name, document, ...facts } = await readAsaasHolder(
      access ?? refuse('provider_not_connected'),
    );
    return { ...facts, holderName: name, holderDocument: document };
  }
  const access = account && openWoovi(ctx, account);
  const { name, document } = await readWooviHolder(access ?? refuse('provider_not_connected'));
  const stored = (await findProviderAccount(ctx.db, accountId, provider))!;
  return { ...stored, holderName: name, holderDocument: document };
}

async function storeFacts(
  ctx: AppContext,
  tx: Tx,
  { accountId, provider, isBySeller }: CheckedAccount,
  facts: Facts | undefined,
): Promise<void> {
  const now = ctx.clock.now();
  await tx.run(
    facts
      ? sql`
          update provider_accounts set holder_name = ${facts.holderName},
            holder_document = ${facts.holderDocument}, is_company = ${facts.isCompany},
            is_approved = ${facts.isApproved}, pix_key = ${facts.pixKey},
            problem = case when ${isBySeller} or keys_refused_at is not null then null else problem end,
            keys_refused_at = null, checked_at = ${now}
          where account_id = ${accountId} and provider = ${provider}`
      : sql`
          update provider_accounts set problem = ${keyRefusedText(provider)},
            keys_refused_at = coalesce(keys_refused_at, ${now}), checked_at = ${now}
          where account_id = ${accountId} and provider = ${provider}`,
  );
  await endUnfitOffer(ctx, tx, accountId);
}

/**
 * Turns the offer of recurring Pix off and notifies the seller if the account may no longer receive
 * it.
 */
async function endUnfitOffer(ctx: AppContext, tx: Tx, accountId: number): Promise<void> {
  const { receiver, problem } = await readEligibility(ctx, tx, accountId);
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
    at: ctx.clock.now(),
  });
}

export async function checkProviders(ctx: AppContext): Promise<void> {
  const accounts = await ctx.db.many<{ accountId: number; provider: KeyedProvider }>(sql`
    select p.account_id, p.provider from provider_accounts p join accounts a on a.id = p.account_id
    where p.sealed_key is not null and a.deleted_at is null order by p.checked_at`);
  for (const row of accounts) {
    try {
      await checkAccount(ctx, { ...row, isBySeller: false });
    } catch (error) {
      // A failing account must not delay the others. The next run reads it again.
      ctx.log.warn({ account: row.accountId, err: error }, 'a provider account could not be read');
    }
  }
}

export const checkProvidersJob: Job = {
  name: 'check-payment-providers',
  schedule: '0 9 * * *',
  work: checkProviders,
};
