/** Deletes the entries of imports that were applied, discarded or failed a week ago. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Job } from '../../foundation/jobs.ts';

const KEPT_DAYS = 7;
const BATCH = 20_000;

export const deleteOldImportEntries: Job = {
  name: 'forget-import-entries',
  schedule: '15 7 * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
    for (let forgotten = BATCH; forgotten === BATCH;) {
      forgotten = await db.tx((tx) =>
        tx.run(sql`
          delete from import_entries where (import_id, position) in (
            select e.import_id, e.position from import_entries e join imports i on i.id = e.import_id
            where i.state in ('applied', 'discarded', 'failed') and coalesce(i.applied_at, i.created_at) < ${before}
            limit ${BATCH})`),
      );
    }
  },
};
