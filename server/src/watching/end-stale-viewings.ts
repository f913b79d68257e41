/**
 * Copies the last heartbeats into the viewings once a minute, and ends viewings that had none for a
 * long time.
 */
import type { Job } from '../foundation/jobs.ts';
import { PAUSE_MS } from './resume-viewing.ts';
import { copyHeartbeats, endStaleBefore, deleteGhostViewings } from './viewings.sql.ts';

export const endStaleViewings: Job = {
  name: 'end-unseen-viewings',
  schedule: '* * * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - PAUSE_MS);
    await db.tx((tx) => tx.run(copyHeartbeats));
    await db.tx((tx) => tx.run(endStaleBefore(before)));
    await db.tx((tx) => tx.run(deleteGhostViewings()));
  },
};
