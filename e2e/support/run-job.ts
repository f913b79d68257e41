/** Jobs of a running server. */
import { withClient } from '../../server/src/foundation/postgres/client.ts';
import type { RunningServer } from './server.ts';

/** Requests a job of the worker, so that a journey need not wait for its next scheduled run. */
export async function runJob({ databaseUrl }: RunningServer, name: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(`select graphile_worker.add_job($1, job_key => $1)`, [name]),
  );
}
