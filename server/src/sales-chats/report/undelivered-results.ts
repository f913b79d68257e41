/**
 * Results of payments that a channel did not deliver. The chat reports them again with the person's
 * next message, and the seller gets a notice (Q-CHATRESULT).
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import { notify } from '../../notices/notices.ts';
import { reportOrder } from './report-orders.ts';

interface UndeliveredOrder {
  readonly chargeId: number;
  readonly accountId: number;
  /** Number that the person proved before the payment. */
  readonly phone: string;
}

/** A reply that was not delivered. Only replies that report a payment have a charge. */
interface UndeliveredReply {
  readonly chargeId: number | null;
}

/** Marks the orders of these replies, so that the next message of the person gets their results. */
export const keepResults = (
  tx: Tx,
  replies: readonly UndeliveredReply[],
  at: Date,
): Promise<UndeliveredOrder[]> =>
  tx.many(sql`
    update sales_chat_orders o set undelivered_at = ${at}
    from charges c, sales_chats h
    where o.charge_id = any(${replies.flatMap(({ chargeId }) => chargeId ?? [])}::bigint[])
      and c.id = o.charge_id and h.id = o.chat_id
    returning o.charge_id, c.account_id, h.phone`);

/** Keeps the results and notifies their sellers. */
export async function reportUndelivered(
  tx: Tx,
  replies: readonly UndeliveredReply[],
  at: Date,
): Promise<void> {
  for (const { chargeId, accountId, phone } of await keepResults(tx, replies, at))
    await notify(tx, {
      accounts: sql`select ${accountId}::bigint`,
      kind: 'customers',
      subject: `sales-chat-result-${chargeId}`,
      title: `+${phone} pagou e não recebeu a resposta`,
      body: 'A conversa não conseguiu enviar o resultado. Ele sai assim que a pessoa escrever de novo.',
      path: '/storefront',
      at,
    });
}

/** Reports the kept results of a chat again. Returns false without any. */
export async function reportAgain(ctx: AppContext, tx: Tx, chatId: number): Promise<boolean> {
  const orders = await tx.many<{ chargeId: number }>(sql`
    update sales_chat_orders set told_at = null, is_held_told = false, undelivered_at = null
    where chat_id = ${chatId} and undelivered_at is not null returning charge_id`);
  for (const { chargeId } of orders) await reportOrder(ctx, tx, chargeId);
  return orders.length > 0;
}
