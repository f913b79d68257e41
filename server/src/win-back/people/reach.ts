import sql, { join, type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import {
  readReadyChannels,
  readSeller,
  type ReadyChannel,
  type ReminderSender,
  reminderSenders,
  type Seller,
} from '../../reminders/reminders.ts';

export interface Reach {
  readonly seller: Seller;
  /** Automatic channels that are on and can send, in the account's order. */
  readonly channels: readonly ReadyChannel[];
  /** Condition on `lines l`: one of the channels can reach the customer. */
  readonly isReachable: Sql;
}

export async function readReach(
  ctx: AppContext,
  reader: Reader,
  accountId: number,
  senders: readonly ReminderSender[] = reminderSenders,
): Promise<Reach> {
  const seller = await readSeller(reader, accountId);
  const channels = await readReadyChannels(ctx, reader, senders, seller);
  const conditions = channels.map(({ sender }) => sql`(${sender.reachableCondition(ctx, seller)})`);
  return {
    seller,
    channels,
    isReachable: conditions.length === 0 ? sql`false` : join(conditions, ' or '),
  };
}
