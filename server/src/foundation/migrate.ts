/** Brings the database to the schema of this build: plain SQL, forward only, one process at a time. */
import path from 'node:path';
import { runner } from 'node-pg-migrate';

const folder = path.resolve(import.meta.dirname, '../../migrations');

export async function migrate(ownerUrl: string, log: (line: string) => void = () => {}): Promise<number> {
  const done = await runner({
    databaseUrl: ownerUrl,
    dir: folder,
    direction: 'up',
    migrationsTable: 'migrations',
    checkOrder: true,
    verbose: false,
    logger: { debug: () => {}, info: () => {}, warn: log, error: log },
  });
  return done.length;
}
