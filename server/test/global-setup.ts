/** Starts a migrated PostgreSQL for the whole run. Each test file clones its template database. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/foundation/migrate.ts';
import { startEmbedded } from '../src/foundation/postgres/embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string;
    appUrl: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(await quickFolder(), 'ramal-test-'));
  const embedded = await startEmbedded({
    folder: path.join(folder, 'postgres'),
    fsync: false,
    settings: WITHOUT_DURABILITY,
  });
  await migrate(embedded.ownerUrl);
  project.provide('ownerUrl', embedded.ownerUrl);
  project.provide('appUrl', embedded.appUrl);
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(project.getProvidedContext().statementsFolder, { recursive: true, force: true });
  };
}

/**
 * Settings for data that is deleted after the run. Without autovacuum, the plan of a query does not
 * depend on the duration of the test.
 */
const WITHOUT_DURABILITY = {
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

const SHARED_MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Returns a folder in memory if memory is large enough, otherwise a folder on disk. Each test file
 * creates and drops a database of a thousand files. A file system on disk becomes slower after many
 * deletions.
 */
async function quickFolder(): Promise<string> {
  const room = await statfs(SHARED_MEMORY).catch(() => undefined);
  return room && room.bavail * room.bsize >= ROOM_BYTES ? SHARED_MEMORY : os.tmpdir();
}
