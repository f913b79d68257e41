/** Ends one viewing whose device may no longer watch. Its player is disconnected at its next check. */
import type { Tx } from '../foundation/database.ts';
import { endViewings } from './viewings.sql.ts';

export async function endStoppedViewing(tx: Tx, id: string | null, now: Date): Promise<void> {
  if (id !== null) await tx.run(endViewings([id], 'line-stopped', now), 'prepared');
}
