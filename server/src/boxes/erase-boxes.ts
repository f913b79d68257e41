/** Erases boxes, for the transaction that erases their lines. */
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';

/** Deletes all boxes of these lines, and the requests of devices for these lines. */
export async function eraseBoxesOfLines(tx: Tx, lines: Sql): Promise<void> {
  await tx.run(sql`delete from box_requests where line_id in (${lines})`);
  await tx.run(sql`delete from boxes where line_id in (${lines})`);
}
