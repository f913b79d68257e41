import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TODAY, type TestContext, createTestContext } from '../../test/context.ts';
import { seedLine } from '../../test/player.ts';
import { deleteOldRows } from '../retention/retention.ts';
import { lastWatched, linesOnline, linesWatching, titleNow, viewingsNow } from './online.ts';
import { type Heartbeat, type Watching, createWatching } from './create-watching.ts';

let ctx: TestContext;
let watching: Watching;
let statements: string[];
let away: boolean;

const NEVER = 1_000_000;

beforeAll(async () => {
  ctx = await createTestContext();
});

/** In these tests, writes happen only on request, and every statement is recorded. */
beforeEach(async () => {
  await ctx.owner.query('truncate presence, last_watched');
  ctx.clock.set(TODAY);
  [statements, away] = [[], false];
  watching = createWatching(watched(), { writeEveryMs: NEVER, askEveryMs: NEVER });
});

afterAll(() => ctx.close());

const watched = () => ({
  ...ctx,
  db: {
    ...ctx.db,
    tx: (async (work) => {
      if (away) throw new Error('Connection terminated');
      return ctx.db.tx((tx) =>
        work({
          ...tx,
          run: (query, plan) => {
            statements.push(query.text);
            return tx.run(query, plan);
          },
        }),
      );
    }) as typeof ctx.db.tx,
  },
});

/** Writes the current batch by stopping the module. */
async function write(): Promise<void> {
  await watching.stop();
  watching = createWatching(watched(), { writeEveryMs: NEVER, askEveryMs: NEVER });
}

const heartbeat = (lineId: number, more: Partial<Heartbeat> = {}): Heartbeat => ({
  sessionId: randomUUID(),
  lineId,
  streamId: 1,
  title: 'Canal de teste',
  encoding: 'HLS',
  address: '203.0.113.5',
  userAgent: 'VLC/3.0',
  ...more,
});

const presence = async () => (await ctx.owner.query('select * from presence order by title')).rows;

const lastOf = async (lineId: number) =>
  (await ctx.owner.query('select at, title from last_watched where line_id = $1', [lineId]))
    .rows[0];

test('writes a thousand heartbeats at once with one row per viewing', async () => {
  const line = await seedLine(ctx);
  const [first, second] = [heartbeat(line.id), heartbeat(line.id, { title: 'Outro' })];
  for (let n = 0; n < 500; n += 1) {
    watching.touch(first);
    watching.touch(second);
    ctx.clock.forward(10);
  }
  expect(await presence()).toEqual([]);
  await write();
  expect(statements).toEqual([expect.stringContaining('insert into presence')]);
  expect(await presence()).toMatchObject([
    {
      session_id: first.sessionId,
      line_id: String(line.id),
      stream_id: '1',
      title: 'Canal de teste',
      encoding: 'HLS',
      address: '203.0.113.5',
      user_agent: 'VLC/3.0',
      started_at: new Date(TODAY),
      last_seen_at: new Date(Date.parse(TODAY) + 4_990),
    },
    { session_id: second.sessionId, title: 'Outro' },
  ]);
});

test('writes nothing without heartbeats', async () => {
  await write();
  expect(statements).toEqual([]);
});

test('a heartbeat keeps the start of a viewing and moves its end', async () => {
  const line = await seedLine(ctx);
  const viewing = heartbeat(line.id);
  watching.touch(viewing);
  await write();
  ctx.clock.forward(7_000);
  watching.touch({ ...viewing, address: '203.0.113.6' });
  await write();
  expect(await presence()).toMatchObject([
    {
      started_at: new Date(TODAY),
      last_seen_at: new Date(Date.parse(TODAY) + 7_000),
      address: '203.0.113.6',
    },
  ]);
});

test('stores the last watching of a line at the start of a viewing and once a minute', async () => {
  const line = await seedLine(ctx);
  const viewing = heartbeat(line.id);
  const seenAt = async (seconds: number, what: Heartbeat) => {
    ctx.clock.set(new Date(Date.parse(TODAY) + seconds * 1000).toISOString());
    watching.touch(what);
    await write();
    const { at, title } = await lastOf(line.id);
    return [(at.getTime() - Date.parse(TODAY)) / 1000, title];
  };
  expect(await seenAt(0, viewing)).toEqual([0, 'Canal de teste']);
  expect(await seenAt(30, viewing)).toEqual([0, 'Canal de teste']);
  expect(await seenAt(60, viewing)).toEqual([60, 'Canal de teste']);
  expect(await seenAt(70, heartbeat(line.id, { title: 'Outro' }))).toEqual([70, 'Outro']);
});

test('deletes the presence of a viewer who left with the next batch', async () => {
  const line = await seedLine(ctx);
  const [stays, leaves, neverWritten] = [
    heartbeat(line.id),
    heartbeat(line.id),
    heartbeat(line.id),
  ];
  watching.touch(stays);
  watching.touch(leaves);
  await write();
  watching.touch(neverWritten);
  watching.playerLeft(leaves.sessionId);
  watching.playerLeft(neverWritten.sessionId);
  await write();
  expect((await presence()).map((row) => row.session_id)).toEqual([stays.sessionId]);
});

test('deletes a heartbeat that was written while its viewing ended', async () => {
  const line = await seedLine(ctx);
  const { sessionId: _, ...opening } = heartbeat(line.id);
  const open = (userAgent: string) =>
    watching.open({ ...opening, userAgent, balancerId: null, continuesSame: false });
  const first = await open('Tela 1');
  const second = await open('Tela 2');
  if (typeof first === 'string' || typeof second === 'string')
    throw new Error('the second screen does not take over');
  expect(watching.hasEnded(first.sessionId)).toBe(true);
  const copyLate = (id: string) =>
    ctx.owner.query(
      `insert into presence
        (session_id, line_id, owner_id, stream_id, title, encoding, address, user_agent, started_at, last_seen_at)
       select $1, line_id, owner_id, stream_id, title, encoding, address, user_agent, started_at, last_seen_at
       from presence where session_id = $2`,
      [id, second.sessionId],
    );
  await copyLate(first.sessionId);
  expect(await presence()).toHaveLength(2);
  await write();
  expect(await presence()).toMatchObject([{ session_id: second.sessionId }]);
});

test('an invalid address does not fail the rest of the batch', async () => {
  const line = await seedLine(ctx);
  watching.touch(heartbeat(line.id, { title: 'A', address: 'não é' }));
  watching.touch(heartbeat(line.id, { title: 'B', address: 'fe80::1%eth0' }));
  watching.touch(heartbeat(line.id, { title: 'C' }));
  await write();
  expect((await presence()).map((row) => row.address)).toEqual([null, 'fe80::1', '203.0.113.5']);
});

test('keeps heartbeats while the database is unavailable and writes them afterwards', async () => {
  const line = await seedLine(ctx);
  const [recent, old] = [heartbeat(line.id), heartbeat(line.id)];
  const watching = createWatching(watched(), { writeEveryMs: 20, askEveryMs: NEVER });
  away = true;
  watching.touch(old);
  await new Promise((resolve) => setTimeout(resolve, 100));
  ctx.clock.forward(50_000);
  watching.touch(recent);
  await new Promise((resolve) => setTimeout(resolve, 100));
  away = false;
  await expect.poll(async () => (await presence()).length).toBe(1);
  expect(await presence()).toMatchObject([{ session_id: recent.sessionId }]);
  await watching.stop();
});

test('several processes can write the same viewings in different orders', async () => {
  const lines = await Promise.all(Array.from({ length: 10 }, () => seedLine(ctx)));
  const viewings = lines.flatMap(({ id }) => Array.from({ length: 100 }, () => heartbeat(id)));
  for (let round = 0; round < 5; round += 1) {
    const processes = [viewings, viewings.toReversed(), viewings, viewings.toReversed()].map(
      (order) => {
        const instance = createWatching(watched(), { writeEveryMs: NEVER, askEveryMs: NEVER });
        for (const viewing of order) instance.touch(viewing);
        return instance;
      },
    );
    await Promise.all(processes.map((instance) => instance.stop()));
    ctx.clock.forward(60_000);
  }
  // A higher number would mean that PostgreSQL cancelled a statement because of a deadlock and that
  // it was repeated.
  expect(statements).toHaveLength(20);
  expect(await presence()).toHaveLength(viewings.length);
});

test('a line is online for 45 seconds after it was last seen', async () => {
  const [line, idle] = [await seedLine(ctx), await seedLine(ctx)];
  watching.touch(heartbeat(line.id, { title: 'Ação' }));
  watching.touch(heartbeat(line.id, { title: 'Ação' }));
  await write();
  const ask = async () => {
    const now = ctx.clock.now();
    const idSql = (id: number) => sql`${id}::bigint`;
    const [row] = await ctx.db.many(sql`
      select ${titleNow(idSql(line.id), now)} as title, ${viewingsNow(idSql(line.id), now)} as viewings,
        ${titleNow(idSql(idle.id), now)} as idle, ${lastWatched(idSql(line.id))} as last,
        array(select distinct o.line_id from (${linesOnline(now)}) o) as online,
        array(select distinct o.line_id from (${linesWatching(sql`'%acao%'`, now, sql`true`)}) o) as watching`);
    return row;
  };
  const last = new Date(TODAY);
  ctx.clock.forward(44_000);
  expect(await ask()).toEqual({
    title: 'Ação',
    viewings: 2,
    idle: null,
    last,
    online: [line.id],
    watching: [line.id],
  });
  ctx.clock.forward(2_000);
  expect(await ask()).toEqual({
    title: null,
    viewings: 0,
    idle: null,
    last,
    online: [],
    watching: [],
  });
});

test('the job deletes the presence of viewings that ended long ago', async () => {
  const line = await seedLine(ctx);
  watching.touch(heartbeat(line.id, { title: 'velha' }));
  await write();
  ctx.clock.forward(11 * 60_000);
  watching.touch(heartbeat(line.id, { title: 'nova' }));
  await write();
  await deleteOldRows(ctx, '5 minutes');
  expect((await presence()).map((row) => row.title)).toEqual(['nova']);
});
