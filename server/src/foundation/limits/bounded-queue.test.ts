import { Refusal } from '@ramal/contract/api/errors';
import { expect, it } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';

it('runs a few works at a time in order, and continues after a failure', async () => {
  const queue = createBoundedQueue({ running: 2, waiting: 10 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (number: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    order.push(number);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (number === 1) throw new Error('broken');
    return number;
  };
  const all = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((number) => queue(work(number))));
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5]]);
});

it('rejects work at once while it is full, and accepts work again later', async () => {
  const queue = createBoundedQueue({ running: 1, waiting: 2 });
  let open = () => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  const first = [0, 1, 2].map((number) => queue(() => held.then(() => number)));
  const refusal = await queue(async () => 3).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: 'overloaded', details: { retryAfterSeconds: 5 } });
  open();
  expect(await Promise.all(first)).toEqual([0, 1, 2]);
  expect(await queue(async () => 4)).toBe(4);
});
