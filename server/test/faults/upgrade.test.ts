/**
 * An upgrade and the return to the former release, with sales before and after. If an upgrade is
 * killed, exactly one of the two releases must be able to run.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { version } from '@ramal/contract/version';
import pg from 'pg';
import { afterEach, beforeAll, afterAll, expect, it } from 'vitest';
import { startEmbedded } from '../../src/foundation/postgres/embedded.ts';
import { finishExchange } from '../../src/foundation/postgres/exchange-data.ts';
import { isLong } from '../property-runs.ts';
import { NEWER_MIGRATION, NEWER_VERSION, makeNewerRelease } from './newer-release.ts';
import { type Product, makeProduct, root } from './product.ts';
import { announceSeed } from './seed.ts';
import { type Trade, openTrade, send } from './trade.ts';
import { expectTruth } from './truth.ts';

let newer: string;
let product: Product;
beforeAll(() => {
  newer = makeNewerRelease(mkdtempSync(path.join(os.tmpdir(), 'ramal-newer-')));
});
afterEach(() => product.remove());
afterAll(() => rmSync(newer, { recursive: true, force: true }));

it(
  'returns to the former release with the copy and lists the sales since then',
  { timeout: 300_000 },
  async () => {
    product = await makeProduct();
    await product.start();
    const trade = await openTrade(product.url, announceSeed('upgrade'));
    await trade.untilDone(10);
    await trade.stop();

    const { firstEnded } = await product.takeOver(newer);
    expect(await firstEnded).toBe(0);
    expect(await servedVersion()).toBe(NEWER_VERSION);
    const later = await sellMore(trade);
    expect(await appliedMigrations()).toContain(NEWER_MIGRATION);
    await product.stop();

    const { code, output } = await rollBack();
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain(`A versão ${version} volta com a cópia`);
    expect(output).toMatch(/Saem do painel as \d+ alterações/);
    const list = readFileSync(/A lista completa está em (\S+)\./.exec(output)![1]!, 'utf8');
    for (const username of later) expect(list).toContain(username);

    await product.start();
    expect(await servedVersion()).toBe(version);
    expect(await appliedMigrations()).not.toContain(NEWER_MIGRATION);
    await expectTruth(product.databaseUrl(), trade.done, trade.sellers);
    expect(await isInQuarantine()).toBe(true);
    const retained = readdirSync(product.dataFolder).filter((name) => name.includes('-before-'));
    expect(retained).toHaveLength(1);
  },
);

it('is refused on a database of a newer release', { timeout: 300_000 }, async () => {
  product = await makeProduct();
  await product.start(newer);
  await product.stop();
  await expect(product.start()).rejects.toThrow('the server ended with 1');
  await product.start(newer);
  expect(await servedVersion()).toBe(NEWER_VERSION);
});

const KILLS = isLong ? 10 : 3;

it(
  'leaves a release that serves all data when it is killed at any point',
  { timeout: 600_000 },
  async () => {
    product = await makeProduct();
    await product.start();
    const trade = await openTrade(product.url, announceSeed('killed upgrade'));
    await trade.untilDone(5);
    await trade.stop();
    await product.stop();
    const startMs = await timeOfUpgrade();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      product.begin(newer);
      await pause((startMs * kill) / (KILLS + 1));
      await product.kill();
      const isUpgraded = await wasUpgraded();
      await product.start(isUpgraded ? newer : root);
      await expectTruth(product.databaseUrl(), trade.done, trade.sellers);
      await product.stop();
      if (isUpgraded) await expectRollback();
    }
  },
);

/** Measures the milliseconds of an upgrade, and then returns to the former release. */
async function timeOfUpgrade(): Promise<number> {
  const start = performance.now();
  await product.start(newer);
  const time = performance.now() - start;
  await product.stop();
  await expectRollback();
  return time;
}

/**
 * Returns true if the database has the newer schema. Starts only PostgreSQL, so that no migration
 * runs.
 */
async function wasUpgraded(): Promise<boolean> {
  const folder = path.join(product.dataFolder, 'postgres');
  await finishExchange(folder);
  const server = await startEmbedded({ folder, archives: true });
  try {
    return (await migrationsIn(server.ownerUrl)).includes(NEWER_MIGRATION);
  } finally {
    await server.stop();
  }
}

async function sellMore({ sellers }: Trade): Promise<string[]> {
  const body = { isOficial: true, credits: 1, nota: 'Depois da atualização', package: 1 };
  return Promise.all(
    sellers.map(async ({ token }) => {
      const sale = { method: 'POST', path: '/api/users-iptv', body, key: randomUUID() } as const;
      const answer = await send(product.url, token, sale);
      expect(answer).toMatchObject({ status: 200 });
      return String(answer!.body.username);
    }),
  );
}

async function expectRollback(): Promise<void> {
  const { code, output } = await rollBack();
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
}

async function rollBack(): Promise<{ code: number | null; output: string }> {
  const script = path.join(newer, 'server/src/rollback.ts');
  const child = spawn(process.execPath, [script, '--yes', '--no-start', '--to', root], {
    env: { ...process.env, RAMAL_DATA: product.dataFolder, RAMAL_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode, output: output + errors };
}

const servedVersion = async (): Promise<string> => {
  const response = await fetch(`${product.url}/readyz`);
  return ((await response.json()) as { version: string }).version;
};

const appliedMigrations = (): Promise<string[]> => migrationsIn(product.databaseUrl());

const migrationsIn = (url: string): Promise<string[]> =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    return rows.map(({ name }) => name);
  });

const isInQuarantine = (): Promise<boolean> =>
  inDatabase(product.databaseUrl(), async (client) => {
    const { rows } = await client.query('select 1 from restores where released_at is null');
    return rows.length === 1;
  });

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
