/** Everything a line has open ends: its players are cut at their next check, within seconds. */
import type { Tx } from '../foundation/database.ts';
import { endViewingsOf, lockViewingsCte } from './viewings.sql.ts';

/**
 * Before the line's row is written: an opening holds this lock while it looks the line up, and would
 * wait for a row written first while that waits for the lock.
 */
export async function endLineViewings(tx: Tx, lineId: number, now: Date): Promise<void> {
  await tx.first(lockViewingsCte(lineId), 'prepared');
  await tx.run(endViewingsOf(lineId, 'line-stopped', now), 'prepared');
}
