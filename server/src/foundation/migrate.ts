/**
 * Migrates the database to the schema of this build: plain SQL, forward only, one process at a
 * time.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openPool } from './queries/pool.ts';
import { withClient } from './postgres/client.ts';

const folder = path.resolve(import.meta.dirname, '../../migrations');

export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => {},
): Promise<void> {
  await migrateSchema(ownerUrl, { log });
  // The tables of the job queue, so that a process without the worker role can request jobs too.
  const { runMigrations } = await import('graphile-worker');
  const pgPool = openPool({ connectionString: ownerUrl, max: 1, onError: () => undefined });
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/**
 * Migrates the schema only. With `count`, applies at most this number of the missing migrations.
 */
export async function migrateSchema(
  ownerUrl: string,
  {
    count,
    log = () => {},
  }: { readonly count?: number; readonly log?: (line: string) => void } = {},
): Promise<void> {
  if (await isWholeSchema(ownerUrl)) return;
  const { runner } = await import('node-pg-migrate');
  await withClient(ownerUrl, (dbClient) =>
    runner({
      dbClient,
      dir: folder,
      direction: 'up',
      ...(count === undefined ? {} : { count }),
      migrationsTable: 'migrations',
      checkOrder: true,
      verbose: false,
      logger: { debug: () => {}, info: () => {}, warn: log, error: log },
    }),
  );
}

const UNDEFINED_TABLE = '42P01';

/**
 * True if no migration is missing, as at most starts. This check avoids loading the large migration
 * library.
 */
const isWholeSchema = (connectionString: string): Promise<boolean> =>
  withClient(connectionString, async (client) => {
    try {
      const { rows } = await client.query<{ name: string }>(
        'select name from public.migrations order by run_on, id',
      );
      const names = await migrationNames();
      return rows.length === names.length && rows.every(({ name }, at) => name === names[at]);
    } catch (error) {
      if ((error as { code?: string }).code === UNDEFINED_TABLE) return false;
      throw error;
    }
  });

/** Names of this build's migrations, in their order and in the form that the database stores. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.parse(file).name)
    .toSorted();
}
