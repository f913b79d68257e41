/** Brings the database to the schema of this build: plain SQL, forward only, one process at a time. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { runner } from 'node-pg-migrate';

const folder = path.resolve(import.meta.dirname, '../../migrations');

export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => {},
): Promise<void> {
  await migrateSchema(ownerUrl, { log });
  // The queue's own tables, so that a process without the worker's role can ask for work too.
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: ownerUrl });
}

/** The schema alone; with `count`, only so many of the migrations that are missing. */
export async function migrateSchema(
  ownerUrl: string,
  {
    count,
    log = () => {},
  }: { readonly count?: number; readonly log?: (line: string) => void } = {},
): Promise<void> {
  await runner({
    databaseUrl: ownerUrl,
    dir: folder,
    direction: 'up',
    ...(count === undefined ? {} : { count }),
    migrationsTable: 'migrations',
    checkOrder: true,
    verbose: false,
    logger: { debug: () => {}, info: () => {}, warn: log, error: log },
  });
}

/** The names of this build's migrations, as the database keeps them, in their order. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.parse(file).name)
    .toSorted();
}
