/** Queues a message or a command for a box. The box fetches it with its next poll. */
import { MAX_WAITING_BOX_ORDERS } from '@ramal/contract/boxes/box-orders';
import type { BoxOrderKind } from '@ramal/contract/boxes/boxes';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { boxEvent, boxLine, lockBox } from './box.ts';
import type { OrderRow } from './order.ts';

interface NewOrder {
  readonly id: number;
  readonly kind: BoxOrderKind;
  readonly text?: string;
  readonly needsOk?: boolean;
  readonly hideAfterSeconds?: number | undefined;
  readonly streamId?: number | undefined;
}

export async function orderBox(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  order: NewOrder,
): Promise<OrderRow> {
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const box = await lockBox(tx, actor, order.id, now);
    // A box that is off gets a waiting message later. A command is refused, because it would
    // surprise the viewer when the box is turned on.
    const isOn = box.state === 'on' || box.state === 'expired';
    if (order.kind !== 'message' && !isOn) refuse('box_off');
    await refuseLongQueue(tx, box.id);
    const channel = order.kind === 'channel' ? await channelOf(tx, order.streamId) : null;
    const row = await tx.first<OrderRow>(sql`
      insert into box_orders
        (box_id, kind, text, needs_ok, hide_after_seconds, channel_number, created_by, created_at)
      values (${box.id}, ${order.kind}, ${order.text ?? channel?.name ?? ''}, ${order.needsOk ?? false},
        ${order.hideAfterSeconds ?? null}, ${channel?.number ?? null}, ${actor.id}, ${now})
      returning id, kind, text, created_at, delivered_at, confirmed_at`);
    await recordEvent(tx, requestMeta, {
      kind: `box-${order.kind}-sent`,
      ...boxEvent(actor.id, boxLine(box), box.mac),
    });
    return row!;
  });
}

async function refuseLongQueue(tx: Tx, boxId: number): Promise<void> {
  const row = await tx.first<{ count: number }>(
    sql`select count(*) from box_orders where box_id = ${boxId} and delivered_at is null`,
  );
  if (row!.count >= MAX_WAITING_BOX_ORDERS) refuse('box_orders_too_many');
}

async function channelOf(reader: Reader, streamId: number | undefined) {
  const stream = await reader.first<{ number: number; name: string }>(sql`
    select number, name from streams
    where id = ${streamId ?? null}::bigint and kind = 'live' and hidden_at is null and gone_at is null`);
  return stream ?? refuse('stream_not_found');
}
