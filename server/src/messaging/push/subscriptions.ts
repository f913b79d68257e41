/** The browsers that an account turned its notices on in. */
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../../foundation/database.ts';

/** Condition on `push_subscriptions s`: nobody has signed out of the browser, or ended its access, since. */
export const isWanted: Sql = sql`
  not exists (select from sign_ins i where i.id = s.sign_in_id and i.ended_at is not null)`;

export interface PushSubscription {
  readonly id: number;
  readonly accountId: number;
  /** One for each push service, because it asks all of them to wait. */
  readonly queue: string;
}

export async function findPushSubscriptions(
  reader: Reader,
  accountIds: readonly number[],
): Promise<PushSubscription[]> {
  const found = await reader.many<{ id: number; accountId: number; endpoint: string }>(sql`
    select s.id, s.account_id as "accountId", s.endpoint from push_subscriptions s
    where s.account_id = any (${[...accountIds]}::bigint[]) and ${isWanted} order by s.id`);
  return found.map(({ endpoint, ...subscription }) => ({
    ...subscription,
    queue: `push:${new URL(endpoint).host}`,
  }));
}

/** Those that ended with their access; what the browser itself ended goes when it says so. */
export const deleteUnwantedSubscriptions = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from push_subscriptions s where not (${isWanted})`);
