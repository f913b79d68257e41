/** Undoes a change of the price, and a mark that the customer paid or did not pay. */
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { createOwnLineUndo, type UndoKind } from '../undo/undo.ts';

interface FormerPrice {
  readonly cents: number | null;
  readonly period: number | null;
}

interface FormerPayment {
  readonly period: number;
  /** Row of the payment; null if the period was unpaid. */
  readonly payment: unknown;
}

const restorePrice = (tx: Tx, lineId: number, { cents, period }: FormerPrice) =>
  tx.run(
    cents === null
      ? sql`delete from line_prices where line_id = ${lineId}`
      : sql`
        insert into line_prices (line_id, cents, period) values (${lineId}, ${cents}, ${period})
        on conflict (line_id) do update set cents = excluded.cents, period = excluded.period`,
  );

const restorePayment = (tx: Tx, lineId: number, { period, payment }: FormerPayment) =>
  tx.run(
    payment === null
      ? sql`delete from line_payments where line_id = ${lineId} and period = ${period}`
      : sql`
        insert into line_payments (line_id, period, cents, paid_at, actor_id)
        select line_id, period, cents, paid_at, actor_id
        from jsonb_populate_record(null::line_payments, ${JSON.stringify(payment)}::jsonb)`,
  );

export const paymentUndos: readonly UndoKind[] = [
  createOwnLineUndo('line-price', restorePrice),
  createOwnLineUndo('line-payment', restorePayment),
];
