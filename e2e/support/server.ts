/**
 * Starts the real product for a journey: server/src/main.ts with its own data folder, embedded
 * PostgreSQL and port, and with human verification. Nothing is simulated. Every worker starts its
 * own server, so that journeys of different workers do not affect each other.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { startAsaas } from '../../server/test/asaas/asaas.ts';
import type { AsaasDouble } from '../../server/test/asaas/objects.ts';
import { startTelegram, type TelegramDouble } from '../../server/test/telegram.ts';

export interface RunningServer {
  readonly url: string;
  /** Output of the start: the first admin, or the accounts of the demo. */
  readonly output: string;
  readonly dataFolder: string;
  /** URL of the server's PostgreSQL, for a second process. */
  readonly databaseUrl: string;
}

/** Server of a demo with doubles of Telegram and of Asaas. */
export interface Shop {
  readonly server: RunningServer;
  readonly telegram: TelegramDouble;
  readonly asaas: AsaasDouble;
}

export const DEMO_PASSWORD = 'demo-de-teste';

const root = path.resolve(import.meta.dirname, '../..');
const START_MS = 240_000;

interface Journey {
  /**
   * Closes the contexts of a journey at its end, because open pages continue to call the server.
   */
  readonly closeContexts: void;
}

interface Servers {
  readonly installation: RunningServer;
  readonly demo: RunningServer;
  readonly shop: Shop;
}

/** Each worker starts each server once, for all of its journeys. */
export const test = base.extend<Journey, Servers>({
  closeContexts: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  /** A new installation with only the first admin. */
  installation: [async ({}, use) => serve([], use), { scope: 'worker', timeout: START_MS }],
  demo: [async ({}, use) => serve(['demo'], use), { scope: 'worker', timeout: START_MS }],
  /**
   * A second demo, for journeys that connect a bot or a payment provider, or that enrol a second
   * factor for an account of the demo.
   */
  shop: [async ({}, use) => serveShop(use), { scope: 'worker', timeout: START_MS }],
});

export { expect } from '@playwright/test';

/** Starts the server with these arguments and settings, and stops it after its use. */
export async function serve(
  args: string[],
  use: (server: RunningServer) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
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
      // Allows line servers on this machine, because the doubles of line servers run here.
      RAMAL_PRIVATE_ORIGINS: '127.0.0.1',
      DATABASE_URL: '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const output = await waitForStart(child);
    const socket = encodeURIComponent(path.join(data, 'postgres/socket'));
    const databaseUrl = `postgresql://ramal@/ramal?host=${socket}&port=5432`;
    await use({ url: `http://localhost:${port}`, output, dataFolder: data, databaseUrl });
  } finally {
    await stop(child);
    await rm(data, { recursive: true, force: true });
  }
}

async function serveShop(use: (shop: Shop) => Promise<void>): Promise<void> {
  const [telegram, asaas] = await Promise.all([startTelegram(), startAsaas()]);
  await serve(['demo'], (server) => use({ server, telegram, asaas }), {
    RAMAL_TELEGRAM_URL: telegram.url,
    RAMAL_ASAAS_URL: asaas.url,
  });
  await Promise.all([telegram.close(), asaas.close()]);
}

function waitForStart(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('O Ramal atende em')) resolve(output);
    });
    child.once('exit', (code, signal) =>
      reject(new Error(`the server ended with ${code ?? signal}: ${output}`)),
    );
  });
}

function stop(child: ChildProcess): Promise<void> {
  // A process that a signal ended has no exit code.
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

export function freePort(): Promise<number> {
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

/** Returns the password that the first start prints once. */
export const printedPassword = (output: string): string => /Senha: (\S+)/.exec(output)?.[1] ?? '';
