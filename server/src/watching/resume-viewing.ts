/**
 * Resumes a viewing without heartbeats, such as that of a television that was paused for ten
 * minutes. A resumed viewing needs a free screen and ends no other viewing. After two minutes
 * without a heartbeat the earlier part is stored in the history under a new id. Therefore no stored
 * viewing covers time in which nobody watched.
 */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../foundation/database.ts';
import { readViewings } from './start-viewing.ts';
import {
  type PausedViewing,
  splitViewingBefore,
  reopenViewing,
  viewingById,
} from './viewings.sql.ts';
import { writePresence } from './watching.sql.ts';

/** Milliseconds within which a heartbeat continues the viewing. Afterwards a job ends it. */
export const PAUSE_MS = 120_000;

/** Resumes the viewing. Returns true if it runs now. */
export async function resumeViewing(tx: Tx, id: string, now: Date): Promise<boolean> {
  const lineId = (await tx.first<PausedViewing>(viewingById(id), 'prepared'))?.lineId;
  if (lineId === undefined) return false;
  const { live, screens } = await readViewings(tx, lineId, now);
  if (live.some((viewing) => viewing.id === id)) return true;
  const viewing = await tx.first<PausedViewing>(viewingById(id), 'prepared');
  if (!viewing || (viewing.reason && viewing.reason !== 'not-seen')) return false;
  if (screens !== 0 && live.length >= screens) return false;
  const isSame = now.getTime() - viewing.lastSeenAt.getTime() < PAUSE_MS;
  const startedAt = isSame ? viewing.startedAt : now;
  if (!isSame) await tx.run(splitViewingBefore(id, randomUUID(), viewing.lastSeenAt));
  await tx.run(reopenViewing(id, startedAt, now));
  await tx.run(
    writePresence([{ ...viewing, sessionId: id, startedAt, lastSeenAt: now }]),
    'prepared',
  );
  return true;
}
