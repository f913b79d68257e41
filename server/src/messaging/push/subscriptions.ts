/** Push subscriptions: the browsers in which an account turned on its notices. */
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';

/**
 * Condition on `push_subscriptions s`: the session in which the browser subscribed has not ended.
 */
export const isWanted: Sql = sql`
  not exists (select from sign_ins i where i.id = s.sign_in_id and i.ended_at is not null)`;

export interface PushSubscription {
  readonly id: number;
  readonly accountId: number;
  /**
   * Queue of the push service. Each service has its own queue, because a service can request a
   * pause of all its deliveries.
   */
  readonly queue: string;
}

export async function findPushSubscriptions(
  reader: Reader,
  accountIds: readonly number[],
): Promise<PushSubscription[]> {
  const subscriptions = await reader.many<{ id: number; accountId: number; endpoint: string }>(sql`
    select s.id, s.account_id, s.endpoint from push_subscriptions s
    where s.account_id = any (${[...accountIds]}::bigint[]) and ${isWanted} order by s.id`);
  return subscriptions.map(({ endpoint, ...subscription }) => ({
    ...subscription,
    queue: `push:${new URL(endpoint).host}`,
  }));
}
