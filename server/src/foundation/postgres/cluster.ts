import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { isSocket, type Connection } from './connection.ts';
import type { DataDir } from './data-dir.ts';
import { run } from './run.ts';
import { lastLines } from './server-log.ts';
import type { Settings } from './settings.ts';
import { OperatorError } from '../start/operator-error.ts';

const HALF_MADE = 'making-';

/**
 * Creates the database files if they do not exist. They are created under another name and then
 * renamed. An interrupted start therefore leaves no incomplete database. If two processes start at
 * the same time, only one rename succeeds.
 */
export async function initCluster(
  dataDir: DataDir,
  binaries: Binaries,
  connection: Connection,
  { fsync }: Settings,
): Promise<boolean> {
  const cluster = join(dataDir.folder, 'cluster');
  if (existsSync(cluster)) return false;
  removeHalfMade(dataDir.folder);
  const half = `${HALF_MADE}${process.pid}-${randomUUID()}`;
  const { code, output } = await run(
    binaries.initdb,
    [
      `--pgdata=${dataDir.seen}/${half}`,
      '--username=ramal',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(fsync ? [] : ['--no-sync']),
      ...(isSocket(connection)
        ? ['--auth=trust']
        : ['--auth=scram-sha-256', `--pwfile=${dataDir.seen}/password`]),
    ],
    dataDir,
  );
  if (code !== 0)
    throw new OperatorError(`O PostgreSQL não pôde criar seus arquivos: ${lastLines(output)}`);
  try {
    renameSync(join(dataDir.folder, half), cluster);
    return true;
  } catch (error) {
    rmSync(join(dataDir.folder, half), { recursive: true, force: true });
    if (!existsSync(cluster)) throw error;
    return false;
  }
}

/** Writes a file of the cluster atomically. */
export function writeClusterFile(dataDir: DataDir, name: string, text: string): void {
  const file = join(dataDir.folder, 'cluster', name);
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text, { mode: 0o600 });
  if (dataDir.account) chownSync(half, dataDir.account.uid, dataDir.account.gid);
  renameSync(half, file);
}

function removeHalfMade(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(HALF_MADE) && !isAlive(Number.parseInt(name.slice(HALF_MADE.length)))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
