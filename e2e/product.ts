/**
 * The real product for a journey: server/src/main.ts on a data folder of its own, with its embedded
 * PostgreSQL and the human check on. Nothing is faked.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';

export interface Product {
  readonly url: string;
  /** What it said at start: the first admin, or who can sign in to the demo. */
  readonly said: string;
}

export const DEMO_PASSWORD = 'demo-de-teste';

const root = path.resolve(import.meta.dirname, '..');
const START_MS = 60_000;

/** One product for all journeys of a worker. */
export const test = base.extend<object, { product: Product; demo: Product }>({
  product: [async ({}, use) => serve([], use), { scope: 'worker', timeout: START_MS }],
  demo: [async ({}, use) => serve(['demo'], use), { scope: 'worker', timeout: START_MS }],
});

export { expect } from '@playwright/test';

async function serve(args: string[], use: (product: Product) => Promise<void>): Promise<void> {
  const data = await mkdtemp(path.join(os.tmpdir(), 'ramal-e2e-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['server/src/main.ts', ...args], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      RAMAL_DATA: data,
      RAMAL_DEMO_PASSWORD: DEMO_PASSWORD,
      RAMAL_LOG: 'warn',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await use({ url: `http://localhost:${port}`, said: await started(child) });
  } finally {
    await stopped(child);
    await rm(data, { recursive: true, force: true });
  }
}

function started(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ramal is at')) resolve(said);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** The password the first start prints once. */
export const printedPassword = (said: string): string => /Password:\s+(\S+)/.exec(said)?.[1] ?? '';
