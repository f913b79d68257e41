/**
 * Kills the server with -9 at random moments under load. The next start uses the PostgreSQL that is
 * still running.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type Product, makeProduct } from './product.ts';
import { isLong } from '../property-runs.ts';
import { announceSeed, makeDraw } from './seed.ts';
import { type Trade, openTrade } from './trade.ts';
import { expectTruth } from './truth.ts';

const KILLS = isLong ? 50 : 3;
const TIMEOUT_MS = isLong ? 900_000 : 300_000;

let product: Product;
let trade: Trade | undefined;

afterEach(async () => {
  await product.remove();
});

it(
  `loses and doubles nothing when the server is killed ${KILLS} times`,
  { timeout: TIMEOUT_MS },
  async () => {
    const seed = announceSeed('kill-server');
    const draw = makeDraw(seed);
    product = await makeProduct();
    await product.start();
    trade = await openTrade(product.url, seed);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await trade.untilDone(5);
      await pause(draw.between(0, 400));
      await product.kill();
      await product.start();
    }
    await trade.untilDone(10);
    await trade.stop();
    expect(trade.troubles(), 'clients that lost their server').toBeGreaterThan(KILLS);
    await expectTruth(product.databaseUrl(), trade.done, trade.sellers);
  },
);
