/** Records received notices, so that a repeated notice is recognised and the seller sees them. */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';

export type NoticeOutcome = 'read' | 'repeated' | 'unknown' | 'refused' | 'unread';

interface ReceivedNotice {
  readonly accountId: number;
  readonly provider: 'mercado-pago' | 'asaas';
  readonly eventId: string | null;
  readonly event: string;
  readonly outcome: NoticeOutcome;
}

/**
 * Records a notice. Returns false if one with this id is stored and its outcome is not `unread`.
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
