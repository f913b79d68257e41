/**
 * The server rejects requests above its capacity immediately. Sign-in and playback continue to
 * work.
 */
import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { listAnnouncements } from '@ramal/contract/announcements';
import { getProfile, signIn } from '@ramal/contract/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, person } from '../accounts.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { seedLine } from '../player.ts';

/**
 * Number of requests that the server processes at the same time. It is lower than the number of
 * database connections.
 */
const ROOM = 6;

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_MAX_REQUESTS: String(ROOM) });
  seller = await person(ctx);
  await ctx.server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await releaseTable();
});
afterAll(() => ctx.close());

const slowCall = () => call(ctx, listAnnouncements, {}, { token: seller.token });
const profile = () => call(ctx, getProfile, {}, { token: seller.token });
const enter = () =>
  call(
    ctx,
    signIn,
    { body: { username: seller.username, password: PASSWORD } },
    { address: '203.0.113.77' },
  );

async function watch(line?: { username: string; password: string }, address = '203.0.113.78') {
  const { username, password } = line ?? (await seedLine(ctx));
  const query = new URLSearchParams({ username, password });
  return ctx.server.inject({ url: `/player_api.php?${query}`, remoteAddress: address });
}

let releaseTable = async () => {};

/**
 * Locks the table, so that every read and write of it waits. Returns a function that releases the
 * lock.
 */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const client = await ctx.owner.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  let isHeld = true;
  releaseTable = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  return releaseTable;
}

const holdAnnouncements = () => holdTable('announcements');

describe('five times what there is room for', () => {
  it('excess requests are rejected while the accepted ones run, and those are answered', async () => {
    const release = await holdAnnouncements();
    const all = Array.from({ length: 5 * ROOM }, slowCall);
    const refused = await Promise.all(
      // The first `ROOM` requests wait for the lock. The server answers the later ones immediately.
      all.slice(ROOM),
    );
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503));
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': '5' },
      body: { code: 'overloaded', message: expect.stringContaining('cheio') },
    });
    expect((await profile()).status).toBe(503);
    await release();
    const accepted = await Promise.all(all.slice(0, ROOM));
    expect(accepted.map(({ status }) => status)).toEqual(accepted.map(() => 200));
    expect((await profile()).status).toBe(200);
  });
});

describe('while the panel is full', () => {
  it.each(['/healthz', '/readyz', '/login', '/metrics'])(
    '%s answers while the panel is full',
    async (url) => {
      const release = await holdAnnouncements();
      const all = Array.from({ length: 2 * ROOM }, slowCall);
      await Promise.all(all.slice(ROOM));
      const { statusCode } = await ctx.server.inject({ url });
      expect(statusCode).not.toBe(503);
      await release();
      await Promise.all(all);
    },
  );

  it('users can sign in and customers can watch while the panel is full', async () => {
    const release = await holdAnnouncements();
    const all = Array.from({ length: 2 * ROOM }, slowCall);
    await Promise.all(all.slice(ROOM));
    const others = await Promise.all(Array.from({ length: 5 }, () => enter()));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect((await watch()).statusCode).toBe(200);
    await release();
    await Promise.all(all);
  });
});

it('pending counts of wrong passwords take no slot of customers with an earlier success', async () => {
  const customer = await seedLine(ctx);
  expect((await watch(customer)).statusCode).toBe(200);
  const release = await holdTable('refused_players');
  const guesses = Array.from({ length: 3 * ROOM }, (_, n) =>
    watch({ username: `v${n}`, password: `errada${n}` }, `198.51.100.${n}`),
  );
  const refused = Array<number>();
  for (const guess of guesses) void guess.then(({ statusCode }) => refused.push(statusCode));
  await expect.poll(() => refused).toEqual(Array(2 * ROOM).fill(503));
  expect((await watch(customer)).statusCode).toBe(200);
  await release();
  const answered = await Promise.all(guesses);
  expect(answered.filter(({ statusCode }) => statusCode === 200)).toHaveLength(ROOM);
});

it('many more viewers refresh at the same time than sign in', async () => {
  const { username, password } = await seedLine(ctx);
  const choice = await ctx.server.inject({ url: `/live/${username}/${password}/1.m3u8` });
  const url = choice.body.split('\n').find((line) => line.startsWith('/hls/'))!;
  const answers = await Promise.all(
    Array.from({ length: 5 * ROOM }, () => ctx.server.inject({ url })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
});

it('a request releases its slot after its client disconnected', async () => {
  const release = await holdAnnouncements();
  const { port } = ctx.server.server.address() as AddressInfo;
  const controllers = Array.from({ length: ROOM }, () => new AbortController());
  const gone = controllers.map(({ signal }) =>
    fetch(`http://127.0.0.1:${port}/api/anuncios`, {
      signal,
      headers: { authorization: `Bearer ${seller.token}` },
    }).catch(() => undefined),
  );
  for (const controller of controllers) controller.abort();
  await Promise.all(gone);
  await release();
  await expect.poll(async () => (await profile()).status, { timeout: 30_000 }).toBe(200);
});

describe('two thousand slow connections', () => {
  it('incomplete heads and bodies of slow connections take no slot', async () => {
    const { port } = ctx.server.server.address() as AddressInfo;
    const halves = [
      'GET /api/get-profile HTTP/1.1\r\nHost: localhost\r\n',
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"username":',
      'POST /api/reg-users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"username":',
    ];
    const sockets = await Promise.all(
      Array.from({ length: 2_000 }, (_, n) => slowSocket(port, halves[n % halves.length]!)),
    );
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
    const replies = [await profile(), await enter(), await profile()];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await watch()).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

const slowSocket = (port: number, half: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(half, () => resolve(socket)));
    socket.on('error', reject);
  });

it('an upload has no limit on its total time', () => {
  // Node's request timeout also covers the body, so it must be off. The timeout of the headers
  // remains on.
  const { requestTimeout, headersTimeout } = ctx.server.server;
  expect([requestTimeout, headersTimeout]).toEqual([0, 60_000]);
});

it('excess reads are rejected before their caller is authenticated', async () => {
  const release = await holdTable('sign_ins');
  const all = Array.from({ length: 5 * ROOM }, profile);
  const answers: number[] = [];
  for (const response of all) void response.then(({ status }) => answers.push(status));
  await expect.poll(() => answers).toEqual(Array(4 * ROOM).fill(503));
  await release();
  await Promise.all(all);
  expect(answers.filter((status) => status === 200)).toHaveLength(ROOM);
});
