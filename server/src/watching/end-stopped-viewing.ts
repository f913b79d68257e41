/**
 * Ends a viewing because its device lost the permission to watch. The player is disconnected when
 * it next checks the viewing.
 */
import type { Tx } from '../foundation/database.ts';
import { endViewings } from './viewings.sql.ts';

export async function endStoppedViewing(tx: Tx, id: string | null, now: Date): Promise<void> {
  if (id !== null) await tx.run(endViewings([id], 'line-stopped', now), 'prepared');
}
