/** Records received notices, so that a repeated notice is recognised and the seller sees them. */
import type { ProviderName } from '@ramal/contract/payments/payment-providers';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { KeyedProvider } from './port.ts';

export type NoticeOutcome = 'read' | 'repeated' | 'unknown' | 'refused' | 'unread';

interface ReceivedNotice {
  readonly accountId: number;
  readonly provider: ProviderName;
  readonly eventId: string | null;
  readonly event: string;
  readonly outcome: NoticeOutcome;
}

/**
 * Records a notice. Returns false if a notice with this id is stored and its outcome is not
 * `unread`.
 */
export async function recordPaymentNotice(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { accountId, provider, eventId, event, outcome }: ReceivedNotice,
): Promise<boolean> {
  const now = clock.now();
  const changed = await db.tx((tx) =>
    tx.run(sql`
      insert into payment_notices (account_id, provider, event_id, event, outcome, received_at)
      values (${accountId}, ${provider}, ${eventId}, ${event}, ${outcome}, ${now})
      on conflict (account_id, provider, event_id)
      do update set outcome = excluded.outcome, received_at = excluded.received_at
      where payment_notices.outcome = 'unread'`),
  );
  return changed > 0;
}

interface NoticedAccount {
  readonly accountId: number;
  readonly provider: KeyedProvider;
}

/**
 * Stores the time of a genuine notice. The notice proves that the seller entered the right address
 * at the provider.
 */
export const storeNoticeTime = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { accountId, provider }: NoticedAccount,
): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update provider_accounts set last_notice_at = ${clock.now()}
      where account_id = ${accountId} and provider = ${provider}`),
  );

/**
 * Records a notice without a valid signature or password. Records at most one an hour for each
 * account and provider, because anybody can send them.
 */
export async function recordRefusedNotice(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { accountId, provider, event }: NoticedAccount & Pick<ReceivedNotice, 'event'>,
): Promise<void> {
  const now = ctx.clock.now();
  const first = await ctx.db.tx((tx) =>
    tx.run(sql`
      update provider_accounts set notice_refused_at = ${now}
      where account_id = ${accountId} and provider = ${provider}
        and (notice_refused_at is null or notice_refused_at < ${new Date(now.getTime() - HOUR_MS)})`),
  );
  if (first > 0)
    await recordPaymentNotice(ctx, {
      accountId,
      provider,
      eventId: null,
      event,
      outcome: 'refused',
    });
}
