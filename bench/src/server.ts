/**
 * Starts the server as a separate process, which the bench calls only over HTTP. Reads processor
 * time and memory of processes and their children from the Linux kernel.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sum } from './load.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface ServerProcess {
  readonly port: number;
  /** Time in ms from the start of the process until `firstPage` answered. */
  readonly startedInMs: number;
  readonly pid: number;
  /** Memory of its Node processes, in megabytes. */
  memoryMb(): number;
  stop(): Promise<void>;
}

interface Start {
  readonly dataFolder: string;
  /** Script of this repository to start, with its arguments. */
  readonly program?: readonly [script: string, ...args: string[]];
  /** Root folder of the release to start. Default: this release. */
  readonly release?: string;
  /** Path that the bench polls after the start. The start is complete when the path answers. */
  readonly firstPage?: string;
  readonly env?: Record<string, string>;
}

const START_TIMEOUT_MS = 120_000;

/** Starts a process of the server without waiting for it. */
export function spawnServer({
  dataFolder,
  program: [script, ...args] = ['scripts/ramal.mjs', 'start'],
  release = root,
  env,
}: Start): ChildProcess {
  const child = spawn(process.execPath, [path.join(release, script), ...args], {
    cwd: release,
    env: { ...process.env, RAMAL_DATA: dataFolder, RAMAL_LOG: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

export async function startServer({
  firstPage = '/readyz',
  env,
  ...rest
}: Start): Promise<ServerProcess> {
  const port = await freePort();
  const start = performance.now();
  const child = spawnServer({ ...rest, env: { HOST: '127.0.0.1', PORT: String(port), ...env } });
  const ended = once(child, 'exit');
  while (!(await answers(`http://127.0.0.1:${port}${firstPage}`))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (performance.now() - start > START_TIMEOUT_MS) throw new Error('the server did not start');
    await pause(10);
  }
  return {
    port,
    startedInMs: performance.now() - start,
    pid: child.pid!,
    memoryMb: () => nodeMemoryMb(child.pid!),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
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

const TICK_MS = 10;

/**
 * Returns the processor time of a process and its children in milliseconds, including ended
 * children.
 */
export const cpuMs = (pid: number): number => sum(tree(pid).map((each) => ticks(each) * TICK_MS));

export function benchCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const nodeMemoryMb = (pid: number): number =>
  sum(tree(pid).map((each) => (programOf(each) === 'node' ? residentKb(each) : 0))) / 1024;

function tree(pid: number): number[] {
  const children = tasks(pid).flatMap((task) => read(pid, `task/${task}/children`).split(' '));
  return [pid, ...children.filter((text) => text.trim()).flatMap((child) => tree(Number(child)))];
}

const tasks = (pid: number): string[] => readOr([], () => readdirSync(`/proc/${pid}/task`));

const programOf = (pid: number): string =>
  readOr('', () => path.basename(readlinkSync(`/proc/${pid}/exe`)));

/**
 * Returns the processor time from the `stat` file of a process. The second field is a name that can
 * contain any character, so the fields are counted from its end.
 */
function ticks(pid: number): number {
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  // Fields: ticks of the process in user and system mode, then ticks of its ended children.
  return sum([11, 12, 13, 14].map((field) => Number(fields[field] ?? 0)));
}

function residentKb(pid: number): number {
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+)/m.exec(read(pid, 'status')) ?? [];
  return Number(kilobytes);
}

const read = (pid: number, file: string): string =>
  readOr('', () => readFileSync(`/proc/${pid}/${file}`, 'utf8'));

/** Returns the result of the function, or the fallback if the process has ended. */
function readOr<T>(fallback: T, readFile: () => T): T {
  try {
    return readFile();
  } catch {
    return fallback;
  }
}
