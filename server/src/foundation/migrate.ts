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

interface MigrationOptions {
  readonly log?: (line: string) => void;
  /** Maximum number of migrations to apply. */
  readonly count?: number;
  /**
   * Called before the first migration of an existing schema. No other process migrates in the
   * meantime.
   */
  readonly beforeUpgrade?: () => Promise<void>;
}

export async function migrate(ownerUrl: string, options: MigrationOptions = {}): Promise<void> {
  await migrateSchema(ownerUrl, options);
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

/** Migrates the schema only, without the tables of the job queue. */
export async function migrateSchema(
  ownerUrl: string,
  { count, log = () => {}, beforeUpgrade }: MigrationOptions = {},
): Promise<void> {
  // Most starts have no pending migration. The large library is then not loaded.
  while ((await readSchemaState(ownerUrl)).missing.length > 0) {
    const { runner } = await import('node-pg-migrate');
    const hasRun = await withClient(ownerUrl, async (dbClient) => {
      if (!(await lockMigrations(dbClient))) return false;
      const { isNew, missing } = await readSchemaState(ownerUrl);
      if (!isNew && missing.length > 0) await beforeUpgrade?.();
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
 * Tries to take the lock. Returns false while another process migrates. This function does not wait
 * in the database, because a waiting statement holds a snapshot. An index that the other process
 * builds concurrently would wait for this snapshot.
 */
async function lockMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(
    `select pg_try_advisory_lock(${LOCK}) as ok`,
  );
  return rows[0]!.ok;
}

const UNDEFINED_TABLE = '42P01';

export interface SchemaState {
  /** True if the database has no schema yet. */
  readonly isNew: boolean;
  /** Migrations of this build that the database has not run. */
  readonly missing: readonly string[];
  /** The first migration of the database that this build does not know, if any. */
  readonly unknown: string | undefined;
}

export const readSchemaState = (connectionString: string): Promise<SchemaState> =>
  withClient(connectionString, async (client) => {
    const names = await migrationNames();
    try {
      const { rows } = await client.query<{ name: string }>(
        'select name from public.migrations order by run_on, id',
      );
      const applied = rows.map(({ name }) => name);
      return {
        isNew: applied.length === 0,
        missing: names.filter((name) => !applied.includes(name)),
        unknown: applied.find((name) => !names.includes(name)),
      };
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
      return { isNew: true, missing: names, unknown: undefined };
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
