/** Once a minute: when each viewing was seen last is made to last, and those unseen for long are over. */
import type { Job } from '../foundation/jobs.ts';
import { PAUSE_MS } from './resume-viewing.ts';
import { carrySightingsOver, endUnseenBefore, forgetGhosts } from './viewings.sql.ts';

export const endUnseenViewings: Job = {
  name: 'end-unseen-viewings',
  schedule: '* * * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - PAUSE_MS);
    await db.tx((tx) => tx.run(carrySightingsOver));
    await db.tx((tx) => tx.run(endUnseenBefore(before)));
    await db.tx((tx) => tx.run(forgetGhosts));
  },
};
