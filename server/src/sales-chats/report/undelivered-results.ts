/**
 * Results of payments that a channel did not deliver. The chat reports them again with the person's
 * next message, and the seller gets a notice (Q-CHATRESULT).
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import { notify } from '../../notices/notices.ts';
import { reportEach } from './report-each.ts';
import { reportOrder } from './report-orders.ts';

interface UndeliveredOrder {
  readonly chargeId: number;
  readonly accountId: number;
  /** Number that the person proved before the payment. */
  readonly phone: string;
}

/** A reply that was not delivered. Only replies that report a payment have a charge. */
export interface UndeliveredReply {
  readonly id: number;
  readonly chargeId: number | null;
}

/**
 * Marks the orders of these replies, so that the next message of the person gets their results. A
 * newer reply of the same order reports its result instead.
 */
export const keepResults = (
  tx: Tx,
  replies: readonly UndeliveredReply[],
  at: Date,
): Promise<UndeliveredOrder[]> =>
  tx.many(sql`
    update sales_chat_orders o set undelivered_at = ${at}
    from unnest(${replies.map(({ id }) => id)}::bigint[], ${replies.map(({ chargeId }) => chargeId)}::bigint[])
        as undelivered (reply_id, charge_id),
      charges c, sales_chats h
    where o.charge_id = undelivered.charge_id and c.id = o.charge_id and h.id = o.chat_id
      and not exists (select from sales_chat_replies newer
        where newer.charge_id = undelivered.charge_id and newer.id > undelivered.reply_id)
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

/**
 * Reports the kept results of a chat again, and the result of the charge that the person asks for.
 * Returns the charges whose results the chat sends. A failed report does not fail the message.
 */
export async function reportForMessage(
  ctx: AppContext,
  chatId: number,
  chargeId?: number,
): Promise<number[]> {
  const orders = await ctx.db.many<{ id: number }>(sql`
    select charge_id as id from sales_chat_orders
    where chat_id = ${chatId} and (undelivered_at is not null or charge_id = ${chargeId ?? null}::bigint)
    order by charge_id`);
  return reportEach(ctx, orders, reportAgain);
}

async function reportAgain(ctx: AppContext, tx: Tx, chargeId: number): Promise<boolean> {
  await tx.run(sql`
    update sales_chat_orders set told_at = null, is_held_told = false, undelivered_at = null
    where charge_id = ${chargeId} and undelivered_at is not null`);
  return reportOrder(ctx, tx, chargeId);
}
