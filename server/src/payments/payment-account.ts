/**
 * The provider's keys of an account, encrypted at rest. Calls return the public key, and only
 * whether a private key exists (Q-MPKEYS).
 */
import { randomBytes } from 'node:crypto';
import type { ProviderName } from '@ramal/contract/payments/payment-providers';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';

/** Names of keys in `ctx.secrets`. Each kind of secret is encrypted with its own key. */
const TOKEN_USE = 'payment-token';
const WEBHOOK_USE = 'payment-webhook';
const ASAAS_KEY_USE = 'asaas-key';
const ASAAS_PASSWORD_USE = 'asaas-notice-password';
const WOOVI_KEY_USE = 'woovi-key';

export type Api = 'payments' | 'orders';

export interface PaymentAccount {
  readonly accountId: number;
  readonly noticeToken: string;
  readonly publicKey: string | null;
  readonly sealedToken: Buffer | null;
  readonly sealedWebhookSecret: Buffer | null;
  readonly api: Api | null;
  readonly collector: string | null;
  readonly isLive: boolean | null;
  readonly finding: string | null;
  readonly lastNoticeAt: Date | null;
  readonly provenAt: Date | null;
  /** Provider of one-off Pix; null if the account did not choose one. */
  readonly pixProvider: ProviderName | null;
  readonly sealedAsaasKey: Buffer | null;
  readonly sealedAsaasPassword: Buffer | null;
  readonly asaasCollector: string | null;
  readonly asaasPixKey: string | null;
  readonly asaasIsLive: boolean | null;
  readonly sealedWooviKey: Buffer | null;
  readonly wooviCollector: string | null;
  readonly wooviIsLive: boolean | null;
}

/** Statement: inserts the account's row if it does not exist. */
export const openPaymentAccountCte = (accountId: number): Sql => sql`
  insert into payment_accounts (account_id, notice_token)
  values (${accountId}, ${randomBytes(18).toString('base64url')})
  on conflict (account_id) do nothing`;

const selectAccount: Sql = sql`
  select p.account_id, p.notice_token, p.public_key, p.sealed_token, p.sealed_webhook_secret, p.api,
    p.collector, p.is_live, p.finding, p.last_notice_at, p.proven_at, p.pix_provider,
    o.sealed_key as sealed_asaas_key, o.sealed_notice_password as sealed_asaas_password,
    o.collector as asaas_collector, o.pix_key as asaas_pix_key, o.is_live as asaas_is_live,
    v.sealed_key as sealed_woovi_key, v.collector as woovi_collector, v.is_live as woovi_is_live
  from payment_accounts p
  left join provider_accounts o on o.account_id = p.account_id and o.provider = 'asaas'
  left join provider_accounts v on v.account_id = p.account_id and v.provider = 'woovi'`;

/** Condition on `payment_accounts p`: a provider is connected. */
export const hasKeys: Sql = sql`(p.sealed_token is not null and p.api is not null or exists (
  select from provider_accounts o where o.account_id = p.account_id and o.sealed_key is not null))`;

export const findPaymentAccount = (
  reader: Reader,
  accountId: number,
): Promise<PaymentAccount | undefined> =>
  reader.first(sql`${selectAccount} where p.account_id = ${accountId}`);

export const findByNoticeToken = (
  reader: Reader,
  token: string,
): Promise<PaymentAccount | undefined> =>
  reader.first(sql`${selectAccount} where p.notice_token = ${token}`);

/** Creates the row if it is missing, because it contains the token in the URL of the notices. */
export async function ensurePaymentAccount(
  { db }: Pick<AppContext, 'db'>,
  accountId: number,
): Promise<PaymentAccount> {
  const existing = await findPaymentAccount(db, accountId);
  if (existing) return existing;
  await db.tx((tx) => tx.run(openPaymentAccountCte(accountId)));
  return (await findPaymentAccount(db, accountId))!;
}

type Secrets = Pick<AppContext, 'secrets'>;

export const sealToken = ({ secrets }: Secrets, token: string): Buffer =>
  secrets.encrypt(TOKEN_USE, token);

export const sealWebhookSecret = ({ secrets }: Secrets, secret: string): Buffer =>
  secrets.encrypt(WEBHOOK_USE, secret);

export const decryptAccountToken = (
  { secrets }: Secrets,
  account: PaymentAccount,
): string | undefined =>
  account.sealedToken ? secrets.decrypt(TOKEN_USE, account.sealedToken) : undefined;

export const openWebhookSecret = (
  { secrets }: Secrets,
  account: PaymentAccount,
): string | undefined =>
  account.sealedWebhookSecret
    ? secrets.decrypt(WEBHOOK_USE, account.sealedWebhookSecret)
    : undefined;

export const sealAsaasKey = ({ secrets }: Secrets, key: string): Buffer =>
  secrets.encrypt(ASAAS_KEY_USE, key);

export const sealAsaasPassword = ({ secrets }: Secrets, password: string): Buffer =>
  secrets.encrypt(ASAAS_PASSWORD_USE, password);

export const openAsaasKey = (
  { secrets }: Secrets,
  { sealedAsaasKey }: PaymentAccount,
): string | undefined =>
  sealedAsaasKey ? secrets.decrypt(ASAAS_KEY_USE, sealedAsaasKey) : undefined;

export const sealWooviKey = ({ secrets }: Secrets, key: string): Buffer =>
  secrets.encrypt(WOOVI_KEY_USE, key);

export const openWooviKey = (
  { secrets }: Secrets,
  { sealedWooviKey }: PaymentAccount,
): string | undefined =>
  sealedWooviKey ? secrets.decrypt(WOOVI_KEY_USE, sealedWooviKey) : undefined;

export const openAsaasPassword = (
  { secrets }: Secrets,
  { sealedAsaasPassword }: PaymentAccount,
): string | undefined =>
  sealedAsaasPassword ? secrets.decrypt(ASAAS_PASSWORD_USE, sealedAsaasPassword) : undefined;
