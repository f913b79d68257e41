/** Brings the database to the schema of this build: plain SQL, forward only, one process at a time. */
import path from 'node:path';
import { runner } from 'node-pg-migrate';

const folder = path.resolve(import.meta.dirname, '../../migrations');

export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => {},
): Promise<number> {
  const done = await runner({
    databaseUrl: ownerUrl,
    dir: folder,
    direction: 'up',
    migrationsTable: 'migrations',
    checkOrder: true,
    verbose: false,
    logger: { debug: () => {}, info: () => {}, warn: log, error: log },
  });
  // The queue's own tables, so that a process without the worker's role can ask for work too.
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: ownerUrl });
  return done.length;
}
