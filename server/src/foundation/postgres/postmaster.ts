import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { isAlive, writeClusterFile } from './cluster.ts';
import { isSocket, socketExists, type Connection } from './connection.ts';
import type { DataDir } from './data-dir.ts';
import { run, commandEnv } from './run.ts';
import { openLog } from './server-log.ts';
import { accessFile, settingsFile, type Settings } from './settings.ts';
import { OperatorError } from '../start/operator-error.ts';

/** Server that runs on this cluster. Any process may have started it. */
type Postmaster = { pid: number; port: number; socketFolder: string; status: string };

/**
 * Returns the running server of this cluster, read from postmaster.pid. Undefined if the process
 * with that id is not this server.
 */
export function findPostmaster(dataDir: DataDir): Postmaster | undefined {
  const [pid, , , port, socketFolder = '', , , status = 'starting'] = readPidFile(dataDir);
  if (!pid || !isServerOf(dataDir, Number(pid))) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder, status: status.trim() };
}

interface PostmasterStart {
  readonly dataDir: DataDir;
  readonly binaries: Binaries;
  readonly connection: Connection;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/**
 * Starts a server that survives our process. Waits until it accepts connections, however long its
 * recovery takes. Fails with the server's own message.
 */
export async function startPostmaster({
  dataDir,
  binaries,
  connection,
  settings,
  signal,
}: PostmasterStart): Promise<void> {
  writeConfiguration(dataDir, connection, settings);
  const log = openLog(dataDir);
  let failure: string | undefined;
  const fail = (reason: string) => (failure ??= reason);
  if (process.platform === 'win32') spawnByControl(dataDir, binaries, fail);
  else spawnDirectly({ dataDir, binaries, settings, log: log.handle, fail });
  log.close();
  while (failure === undefined && findPostmaster(dataDir)?.status !== 'ready') {
    await pause(10, undefined, { signal });
  }
  if (failure !== undefined) {
    throw new OperatorError(
      `O PostgreSQL que vem junto não iniciou (registro em ${dataDir.folder}/postgres.log): ${log.wordsSince() || failure}`,
    );
  }
}

export async function stopPostmaster(dataDir: DataDir, { pgCtl }: Binaries): Promise<void> {
  const { code, output } = await run(
    pgCtl,
    ['stop', '-m', 'fast', '-w', '-t', '60', '-s', '-D', `${dataDir.seen}/cluster`],
    dataDir,
  );
  if (code !== 0 && findPostmaster(dataDir)) {
    throw new Error(`PostgreSQL did not stop: ${output.trim()}`);
  }
}

function writeConfiguration(dataDir: DataDir, connection: Connection, settings: Settings): void {
  writeClusterFile(
    dataDir,
    'postgresql.conf',
    settingsFile(connection, socketExists(dataDir, connection), settings),
  );
  writeClusterFile(dataDir, 'pg_hba.conf', accessFile(isSocket(connection)));
  if (!existsSync(join(dataDir.folder, 'cluster', 'local.conf'))) {
    writeClusterFile(
      dataDir,
      'local.conf',
      '# Settings of your own; they win over those of Ramal.\n',
    );
  }
}

interface DirectStart {
  readonly dataDir: DataDir;
  readonly binaries: Binaries;
  readonly settings: Settings;
  readonly log: number;
  readonly fail: (reason: string) => void;
}

/**
 * Starts the server without pg_ctl. After a crash, the pid file may contain the id of a living
 * process. This process may be unrelated and have a reused id, or be a zombie of the server.
 * PostgreSQL would then refuse to start. It ignores the id in PG_GRANDPARENT_PID, so that variable
 * is set to the id from the file. PostgreSQL still checks for orphaned backends of the crashed
 * server.
 */
function spawnDirectly({
  dataDir,
  binaries: { postgres },
  settings: { isBackground },
  log,
  fail,
}: DirectStart): void {
  const [stalePid] = readPidFile(dataDir);
  const options = commandEnv(dataDir.account);
  const child = spawn(postgres, ['-D', `${dataDir.seen}/cluster`], {
    ...options,
    env: { ...options.env, ...(stalePid && { PG_GRANDPARENT_PID: stalePid }) },
    detached: true,
    stdio: ['ignore', log, log, dataDir.handle ?? 'ignore'],
  });
  // All child processes inherit the priority.
  if (isBackground && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code) => fail(`it ended with ${code}`));
  child.unref();
}

/**
 * Starts the server with pg_ctl, for Windows. The server refuses to run with an administrator's
 * rights, and pg_ctl drops them.
 */
function spawnByControl(
  dataDir: DataDir,
  { pgCtl }: Binaries,
  fail: (reason: string) => void,
): void {
  const log = join(dataDir.folder, 'postgres.log');
  void run(pgCtl, ['start', '-w', '-s', '-l', log, '-D', `${dataDir.seen}/cluster`], dataDir).then(
    ({ code, output }) => {
      if (code !== 0) fail(output.trim());
    },
  );
}

function readPidFile({ folder }: DataDir): string[] {
  try {
    return readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * True if the process works in the folder of this cluster, as its server does. On systems where the
 * folder cannot be read, any living process counts.
 */
function isServerOf({ folder }: DataDir, pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  const works = statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false });
  const cluster = statSync(join(folder, 'cluster'), { throwIfNoEntry: false });
  return works !== undefined && works.ino === cluster?.ino && works.dev === cluster.dev;
}
