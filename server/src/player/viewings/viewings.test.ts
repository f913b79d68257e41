import { getMomentAbuse } from '@ramal/contract/watching';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '../../../test/context.ts';
import { openPlayer } from '../../../test/player.ts';
import {
  ONE_SCREEN,
  TWO_SCREENS,
  UNLIMITED,
  admin,
  closeScreens,
  end,
  firstPlayer,
  history,
  hls,
  ctx,
  inTurn,
  lastFetchWritten,
  seedPackageLine,
  now,
  openScreens,
  readStatuses,
  secondPlayer,
  ts,
  liveUrl,
  watchers,
  writingAtOnce,
} from '../../../test/screens.ts';
import { endStaleViewings } from '../../watching/watching.ts';

beforeAll(openScreens);
beforeEach(() => ctx.clock.forward(10 * 60_000));
afterAll(closeScreens);

test('ends only the chosen viewing by hand and refuses its player for a minute', async () => {
  const line = await seedPackageLine(UNLIMITED);
  const [cut, refused, stays] = await inTurn([
    () => ts(line, { as: 'A' }),
    () => hls(line, { as: 'B', at: secondPlayer }),
    () => hls(line, { as: 'C' }),
  ]);
  const [, second, first] = await now(line);
  for (const viewing of [first, second]) {
    expect((await end(viewing!.id)).body.message).toBe('Exibição encerrada');
  }
  expect(await watchers(line)).toEqual(['C']);
  expect(await refused!.status()).toBe(403);
  await expect.poll(() => cut!.status(), { timeout: 2_000 }).toBe(403);
  expect(await stays!.status()).toBe(200);
  const again = async (as: string, channel = 1) =>
    (await fetch(liveUrl(secondPlayer, line, `${channel}.m3u8`), { headers: { 'user-agent': as } }))
      .status;
  expect([await again('A'), await again('D'), await again('A', 11)]).toEqual([403, 200, 200]);
  ctx.clock.forward(61_000);
  expect(await again('A')).toBe(200);
});

test('refuses to end a viewing twice and records the end in the history of the line', async () => {
  const line = await seedPackageLine(UNLIMITED);
  await hls(line, { channel: 11 });
  const [viewing] = await now(line);
  expect((await end(viewing!.id)).status).toBe(200);
  expect(await end(viewing!.id)).toMatchObject({
    status: 404,
    body: { code: 'viewing_not_found' },
  });
  const { rows } = await ctx.owner.query(
    `select kind, actor_id, before from events where line_id = $1`,
    [line.id],
  );
  expect(rows).toEqual([
    { kind: 'viewing-ended', actor_id: String(admin.id), before: { watching: 'Canal 11' } },
  ]);
});

test('shows the data of a viewing and the other viewings at the same time', async () => {
  ctx.clock.set('2026-11-22T18:42:10Z');
  const line = await seedPackageLine(UNLIMITED);
  await hls(line, { as: 'A', channel: 11 });
  const [shown] = await now(line);
  expect(shown).toMatchObject({
    user: line.username,
    ip: '127.0.0.1',
    content: 'Canal 11',
    encoding: 'HLS',
    aid: `20261122154210-${shown!.id.slice(0, 4).toUpperCase()}`,
    started_at_timestamp: Date.parse('2026-11-22T18:42:10Z') / 1000,
    last_seen_timestamp: Date.parse('2026-11-22T18:42:10Z') / 1000,
  });
  ctx.clock.forward(10_000);
  await hls(line, { as: 'B', channel: 12 });
  await end(shown!.id);
  ctx.clock.forward(30_000);
  await hls(line, { as: 'C', channel: 13 });
  const beside = async (id: string) => {
    const { body } = await call(
      ctx,
      getMomentAbuse,
      { body: { username: line.username, online_id: id } },
      { token: admin.token },
    );
    return body.map(({ user_agent }) => user_agent);
  };
  expect(await beside(shown!.id)).toEqual(['B', 'A']);
  const other = await seedPackageLine(UNLIMITED);
  const reply = await call(
    ctx,
    getMomentAbuse,
    { body: { username: other.username, online_id: shown!.id } },
    { token: admin.token },
  );
  expect(reply).toMatchObject({ status: 404, body: { code: 'viewing_not_found' } });
});

test('ends an interval when the viewing was last seen or paused', async () => {
  const line = await seedPackageLine(ONE_SCREEN);
  const screen = await hls(line, { at: writingAtOnce, as: 'A', channel: 11 });
  ctx.clock.forward(30_000);
  await screen.status();
  await lastFetchWritten(line, 'Canal 11');
  ctx.clock.forward(10 * 60_000);
  await endStaleViewings.work(ctx, undefined);
  expect(await history(line)).toMatchObject([{ why: 'not-seen', lasted: 30 }]);
  expect(await watchers(line)).toEqual([]);
  expect(await screen.status()).toBe(200);
  expect(await watchers(line)).toEqual(['A']);
  expect(await history(line)).toMatchObject([
    { title: 'Canal 11', why: 'not-seen', lasted: 30 },
    { title: 'Canal 11', why: null, lasted: null },
  ]);
});

test('refuses a line that another server has taken over', async () => {
  const line = await seedPackageLine(UNLIMITED);
  const screen = await hls(line, { as: 'A', channel: 11 });
  await ctx.owner.query(
    `with server as (
       insert into line_servers (name, kind, platform, sealed_access, host, created_by, created_at)
       values ('Outro', 'xui', 'iptv', '', 'outro.example', $2, now()) returning id
     )
     insert into server_lines (server_id, line_id, is_first) select id, $1, false from server`,
    [line.id, admin.id],
  );
  ctx.clock.forward(30_000);
  expect(await screen.status()).toBe(403);
});

test('resumes a paused viewing only if a screen is free', async () => {
  const line = await seedPackageLine(ONE_SCREEN);
  const paused = await hls(line, { as: 'A', channel: 11 });
  ctx.clock.forward(60_000);
  const taken = await hls(line, { as: 'B', channel: 12 });
  expect(await readStatuses([paused, taken])).toEqual([403, 200]);
  ctx.clock.forward(46_000);
  expect(await paused.status()).toBe(200);
  expect((await history(line)).length).toBe(2);
});

test('continues viewings after the presence table was lost and fills it again', async () => {
  const line = await seedPackageLine(TWO_SCREENS);
  const screens = await inTurn([() => hls(line, { as: 'A' }), () => hls(line, { as: 'B' })]);
  ctx.clock.forward(60_000);
  await ctx.owner.query('truncate presence');
  await endStaleViewings.work(ctx, undefined);
  expect(await readStatuses(screens)).toEqual([200, 200]);
  expect(await watchers(line)).toEqual(['A', 'B']);
  expect((await history(line)).map(({ why }) => why)).toEqual([null, null]);
});

test('ends the viewings of a stopped line at the next check', async () => {
  const line = await seedPackageLine(UNLIMITED);
  const screen = await hls(line, { at: writingAtOnce, channel: 11 });
  await ctx.owner.query('update lines set is_on = false where id = $1', [line.id]);
  expect(await screen.status()).toBe(403);
  await expect
    .poll(async () => (await history(line))[0].why, { timeout: 8_000 })
    .toBe('line-stopped');
});

test('refuses the ticket of an ended viewing in a process started later', async () => {
  const line = await seedPackageLine(ONE_SCREEN);
  const ticketOf = async (as: string) => {
    const answer = await fetch(liveUrl(firstPlayer, line, '11.m3u8'), {
      headers: { 'user-agent': as },
    });
    return (await answer.text()).split('\n').find((row) => row.startsWith('/')) ?? '';
  };
  const [old, fresh] = [await ticketOf('A'), await ticketOf('B')];
  const started = await openPlayer(ctx);
  expect((await fetch(started.url + old)).status).toBe(403);
  expect((await fetch(started.url + fresh)).status).toBe(200);
  await started.close();
});
