/** Undoes a change of the price, and a mark that the customer paid or did not pay. */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { refuseLaterChanges, type UndoKind, type UndoStep } from '../undo/undo.ts';

interface FormerPrice {
  readonly cents: number | null;
  readonly period: number | null;
}

interface FormerPayment {
  readonly period: number;
  /** Row of the payment; null if the period was unpaid. */
  readonly payment: unknown;
}

async function lockOwnLines(tx: Tx, ownerId: number, steps: readonly UndoStep[]): Promise<void> {
  const lines = await tx.many(sql`
    select id from lines
    where id = any(${steps.map(({ subjectId }) => subjectId)}::bigint[]) and owner_id = ${ownerId}
      and deleted_at is null
    order by id for no key update`);
  if (lines.length !== steps.length) refuse('undo_changed');
  await refuseLaterChanges(tx, steps);
}

const priceUndo: UndoKind = {
  kind: 'line-price',
  undo: async (_ctx, tx, { actor }, steps) => {
    await lockOwnLines(tx, actor.id, steps);
    for (const { subjectId, former } of steps) {
      const { cents, period } = former as unknown as FormerPrice;
      await tx.run(
        cents === null
          ? sql`delete from line_prices where line_id = ${subjectId}`
          : sql`
            insert into line_prices (line_id, cents, period) values (${subjectId}, ${cents}, ${period})
            on conflict (line_id) do update set cents = excluded.cents, period = excluded.period`,
      );
    }
    return {};
  },
};

const paymentUndo: UndoKind = {
  kind: 'line-payment',
  undo: async (_ctx, tx, { actor }, steps) => {
    await lockOwnLines(tx, actor.id, steps);
    for (const { subjectId, former } of steps) {
      const { period, payment } = former as unknown as FormerPayment;
      await tx.run(
        payment === null
          ? sql`delete from line_payments where line_id = ${subjectId} and period = ${period}`
          : sql`
            insert into line_payments (line_id, period, cents, paid_at, actor_id)
            select line_id, period, cents, paid_at, actor_id
            from jsonb_populate_record(null::line_payments, ${JSON.stringify(payment)}::jsonb)`,
      );
    }
    return {};
  },
};

export const paymentUndos: readonly UndoKind[] = [priceUndo, paymentUndo];
