/**
 * Queues a message to a visitor who consented on the page. WhatsApp Cloud API carries it, because
 * Telegram cannot write first. Without a number nothing is queued, and the page shows everything.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import { findNumber, whatsappQueueOf } from '../../messaging/messaging.ts';
import { enqueueDeliveries } from '../../outbox/outbox.ts';

export const MESSAGE_KIND = 'storefront-message';

interface NewMessage {
  readonly accountId: number;
  readonly franchiseId: number | null;
  readonly kind: 'code' | 'test' | 'paid' | 'return';
  readonly phone: string;
  readonly lineId?: number;
  readonly proof?: { readonly id: number; readonly sends: number };
}

export async function queueMessage(
  ctx: AppContext,
  tx: Tx,
  { accountId, franchiseId, kind, phone, lineId, proof }: NewMessage,
): Promise<void> {
  const number = await findNumber(tx, franchiseId);
  const isAllowed = kind === 'code' || (await sendsByWhatsapp(tx, accountId));
  if (!number || number.fault !== null || !isAllowed) return;
  const row = await tx.first<{ id: number }>(sql`
    insert into storefront_messages (account_id, kind, phone, line_id, proof_id, sends, created_at)
    values (${accountId}, ${kind}, ${phone}, ${lineId ?? null}, ${proof?.id ?? null},
      ${proof?.sends ?? null}, ${ctx.clock.now()}) returning id`);
  await enqueueDeliveries(ctx, tx, [
    { kind: MESSAGE_KIND, queue: whatsappQueueOf(number), accountId, subjectId: row!.id },
  ]);
}

/** True if the seller lets the installation write to visitors by WhatsApp. */
export const sendsByWhatsapp = async (reader: Reader, accountId: number): Promise<boolean> =>
  (await reader.first(sql`
    select from storefronts where account_id = ${accountId} and (channels ->> 'whatsapp')::boolean`)) !==
  undefined;
