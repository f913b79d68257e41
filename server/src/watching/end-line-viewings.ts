/** Ends all open viewings of a line: its players are cut at their next check, within seconds. */
import type { Tx } from '../foundation/database.ts';
import { endViewingsOf, lockViewingsCte } from './viewings.sql.ts';

/**
 * Call it before writing the line's row. An opening holds this lock while it reads the line, so the reverse
 * order would deadlock.
 */
export async function endLineViewings(tx: Tx, lineId: number, now: Date): Promise<void> {
  await tx.first(lockViewingsCte(lineId), 'prepared');
  await tx.run(endViewingsOf(lineId, 'line-stopped', now), 'prepared');
}
