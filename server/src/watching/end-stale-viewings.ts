/**
 * Job that copies the last heartbeats into the viewings once a minute. It ends viewings without a
 * heartbeat for PAUSE_MS, and deletes the presence of ended viewings.
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
