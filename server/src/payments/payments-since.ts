/**
 * Payments since a moment that the data does not contain, for the admin who releases a restored
 * panel. Nothing is changed; the job for lost charges settles them afterwards.
 */
import { planLabel } from '@ramal/contract/rules/plans';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import { findByExternalReference } from './charges.sql.ts';
import { type LostPurchase, readExternalReference } from './external-reference.ts';
import { OLDEST_MS, STEP_MS, isStillThere, searchWhole } from './find-lost-charges.ts';
import { findPaymentAccount, type PaymentAccount } from './payment-account.ts';
import type { FoundPayment, PaymentProvider } from './providers/port.ts';
import { currentKind, getPaymentProvider } from './providers/provider-of.ts';

export interface UnknownPayment {
  /** Name of the charge at the provider. */
  readonly reference: string;
  readonly purpose: LostPurchase['purpose'];
  /** User name of the line or of the buyer; null if it is missing too. */
  readonly subject: string | null;
  /** «1 mês», «10 créditos» */
  readonly bought: string;
  readonly at: Date;
  readonly cents: number;
}

interface PaymentsSince {
  readonly unknown: readonly UnknownPayment[];
  /** User names of accounts whose provider was not read or did not respond. */
  readonly unread: readonly string[];
}

/** `late` aborts the reads; accounts not read by then are listed in `unread`. */
export async function paymentsSince(
  ctx: AppContext,
  since: Date,
  late: AbortSignal,
): Promise<PaymentsSince> {
  const accounts = await ctx.db.many<{ id: number; username: string }>(sql`
    select p.account_id as id, a.username from payment_accounts p join accounts a on a.id = p.account_id
    where p.sealed_token is not null and p.api is not null order by p.account_id`);
  const unknown: UnknownPayment[] = [];
  const unread: string[] = [];
  for (const { id, username } of accounts) {
    try {
      late.throwIfAborted();
      unknown.push(...(await ofAccount(ctx, id, since, late)));
    } catch (error) {
      if (!late.aborted && !(error instanceof ProviderError)) throw error;
      unread.push(username);
    }
  }
  return { unknown, unread };
}

async function ofAccount(
  ctx: AppContext,
  id: number,
  since: Date,
  late: AbortSignal,
): Promise<UnknownPayment[]> {
  const account = (await findPaymentAccount(ctx.db, id))!;
  const provider = getPaymentProvider(ctx, account, currentKind(ctx, account)!);
  if (!provider) return [];
  const unknown: UnknownPayment[] = [];
  for await (const payment of searchSince(ctx, provider, since, late)) {
    const lost = await readUnknown(ctx, account, payment);
    if (lost) unknown.push(lost);
  }
  return unknown;
}

/** Every payment of an account since a moment, step by step. */
export async function* searchSince(
  { clock }: AppContext,
  provider: PaymentProvider,
  since: Date,
  late?: AbortSignal,
): AsyncGenerator<FoundPayment> {
  const now = clock.now();
  let from = new Date(Math.max(since.getTime(), now.getTime() - OLDEST_MS));
  while (from < now) {
    late?.throwIfAborted();
    const until = new Date(Math.min(from.getTime() + STEP_MS, now.getTime()));
    yield* await searchWhole(provider, from, until);
    from = until;
  }
}

/** Undefined for known or unpaid charges, and for references of other programs. */
async function readUnknown(
  { db }: AppContext,
  account: PaymentAccount,
  payment: FoundPayment,
): Promise<UnknownPayment | undefined> {
  if (payment.state !== 'approved' || payment.collector !== account.collector) return undefined;
  const lost = readExternalReference(payment.reference);
  if (!lost) return undefined;
  const charge = await findByExternalReference(db, payment.reference);
  if (charge && charge.state !== 'pending') return undefined;
  const isThere = await isStillThere(db, account.accountId, lost);
  return {
    reference: payment.reference,
    purpose: lost.purpose,
    subject: isThere ? await nameOf(db, lost) : null,
    bought: lost.purpose === 'renewal' ? planLabel(lost.months) : creditsOf(lost.credits),
    at: payment.createdAt,
    cents: payment.paidCents,
  };
}

const creditsOf = (hundredths: number): string =>
  `${(hundredths / 100).toLocaleString('pt-BR')} créditos`;

async function nameOf(db: AppContext['db'], lost: LostPurchase): Promise<string | null> {
  const row = await db.first<{ username: string }>(
    lost.purpose === 'renewal'
      ? sql`select username from lines where id = ${lost.lineId}`
      : sql`select username from accounts where id = ${lost.buyerId}`,
  );
  return row?.username ?? null;
}
