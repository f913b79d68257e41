/**
 * The provider's keys of an account, encrypted at rest. Calls return the public key, and only
 * whether a private key exists (Q-MPKEYS).
 */
import { randomBytes } from 'node:crypto';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';

/** Key name in `ctx.secrets`; each module encrypts with its own key. */
const TOKEN_USE = 'payment-token';
const WEBHOOK_USE = 'payment-webhook';

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
}

/** Statement: inserts the account's row if it does not exist. */
export const openPaymentAccountCte = (accountId: number): Sql => sql`
  insert into payment_accounts (account_id, notice_token)
  values (${accountId}, ${randomBytes(18).toString('base64url')})
  on conflict (account_id) do nothing`;

const columns: Sql = sql`
  account_id, notice_token, public_key,
  sealed_token, sealed_webhook_secret, api, collector,
  is_live, finding, last_notice_at, proven_at`;

export const findPaymentAccount = (
  reader: Reader,
  accountId: number,
): Promise<PaymentAccount | undefined> =>
  reader.first(sql`select ${columns} from payment_accounts where account_id = ${accountId}`);

export const findByNoticeToken = (
  reader: Reader,
  token: string,
): Promise<PaymentAccount | undefined> =>
  reader.first(sql`select ${columns} from payment_accounts where notice_token = ${token}`);

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

/** Returns the access token; undefined without stored keys. */
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
