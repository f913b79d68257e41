/** Ends all open viewings of lines: their players are cut at their next check, within seconds. */
import type { Tx } from '../foundation/database.ts';
import { endViewingsOf, lockViewingsOf } from './viewings.sql.ts';

/**
 * Call it before writing the lines' rows. An opening holds this lock while it reads the line, so the reverse
 * order would deadlock.
 */
export async function endLineViewings(
  tx: Tx,
  lineIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx.run(lockViewingsOf(lineIds), 'prepared');
  await tx.run(endViewingsOf(lineIds, 'line-stopped', now), 'prepared');
}
