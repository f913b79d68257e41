/** Helpers for the checks of a release. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../run.mjs';
import { installFromDebian, onPath } from '../../test-tools.mjs';
import { ownTarget } from '../targets.mjs';

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export const output = join(root, 'release');
export const folderName = `ramal-${version}-${ownTarget}`;
export const archive = join(output, `${folderName}.tar.zst`);
export const isRoot = process.getuid?.() === 0;

const cleanUps = new WeakMap();

/** Registers work for the end of the check `t`. The work is done in reverse order. */
export function addCleanUp(t, work) {
  const works = cleanUps.get(t) ?? [];
  if (works.length === 0)
    t.after(async () => {
      for (const next of works.toReversed()) await next();
    });
  works.push(work);
  cleanUps.set(t, works);
}

/** Creates a folder that is removed after the check `t`. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'ramal-release-'));
  addCleanUp(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Runs a program to its end and returns its output. Throws an error with the output if the program
 * fails.
 */
export function run(file, args, options = {}) {
  const result = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });
  if (result.status !== 0)
    throw new Error(
      `${file} ${args.join(' ')} ended with ${result.status}: ${result.stdout}${result.stderr}${result.error ?? ''}`,
    );
  return `${result.stdout}${result.stderr}`;
}

/** Runs a program like `run`, while the check continues. */
export async function runInBackground(file, args, options = {}) {
  const { stdout, stderr } = await promisify(execFile)(file, args, {
    maxBuffer: 1 << 26,
    ...options,
  });
  return `${stdout}${stderr}`;
}

/**
 * Installs missing programs from packages of Debian. Returns true if all programs are then
 * installed.
 */
export function hasPrograms(programs, packages = programs) {
  const isInstalled = () => programs.every((name) => onPath([name]));
  return isInstalled() || (installFromDebian(...packages) && isInstalled());
}

export function unpack(folder, file = archive) {
  run('tar', ['--zstd', '-xf', file, '-C', folder]);
  return join(folder, folderName);
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts a program in the background. The end of the check also ends the program. */
export function start(t, file, args, options = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => (text += part));
  const ended = once(child, 'exit');
  addCleanUp(t, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await ended;
  });
  return { child, ended, output: () => text };
}

export async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** Waits until the server answers on /readyz and returns the milliseconds that this took. */
export async function waitUntilReady(port, { server, timeoutMs = 120_000 } = {}) {
  const begin = performance.now();
  while (!(await isReady(port))) {
    if (server && server.child.exitCode !== null)
      throw new Error(`the server ended: ${server.output()}`);
    if (performance.now() - begin > timeoutMs)
      throw new Error(`the server is not ready: ${server?.output() ?? ''}`);
    await pause(20);
  }
  return Math.round(performance.now() - begin);
}

/** Ends the servers that run from a folder, also servers that no check started. */
export async function stopServers(folder) {
  const commandOf = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  const isServer = (pid) => commandOf(pid).includes(join(folder, 'server/src/main.ts'));
  const servers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isServer(name));
  for (const pid of servers) process.kill(Number(pid), 'SIGTERM');
  while (servers.some(isServer)) await pause(50);
}
