/**
 * The real server in a separate process, with its own data folder and its own durable PostgreSQL.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getFreePort } from '../free-port.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
const TIMEOUT_MS = 180_000;
export const ADMIN_PASSWORD = 'senha-da-prova-1';

export interface Product {
  readonly url: string;
  readonly dataFolder: string;
  /** URL of the PostgreSQL in the data folder, as the owner of the schema. */
  databaseUrl(): string;
  postmasterPid(): number | undefined;
  postgresLog(): string;
  /** Starts the release in this folder, this code by default. */
  start(release?: string): Promise<void>;
  /** Starts the release without waiting for it. */
  begin(release: string): void;
  kill(): Promise<void>;
  /**
   * Starts a second process on the same port and waits until it serves. Returns a promise of the
   * exit code of the first process.
   */
  takeOver(release?: string): Promise<{ readonly firstEnded: Promise<number | null> }>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  isRunning(): boolean;
  remove(): Promise<void>;
}

export async function makeProduct(): Promise<Product> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ramal-faults-'));
  // PostgreSQL may run as another user, which must be able to enter this folder.
  chmodSync(folder, 0o755);
  const port = await getFreePort();
  const url = `http://127.0.0.1:${port}`;
  const pidFile = path.join(folder, 'postgres/cluster/postmaster.pid');
  /**
   * Returns the lines of PostgreSQL's PID file. Returns an empty list if PostgreSQL is down,
   * because PostgreSQL may remove the file at any time.
   */
  const pidLines = (): string[] => {
    try {
      return readFileSync(pidFile, 'utf8').split('\n');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  };
  const postmasterPid = (): number | undefined => Number(pidLines()[0]) || undefined;
  let child: ChildProcess | undefined;

  function spawnServer(release = root): ChildProcess {
    const main = path.join(release, 'server/src/main.ts');
    const env = {
      ...process.env,
      RAMAL_DATA: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      RAMAL_CAPTCHA: 'off',
      RAMAL_ADMIN_PASSWORD: ADMIN_PASSWORD,
      RAMAL_LOG: 'error',
    };
    return (child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] }));
  }

  async function start(release?: string): Promise<void> {
    const started = spawnServer(release);
    started.stdout?.resume();
    const deadline = Date.now() + TIMEOUT_MS;
    while (!(await isReady(url))) {
      if (hasEnded(started)) throw new Error(`the server ended with ${started.exitCode}`);
      if (Date.now() > deadline) throw new Error('the server did not start');
      await pause(20);
    }
  }

  async function takeOver(release?: string): Promise<{ firstEnded: Promise<number | null> }> {
    const first = child;
    const firstEnded = first
      ? once(first, 'exit').then(() => first.exitCode)
      : Promise.resolve(null);
    const second = spawnServer(release);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      second.once('exit', (code) => reject(new Error(`the second process ended with ${code}`)));
      second.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('O Ramal atende em')) resolve();
      });
    });
    return { firstEnded };
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const running = child;
    if (!running || hasEnded(running)) return running?.exitCode ?? null;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
    return running.exitCode;
  }

  return {
    url,
    dataFolder: folder,
    databaseUrl: () => {
      const [, , , socketPort, socketFolder = ''] = pidLines();
      // PostgreSQL knows its data folder only by the path of an open handle (data-dir.ts). A client
      // of the test needs the real path.
      const host = socketFolder.replace('/proc/self/fd/3', path.join(folder, 'postgres'));
      return `postgresql://ramal@/ramal?host=${encodeURIComponent(host)}&port=${socketPort}`;
    },
    postmasterPid,
    postgresLog: () => readFileSync(path.join(folder, 'postgres/postgres.log'), 'utf8'),
    start,
    begin: (release) => void spawnServer(release).stdout?.resume(),
    takeOver,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    isRunning: () => child !== undefined && !hasEnded(child),
    remove: async () => {
      await end('SIGTERM');
      // A server that is killed leaves its PostgreSQL running, so that the next start can use it.
      // No start follows here, so the test ends PostgreSQL.
      const orphan = postmasterPid();
      if (orphan) await killAndWait(orphan);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

export async function killAndWait(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
    while (process.kill(pid, 0)) await pause(10);
  } catch {
    // The process has already ended.
  }
}
