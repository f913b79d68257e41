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

/** Creates the undo of own lines. `restore` stores the former value of one line. */
const undoOfOwnLines = <Former>(
  kind: string,
  restore: (tx: Tx, lineId: number, former: Former) => Promise<unknown>,
): UndoKind => ({
  kind,
  undo: async (_ctx, tx, { actor }, steps) => {
    await lockOwnLines(tx, actor.id, steps);
    for (const { subjectId, former } of steps)
      await restore(tx, subjectId, former as unknown as Former);
    return {};
  },
});

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
  undoOfOwnLines('line-price', restorePrice),
  undoOfOwnLines('line-payment', restorePayment),
];
