/** Marks a batch as undone after its act was undone. The module of the objects restores them. */
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';

interface UndoneBatch {
  readonly actId: string;
  readonly at: Date;
  /** Lines that were restored, with the message of their rows. */
  readonly rows: readonly { readonly lineId: number; readonly message: string }[];
}

/** Changes nothing if the act was not a batch. */
export async function markBatchUndone(tx: Tx, { actId, at, rows }: UndoneBatch): Promise<void> {
  await tx.run(sql`
    with undone as (
      update batches set undone_at = ${at}, charged = 0 where undo_id = ${actId} returning id
    )
    update batch_rows r set message = t.message, charged = 0
    from undone, unnest(${rows.map(({ lineId }) => lineId)}::bigint[],
      ${rows.map(({ message }) => message)}::text[]) t (line_id, message)
    where r.batch_id = undone.id and r.line_id = t.line_id and r.outcome = 'done'`);
}
