/**
 * `npm run bench -- --upgrade FOLDER`: starts the previous release in FOLDER and replaces it by
 * this release. Requests for lists, sales and player sign-ins arrive at a constant rate during the
 * upgrade. The data set must exist. To create it, first run the bench of the previous release with
 * the same RAMAL_BENCH_DATA.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { version } from '@ramal/contract/version';
import { startEmbedded } from '../../../server/src/foundation/postgres/embedded.ts';
import { copyDataSet } from '../data-set/open.ts';
import { sizeFor } from '../data-set/size.ts';
import { type Fixture, createFixture } from '../fixture.ts';
import { type Send, connect } from '../http.ts';
import { percentile, runArrivals } from '../load.ts';
import type { BenchOptions } from '../options.ts';
import { printFigure } from '../report.ts';
import { credentials } from '../scenarios/logins.ts';
import { sellLine } from '../scenarios/selling.ts';
import { spawnServer, startServer } from '../server.ts';

const CALLS_A_SECOND = 100;
/** Duration of the load in ms before the upgrade, and again after it. */
const MARGIN_MS = 3_000;
const MAX_MS = 30 * 60_000;
const ENV = { RAMAL_CAPTCHA: 'off', RAMAL_MAX_REQUESTS: '0' };

export async function measureUpgrade(options: BenchOptions, root: string): Promise<void> {
  const size = sizeFor(options.lines);
  const folder = path.join(root, `lines-${size.lines}`);
  if (!existsSync(path.join(folder, 'made-of')))
    throw new Error(`${folder} is missing: run the bench in ${options.upgrade} first`);
  const embedded = await startEmbedded({ folder: path.join(folder, 'postgres'), archives: true });
  try {
    await copyDataSet(embedded, size, folder);
    const previous = await startServer({ dataFolder: folder, release: options.upgrade, env: ENV });
    const fixture = await createFixture({ size, folder, embedded }, previous, 1);
    const loading = startLoad(fixture);
    await pause(MARGIN_MS);
    const start = performance.now();
    const env = { ...ENV, HOST: '127.0.0.1', PORT: String(previous.port) };
    const newer = spawnServer({ dataFolder: folder, env });
    await waitUntilServed(previous.port);
    printFigure('time until the new release is ready (s)', (performance.now() - start) / 1000);
    await pause(MARGIN_MS);
    loading.end();
    const { millis, failures } = await loading.round;
    printFigure('calls during the upgrade', millis.length);
    printFigure('failed calls', failures.count, 0);
    if (failures.first) console.log(`first failure: ${failures.first}`);
    printFigure('p95 (ms)', percentile(millis, 95));
    printFigure('longest (ms)', millis.at(-1)!);
    newer.kill('SIGTERM');
    await fixture.close();
  } finally {
    await embedded.stop();
  }
}

async function waitUntilServed(port: number): Promise<void> {
  for (const deadline = performance.now() + MAX_MS; performance.now() < deadline;) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    const ready = (await response?.json().catch(() => ({}))) as { version?: string } | undefined;
    if (ready?.version === version) return;
    await pause(100);
  }
  throw new Error('the new release was not ready in time');
}

function startLoad(fixture: Fixture) {
  const controller = new AbortController();
  const { send, close } = connect([fixture.port], 64);
  const round = runArrivals(
    CALLS_A_SECOND,
    MAX_MS / 1000,
    (number) => call(fixture, send, number),
    controller.signal,
  );
  return { end: () => controller.abort(), round: round.finally(close) };
}

function call(fixture: Fixture, send: Send, number: number): Promise<string> {
  const account = fixture.random.from(fixture.sellers);
  const kinds = {
    list: () => send({ path: '/api/users-iptv?page=1&per_page=50', token: account.token }),
    sale: () => sellLine(send, account),
    player: () =>
      send({ path: `/player_api.php?${credentials(fixture.random.from(fixture.playing))}` }),
  };
  const kind = (['list', 'list', 'player', 'sale'] as const)[number % 4]!;
  return kinds[kind]().then(() => kind);
}
