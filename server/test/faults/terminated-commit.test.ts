/**
 * Cancels and terminates connections of the application while they work, preferably during a
 * commit. No client may receive a success for an act that did not happen.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { type Product, makeProduct } from './product.ts';
import { isLong } from '../property-runs.ts';
import { announceSeed, makeDraw } from './seed.ts';
import { openTrade } from './trade.ts';
import { expectTruth } from './truth.ts';

const BLOWS = isLong ? 1_000 : 100;

let product: Product;

afterEach(async () => {
  await product.remove();
});

it(
  `acknowledges nothing falsely under ${BLOWS} broken transactions`,
  { timeout: 300_000 },
  async () => {
    const seed = announceSeed('terminated-commit');
    const draw = makeDraw(seed);
    product = await makeProduct();
    await product.start();
    const trade = await openTrade(product.url, seed);
    const owner = new pg.Client(product.databaseUrl());
    // If a test fails, its database is removed while this client still uses it. The resulting error
    // must not end the process.
    owner.on('error', () => undefined);
    await owner.connect();
    const struck = { commits: 0, others: 0 };
    while (struck.commits + struck.others < BLOWS) {
      expect(product.isRunning(), 'the server itself').toBe(true);
      await trade.untilDone(0);
      await pause(draw.between(0, 20));
      const blow = draw.below(3) === 0 ? 'pg_cancel_backend' : 'pg_terminate_backend';
      const { rows } = await owner.query<{ committing: boolean; hit: boolean }>(strike(blow));
      for (const { committing } of rows) struck[committing ? 'commits' : 'others'] += 1;
    }
    await owner.end();
    await trade.untilDone(10);
    await trade.stop();
    console.log(`terminated-commit: ${struck.commits} in the commit, ${struck.others} elsewhere`);
    expect(trade.unavailable(), 'answers of 503').toBeGreaterThan(0);
    await expectTruth(product.databaseUrl(), trade.done, trade.sellers);
  },
);

/**
 * Returns a statement that applies the function `blow` to one busy connection. It prefers a
 * connection that is committing.
 */
const strike = (blow: string): string => `
  select query = 'commit' as committing, ${blow}(pid) as hit from (
    select pid, query from pg_stat_activity
    where usename = 'ramal_app' and state <> 'idle' and backend_xid is not null
    order by query = 'commit' desc, random() limit 1
  ) chosen`;
