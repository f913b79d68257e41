/**
 * Replies of customers that are not a stop. The seller reads and answers them, because no program
 * interprets them.
 */
import type { ReplyChannel } from '@ramal/contract/reminders/customers';
import sql from 'sql-template-tag';
import type { Reader, Tx } from '../../foundation/database.ts';
import { cutText } from '../../foundation/files/cut-text.ts';

const MAX_REPLY_LENGTH = 500;
/** Maximum number of replies that are stored and shown per line. */
const MAX_REPLIES = 10;

interface Reply {
  readonly channel: ReplyChannel;
  readonly text: string;
  readonly at: Date;
}

/** Stores a reply for each line and deletes the oldest replies of that line beyond the maximum. */
export async function storeReply(
  tx: Tx,
  lineIds: readonly number[],
  { channel, text, at }: Reply,
): Promise<void> {
  const ids = [...lineIds];
  const body = cutText(text.replaceAll('\u0000', '').trim(), MAX_REPLY_LENGTH);
  if (ids.length === 0 || body === '') return;
  await tx.run(sql`
    insert into customer_replies (line_id, channel, body, received_at)
    select id, ${channel}, ${body}, ${at} from unnest(${ids}::bigint[]) as id`);
  await tx.run(sql`
    delete from customer_replies r where r.line_id = any(${ids}::bigint[]) and (
      select count(*) from customer_replies n where n.line_id = r.line_id and n.id > r.id) >= ${MAX_REPLIES}`);
}

/** Returns the last replies to a line's reminders, the newest first. */
export const readReplies = (reader: Reader, lineId: number): Promise<Reply[]> =>
  reader.many<Reply>(sql`
    select channel, body as text, received_at as at from customer_replies
    where line_id = ${lineId} order by id desc limit ${MAX_REPLIES}`);
