/**
 * Reads payments that were made after a given time and are missing in the data, for the admin who
 * releases a restored panel. Changes nothing; the job for lost charges settles them afterwards.
 */
import { planLabel } from '@ramal/contract/rules/plans';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import type { OutsideEvent, OutsideReading } from '../quarantine/quarantine.ts';
import { findByExternalReference } from './charges.sql.ts';
import { type LostPurchase, readExternalReference } from './external-reference.ts';
import {
  MAX_AGE_MS,
  STEP_MS,
  isOwnPayment,
  isStillThere,
  searchWhole,
} from './find-lost-charges.ts';
import { findPaymentAccount, hasKeys, type PaymentAccount } from './payment-account.ts';
import type { FoundPayment, PaymentProvider } from './providers/port.ts';
import { getConnectedProviders } from './providers/provider-of.ts';

/**
 * Reads the payments of all accounts. `late` aborts the reads; accounts that were not read by then
 * are listed in `unread`.
 */
export async function readPaymentsSince(
  ctx: AppContext,
  since: Date,
  late: AbortSignal,
): Promise<OutsideReading> {
  const accounts = await ctx.db.many<{ id: number; username: string }>(sql`
    select p.account_id as id, a.username from payment_accounts p join accounts a on a.id = p.account_id
    where ${hasKeys} order by p.account_id`);
  const events: OutsideEvent[] = [];
  const unread: { where: string; why: string }[] = [];
  for (const { id, username } of accounts) {
    try {
      late.throwIfAborted();
      events.push(...(await ofAccount(ctx, id, since, late)));
    } catch (error) {
      if (!late.aborted && !(error instanceof ProviderError)) throw error;
      unread.push({ where: `Pagamentos de ${username}`, why: 'Não respondeu.' });
    }
  }
  return { events, unread };
}

async function ofAccount(
  ctx: AppContext,
  id: number,
  since: Date,
  late: AbortSignal,
): Promise<OutsideEvent[]> {
  const account = (await findPaymentAccount(ctx.db, id))!;
  const unknown: OutsideEvent[] = [];
  for (const provider of getConnectedProviders(ctx, account))
    for await (const payment of searchSince(ctx, provider, since, late)) {
      const lost = await readUnknown(ctx, account, payment);
      if (lost) unknown.push(lost);
    }
  return unknown;
}

/**
 * Yields the payments at one provider since a time, but at most MAX_AGE_MS ago. Each search covers
 * STEP_MS.
 */
export async function* searchSince(
  { clock }: AppContext,
  provider: PaymentProvider,
  since: Date,
  late?: AbortSignal,
): AsyncGenerator<FoundPayment> {
  const now = clock.now();
  let from = new Date(Math.max(since.getTime(), now.getTime() - MAX_AGE_MS));
  while (from < now) {
    late?.throwIfAborted();
    const until = new Date(Math.min(from.getTime() + STEP_MS, now.getTime()));
    yield* await searchWhole(provider, from, until);
    from = until;
  }
}

/**
 * Returns an event for an approved payment to this account whose charge is missing or pending.
 * Undefined for other payments and for references that name no purchase.
 */
async function readUnknown(
  { db }: AppContext,
  account: PaymentAccount,
  payment: FoundPayment,
): Promise<OutsideEvent | undefined> {
  if (payment.state !== 'approved' || !isOwnPayment(account, payment)) return undefined;
  const lost = readExternalReference(payment.reference);
  if (!lost) return undefined;
  const charge = await findByExternalReference(db, payment.reference);
  if (charge && charge.state !== 'pending') return undefined;
  const isThere = await isStillThere(db, account.accountId, lost);
  return toEvent(payment, lost, isThere ? await nameOf(db, lost) : null);
}

/**
 * Converts a payment to an event. `subject` is the user name of the line or of the buyer; null if
 * the line or the buyer is missing too.
 */
function toEvent(
  { reference, createdAt, paidCents }: FoundPayment,
  lost: LostPurchase,
  subject: string | null,
): OutsideEvent {
  const isLost = subject === null;
  const isTopUp = lost.purpose === 'top-up';
  return {
    key: reference,
    subject: subject ?? 'Quem não está na cópia',
    what: `pagou ${isTopUp ? creditsOf(lost.credits) : planLabel(lost.months)}`,
    atTimestamp: unixSeconds(createdAt),
    cents: paidCents,
    outcome: isLost
      ? 'Não há mais a que servir: devolva no provedor'
      : 'Recebe o que pagou, uma vez',
    needsPerson: isLost,
    act: isLost ? null : 'deliver',
    settledAs: isLost
      ? 'Já decidido: devolvido no provedor'
      : isTopUp
        ? 'Já creditado à mão'
        : 'Já renovado à mão',
  };
}

const creditsOf = (hundredths: number): string =>
  `${(hundredths / 100).toLocaleString('pt-BR')} créditos`;

async function nameOf(db: AppContext['db'], lost: LostPurchase): Promise<string | null> {
  if (lost.purpose === 'sale') return 'Cliente novo da página de venda';
  const row = await db.first<{ username: string }>(
    lost.purpose === 'top-up'
      ? sql`select username from accounts where id = ${lost.buyerId}`
      : sql`select username from lines where id = ${lost.lineId}`,
  );
  return row?.username ?? null;
}
