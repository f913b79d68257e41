import sql from 'sql-template-tag';
import type { SalesChats } from '../messaging/messaging.ts';
import { recordProblem } from './chats.sql.ts';
import { reportUndelivered, type UndeliveredReply } from './report/undelivered-results.ts';
import { parseOwnId } from './send-reply.ts';

/** Stores that Meta did not deliver a reply which it had accepted from this number. */
export const recordFailure: SalesChats['failed'] = async (tx, receiver, failure) => {
  const { ownId, problem, at } = failure;
  const replyId = parseOwnId(ownId);
  if (replyId === undefined) return;
  const reply = await tx.first<UndeliveredReply & { readonly chatId: number }>(sql`
    update sales_chat_replies r set state = 'failed' from sales_chats c
    where r.id = ${replyId} and c.id = r.chat_id and c.number_id = ${receiver.id}
    returning r.id, r.chat_id, r.charge_id`);
  if (!reply) return;
  await recordProblem(tx, reply.chatId, problem, at);
  await reportUndelivered(tx, [reply], at);
};
