/** Starts the server as a separate process, which the bench reaches over HTTP only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryMb } from './processes.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface ServerProcess {
  readonly port: number;
  /** Time from the start of the process until the first page was served. */
  readonly startedInMs: number;
  readonly pid: number;
  /** Memory of its Node processes, in megabytes. */
  memoryMb(): number;
  stop(): Promise<void>;
}

interface Start {
  readonly script: 'server/src/main.ts' | 'scripts/start.mjs';
  readonly args?: readonly string[];
  readonly dataFolder: string;
  /** The path that counts as the first page. */
  readonly firstPage: string;
  readonly env?: Record<string, string>;
}

const START_TIMEOUT_MS = 120_000;

export async function startServer({
  script,
  args = [],
  dataFolder,
  firstPage,
  env,
}: Start): Promise<ServerProcess> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    env: {
      ...process.env,
      RAMAL_DATA: dataFolder,
      HOST: '127.0.0.1',
      PORT: String(port),
      RAMAL_LOG: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  process.once('exit', () => child.kill('SIGKILL'));
  while (!(await answers(`http://127.0.0.1:${port}${firstPage}`))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (performance.now() - start > START_TIMEOUT_MS) throw new Error('the server did not start');
    await pause(10);
  }
  return {
    port,
    startedInMs: performance.now() - start,
    pid: child.pid!,
    memoryMb: () => memoryMb(child.pid!, 'node'),
    stop,
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
