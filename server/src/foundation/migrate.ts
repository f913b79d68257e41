/**
 * Migrates the database to the schema of this build: plain SQL, forward only, one process at a
 * time.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openPool } from './queries/pool.ts';
import { withClient } from './postgres/client.ts';

const folder = path.resolve(import.meta.dirname, '../../migrations');

export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => {},
): Promise<void> {
  await migrateSchema(ownerUrl, { log });
  // Creates the tables of the job queue, so that a process without the worker role can request jobs
  // too.
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
  while (!(await isWholeSchema(ownerUrl))) {
    const { runner } = await import('node-pg-migrate');
    const hasRun = await withClient(ownerUrl, async (dbClient) => {
      if (!(await lockMigrations(dbClient))) return false;
      await runner({
        dbClient,
        dir: folder,
        direction: 'up',
        ...(count === undefined ? {} : { count }),
        migrationsTable: 'migrations',
        checkOrder: true,
        noLock: true,
        verbose: false,
        logger: { debug: () => {}, info: () => {}, warn: log, error: log },
      });
      return true;
    });
    if (hasRun) return;
    await pause(WAIT_MS);
  }
}

/** Number of the advisory lock. The migration library of earlier versions uses the same lock. */
const LOCK = 7_241_865_325_823_964n;
const WAIT_MS = 500;

/**
 * Tries to take the lock. Returns false while another process migrates. A process that waited for
 * the lock in the database would have an open snapshot. A concurrent index build of the other
 * process would then wait for this snapshot.
 */
async function lockMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(
    `select pg_try_advisory_lock(${LOCK}) as ok`,
  );
  return rows[0]!.ok;
}

const UNDEFINED_TABLE = '42P01';

/**
 * True if no migration is missing, which is the case at most starts. The large migration library is
 * then not loaded.
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

/**
 * Returns the names of this build's migrations, in their order and in the form that the database
 * stores.
 */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.parse(file).name)
    .toSorted();
}
