/**
 * Ends all open viewings of lines. Their players are disconnected at their next check, within
 * seconds.
 */
import type { Tx } from '../foundation/database.ts';
import { endAllViewings, lockLineViewings } from './viewings.sql.ts';

/**
 * Ends the viewings. Must be called before the lines' rows are written. A new viewing takes this
 * lock while it reads the line, so the reverse order would deadlock.
 */
export async function endLineViewings(
  tx: Tx,
  lineIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx.run(lockLineViewings(lineIds), 'prepared');
  await tx.run(endAllViewings(lineIds, 'line-stopped', now), 'prepared');
}
