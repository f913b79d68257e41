/**
 * Notifies a seller that a payment needs a decision. A flag with the same content is written only
 * once.
 */
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Tx } from '../foundation/database.ts';
import { paymentOrigin } from './settle-charge.ts';

interface Flag {
  readonly accountId: number;
  /** A flag with the same content at or after this time prevents another one. */
  readonly since: Date;
  readonly after: { readonly reason: string; readonly saleCents: number; readonly charge?: number };
}

export async function flagOnce(tx: Tx, { accountId, since, after }: Flag): Promise<void> {
  const existing = await tx.first(sql`
    select from events where account_id = ${accountId} and kind = 'recharge-flagged' and at >= ${since}
      and after @> ${JSON.stringify(after)}::jsonb`);
  if (existing) return;
  await recordEvent(tx, paymentOrigin, {
    kind: 'recharge-flagged',
    actorId: null,
    accountId,
    after,
  });
}
