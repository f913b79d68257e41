/**
 * Kills PostgreSQL with -9 at random moments under load. The server continues to run, answers 503,
 * and starts PostgreSQL again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type Product, isReady, killAndWait, makeProduct } from './product.ts';
import { isLong } from '../property-runs.ts';
import { announceSeed, makeDraw } from './seed.ts';
import { openTrade } from './trade.ts';
import { expectTruth } from './truth.ts';

const KILLS = isLong ? 20 : 2;
const TIMEOUT_MS = isLong ? 900_000 : 300_000;

let product: Product;

afterEach(async () => {
  await product.remove();
});

/** Waits until the server has restarted PostgreSQL. */
async function untilBack(running: Product, deadPid: number): Promise<void> {
  while ([deadPid, undefined].includes(running.postmasterPid()) || !(await isReady(running.url))) {
    expect(running.isRunning(), 'the server itself').toBe(true);
    await pause(20);
  }
}

it(
  `loses and doubles nothing when PostgreSQL is killed ${KILLS} times`,
  { timeout: TIMEOUT_MS },
  async () => {
    const seed = announceSeed('kill-postgres');
    const draw = makeDraw(seed);
    product = await makeProduct();
    await product.start();
    const trade = await openTrade(product.url, seed);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await trade.untilDone(5);
      await pause(draw.between(0, 400));
      const before = trade.unavailable();
      const pid = product.postmasterPid()!;
      await killAndWait(pid);
      await untilBack(product, pid);
      expect(trade.unavailable(), 'answers of 503 meanwhile').toBeGreaterThan(before);
      await trade.untilDone(5);
    }
    await trade.stop();
    await expectTruth(product.databaseUrl(), trade.done, trade.sellers);
  },
);
