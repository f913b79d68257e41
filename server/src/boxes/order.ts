import type { BoxOrder, BoxOrderKind } from '@ramal/contract/boxes/boxes';
import { unixSeconds } from '../foundation/clock.ts';

export interface OrderRow {
  readonly id: number;
  readonly kind: BoxOrderKind;
  readonly text: string;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  readonly confirmedAt: Date | null;
}

export const serializeOrder = (order: OrderRow): BoxOrder => ({
  id: order.id,
  kind: order.kind,
  text: order.text,
  createdTimestamp: unixSeconds(order.createdAt),
  deliveredTimestamp: order.deliveredAt && unixSeconds(order.deliveredAt),
  confirmedTimestamp: order.confirmedAt && unixSeconds(order.confirmedAt),
});
