/**
 * Tests streams of signals over real connections: the recipients of a signal, and the limits and
 * the end of a stream.
 */
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import { makePanelServer } from '../../app.ts';
import { sendSignal } from './send-signal.ts';

let ctx: TestContext;
let url: string;
let admin: Person;
let seller: Person;
let other: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin });
  other = await person(ctx, { parent: admin });
  url = await ctx.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  const closed = ctx.close();
  // Closes unused connections. For each aborted connection, the HTTP client opens a new one and
  // sends no request on it.
  setTimeout(() => ctx.server.server.closeAllConnections(), 200).unref();
  await closed;
});

interface Stream {
  readonly status: number;
  readonly signals: Record<string, unknown>[];
  readonly ended: Promise<void>;
  close(): void;
}

const opened: Stream[] = [];
beforeEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  await pause(50);
});

async function open({ token }: Person, at = url): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${at}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const signals: Record<string, unknown>[] = [];
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!)
      for (const line of decoder.decode(chunk as Uint8Array).split('\n'))
        if (line.startsWith('data: '))
          signals.push(JSON.parse(line.slice(6)) as Record<string, unknown>);
  };
  const ended = read().catch(() => undefined);
  const stream = { status: response.status, signals, ended, close: () => abort.abort() };
  opened.push(stream);
  return stream;
}

const sendTicketSignal = (accounts: readonly number[], admins = false, id = 5) =>
  ctx.db.tx((tx) =>
    sendSignal(tx, {
      topic: 'tickets',
      accounts: sql`${accounts}::bigint[]`,
      admins,
      data: { id },
    }),
  );
const isHeard = (stream: Stream, id = 5) =>
  expect
    .poll(() => stream.signals.some((signal) => signal.id === id), { timeout: 5_000 })
    .toBe(true);
/** Resolves when the first `resync` has arrived. The server then listens for signals. */
const ready = (stream: Stream) =>
  expect
    .poll(() => stream.signals.some(({ topic }) => topic === 'resync'), { timeout: 5_000 })
    .toBe(true);

it('sends a signal only to the accounts that it concerns', async () => {
  const [sellerStream, otherStream, adminStream] = [
    await open(seller),
    await open(other),
    await open(admin),
  ];
  for (const stream of [sellerStream, otherStream, adminStream]) await ready(stream);
  await sendTicketSignal([seller.id], true);
  await sendTicketSignal([other.id], false, 6);
  await isHeard(sellerStream);
  await isHeard(adminStream);
  await isHeard(otherStream, 6);
  const ids = [sellerStream, otherStream, adminStream].map(({ signals }) =>
    signals.flatMap(({ id }) => id ?? []),
  );
  expect(ids).toEqual([[5], [6], [5]]);
});

it('sends a signal to everyone when it concerns too many accounts', async () => {
  const stream = await open(other);
  await ready(stream);
  await sendTicketSignal(Array.from({ length: 600 }, (_, index) => 1_000_000 + index));
  await expect.poll(() => stream.signals.map(({ id }) => id), { timeout: 5_000 }).toContain(5);
});

it('a signal reaches another process within a second', async () => {
  const second = await makePanelServer({ ...ctx, db: { ...ctx.db } });
  const secondUrl = await second.listen({ port: 0, host: '127.0.0.1' });
  const stream = await open(seller, secondUrl);
  await ready(stream);
  const before = performance.now();
  await sendTicketSignal([seller.id], false, 77);
  await isHeard(stream, 77);
  expect(performance.now() - before).toBeLessThan(1_000);
  // A closing server must end its streams at once.
  await second.close();
  await stream.ended;
});

it('tells clients to reload after its own database connection broke', async () => {
  const stream = await open(seller);
  await ready(stream);
  stream.signals.length = 0;
  await ctx.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query like 'listen %ramal_live%' and datname = current_database()`,
  );
  await ready(stream);
  await sendTicketSignal([seller.id], false, 9);
  await expect.poll(() => stream.signals.map(({ id }) => id), { timeout: 5_000 }).toContain(9);
});

it('rejects an eleventh stream of an account until another ends', async () => {
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(other)));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expect((await open(other)).status).toBe(429);
  expect((await open(seller)).status).toBe(200);
  streams[0]!.close();
  await expect.poll(async () => (await open(other)).status, { timeout: 5_000 }).toBe(200);
});

it('rejects a stream without a sign-in', async () => {
  expect((await fetch(`${url}/api/live`)).status).toBe(401);
});
