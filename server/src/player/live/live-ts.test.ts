// Tests channels as one `.ts`. The source is simulated: it sends without end and records when its
// connection closes.
import { type Socket, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Heartbeat, Watching } from '../../watching/watching.ts';
import { createLiveTs } from './live-ts.ts';
import { createOpenStreams } from './open-streams.ts';
import type { StreamSource } from '../stream-source.ts';
import type { StreamToken } from '../stream-token.ts';
import type { Right, ViewingRights } from '../viewings/viewing-rights.ts';

const PACE = { checkEveryMs: 50, goodForMs: 1_500 };
const ticket: StreamToken = { lineId: 1, streamId: 2, sessionId: 's', passwordMark: 'm' };

let sent: number;
let isReleased: boolean;
let right: () => Promise<Right | undefined>;
let seen: Heartbeat[];
let left: string[];
let cut: () => void;
let port: number;
let close: () => Promise<void>;
const clients: Socket[] = [];

const good = async (): Promise<Right> => ({
  title: 'Canal',
  source: 'made-up',
  kind: 'live',
  queriedAtMs: performance.now(),
});

async function* endless(signal: AbortSignal): AsyncGenerator<Buffer, void> {
  try {
    while (!signal.aborted) {
      sent += 65_536;
      yield Buffer.alloc(65_536, 0x47);
    }
  } finally {
    isReleased = true;
  }
}

beforeEach(async () => {
  [sent, isReleased, right, seen, left] = [0, false, good, [], []];
  const ctx = { clock: { now: () => new Date() }, log: pino({ level: 'silent' }) } as AppContext;
  const rights: ViewingRights = {
    check: () => right(),
    reasonAgainst: async () => 'ended',
    beforeOpening: () => right(),
  };
  cut = () => {};
  const watching = {
    touch: (heartbeat: Heartbeat) => void seen.push(heartbeat),
    playerLeft: (session: string) => void left.push(session),
    onEnded: (_session: string, end: () => void) => {
      cut = end;
      return () => {};
    },
  } as unknown as Watching;
  const running = createOpenStreams(ctx, rights, watching, PACE);
  const liveSources = {
    continuous: async (_streamId: number, _source: StreamSource, signal: AbortSignal) =>
      endless(signal),
  };
  const liveTs = createLiveTs(running, watching, liveSources);
  const server = Fastify();
  const source: StreamSource = { from: 'test-channel' };
  server.get('/1.ts', async (request, reply) =>
    liveTs.send(request, reply, { ticket, right: await good(), source, continues: false }),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  port = (server.server.address() as AddressInfo).port;
  close = async () => {
    running.stop();
    for (const client of clients.splice(0)) client.destroy();
    await server.close();
  };
});

afterEach(() => close());

/** Opens a client that reads only when the test requests it. */
function ask(): Socket {
  const client = connect(port, '127.0.0.1');
  client.pause();
  client.on('error', () => {});
  client.write('GET /1.ts HTTP/1.1\r\nHost: x\r\nUser-Agent: VLC\r\n\r\n');
  clients.push(client);
  return client;
}

async function eventually(what: () => boolean): Promise<void> {
  await expect.poll(what, { timeout: 5_000, interval: 10 }).toBe(true);
}

async function stalled(): Promise<number> {
  let before = -1;
  while (sent !== before || sent === 0) {
    before = sent;
    await delay(100);
  }
  return sent;
}

test('produces nothing for a player that does not read', async () => {
  ask();
  const streamCount = await stalled();
  await delay(300);
  expect(sent).toBe(streamCount);
});

test('ends the stream of a player that does not read once its line may not watch', async () => {
  const client = ask();
  await stalled();
  right = async () => undefined;
  await eventually(() => isReleased);
  expect(left).toEqual(['s']);
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.resume();
  await closed;
});

test('releases a player that another screen ended', async () => {
  ask();
  await stalled();
  cut();
  await eventually(() => isReleased);
  expect(left).toEqual(['s']);
});

test('releases a player at once when it disconnects', async () => {
  const client = ask();
  await stalled();
  await eventually(() => seen.length > 2);
  expect(seen.at(-1)).toMatchObject({
    lineId: 1,
    streamId: 2,
    sessionId: 's',
    userAgent: 'VLC',
  });
  client.destroy();
  await eventually(() => isReleased);
  expect(left).toEqual(['s']);
  const before = seen.length;
  await delay(3 * PACE.checkEveryMs);
  expect(seen.length).toBe(before);
});

test('continues while the last answer is valid', async () => {
  ask();
  await stalled();
  const since = performance.now();
  right = () => new Promise(() => {});
  await eventually(() => isReleased);
  expect(performance.now() - since).toBeGreaterThan(PACE.goodForMs / 2);
  expect(performance.now() - since).toBeLessThan(15_000);
});

test('continues after a single failed check', async () => {
  ask();
  await stalled();
  right = () => Promise.reject(new Error('away'));
  await delay(3 * PACE.checkEveryMs);
  expect(isReleased).toBe(false);
  right = good;
  await delay(PACE.goodForMs + 3 * PACE.checkEveryMs);
  expect(isReleased).toBe(false);
});
