/** Deletes batches after their retention period, because their rows contain names of customers. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { BATCH_DAYS } from '@ramal/contract/batches';
import sql from 'sql-template-tag';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';

export const deleteOldBatches: Job = {
  name: 'forget-batches',
  schedule: '50 7 * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - BATCH_DAYS * DAY_MS);
    await db.tx(
      (tx) =>
        tx.run(sql`
      delete from batches b where b.created_at < ${before}
        and not exists (select from tasks t where t.id = b.task_id and t.state in ('waiting', 'running'))`),
      LONG_TIMEOUT,
    );
  },
};
