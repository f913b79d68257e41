/** SIGTERM under load: accepted requests are answered, and the database shuts down cleanly. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type Product, makeProduct } from './product.ts';
import { announceSeed } from './seed.ts';
import { openTrade, send } from './trade.ts';
import { expectTruth } from './truth.ts';

const WAITING = 40;

let product: Product;

afterEach(async () => {
  await product.remove();
});

it('a stop drops no accepted request and stops PostgreSQL cleanly', async () => {
  const seed = announceSeed('graceful-stop');
  product = await makeProduct();
  await product.start();
  const trade = await openTrade(product.url, seed);
  await trade.untilDone(20);
  const { token } = trade.sellers[0]!;

  // These requests are sent at the same time. Some of them still wait in a queue when the server
  // receives the signal.
  const body = { isOficial: false, nota: 'Teste da prova', package: 1 };
  const waiting = Array.from({ length: WAITING }, () =>
    send(product.url, token, { method: 'POST', path: '/api/users-iptv', body }),
  );
  await pause(30);
  const code = await product.stop();
  const answers = await Promise.all(waiting);
  // The server rejects requests that arrive after the signal, or no longer accepts their
  // connection. Every request that it accepted receives a response.
  const accepted = answers.filter((answer) => answer?.status === 200);
  const turnedAway = answers.filter((answer) => answer !== undefined && answer.status !== 200);
  expect(accepted.length).toBeGreaterThan(0);
  expect(turnedAway.map((answer) => answer!.status)).toEqual(turnedAway.map(() => 503));
  expect(code).toBe(0);
  expect(product.postgresLog()).toMatch(/database system is shut down\s*$/);

  await product.start();
  await trade.stop();
  expect(product.postgresLog()).not.toMatch(/not properly shut down|automatic recovery/);
  // If a line was created without a response, the database contains the line and this list does
  // not.
  const tests = accepted.map((answer) => Number(answer!.body.id));
  await expectTruth(product.databaseUrl(), trade.done, trade.sellers, tests);
});
