/**
 * Tests that calls are rejected while the event loop is late, and that sign-ins are not.
 */
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { measureLoopLag } from './loop-lag.ts';
import { createRoom, limitRequests } from './overload.ts';

const open: (() => unknown)[] = [];
afterEach(() => Promise.all(open.splice(0).map((close) => close())));

it('the loop is late while a task lasts longer than 200 ms, before the next tick', () => {
  let at = 0;
  const { isLate, stop } = measureLoopLag(() => at);
  open.push(stop);
  expect(isLate()).toBe(false);
  at = 230;
  expect(isLate()).toBe(true);
});

it('a late loop rejects new calls and answers sign-ins', async () => {
  const server = Fastify();
  open.push(() => server.close());
  const [calls, signIns] = [createRoom(50, { yieldsToLag: true }), createRoom(5)];
  let late = true;
  limitRequests(
    server,
    ({ url }) => (url === '/login' ? signIns : calls),
    () => late,
  );
  for (const url of ['/call', '/login']) server.get(url, async () => 'ok');
  const status = async (url: string) => (await server.inject({ url })).statusCode;
  // With few active requests, other processes cause the delay of the loop. The call is therefore
  // accepted.
  for (let at = 0; at < 19; at += 1) calls.enter();
  expect(await status('/call')).toBe(200);
  calls.enter();
  expect([await status('/call'), await status('/login')]).toEqual([503, 200]);
  expect((await server.inject({ url: '/call' })).headers['retry-after']).toBe('5');
  late = false;
  expect(await status('/call')).toBe(200);
});
