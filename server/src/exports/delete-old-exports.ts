/** Deletes expired files, and files that were never finished. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Job } from '../foundation/jobs.ts';

const NEVER_ENDED_MS = DAY_MS;

export const deleteOldExports: Job = {
  name: 'forget-exports',
  schedule: '*/5 * * * *',
  work: async ({ db, clock }) => {
    const now = clock.now();
    const abandoned = new Date(now.getTime() - NEVER_ENDED_MS);
    await db.tx((tx) =>
      tx.run(sql`delete from exports where expires_at <= ${now} or created_at < ${abandoned}`),
    );
  },
};
