import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPlayer, seedLine } from '../../../test/player.ts';
import { viewingsCutSince } from '../../watching/viewings.sql.ts';
import { CHECK_INTERVALS } from './viewing-rights.ts';
import {
  ONE_SCREEN,
  TWO_SCREENS,
  UNLIMITED,
  closeScreens,
  firstPlayer,
  history,
  hls,
  ctx,
  inTurn,
  lastFetchWritten,
  leaveAll,
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

beforeAll(openScreens);
beforeEach(() => ctx.clock.forward(10 * 60_000));
afterAll(closeScreens);

const forms = { hls, ts };
const mixed = [
  ['hls', 'hls', 'hls'],
  ['ts', 'ts', 'ts'],
  ['hls', 'ts', 'hls'],
  ['ts', 'hls', 'ts'],
] as const;

test.each(mixed)(
  'ends the oldest viewing for a third screen on a line with two: %s, %s, %s',
  async (a, b, c) => {
    const line = await seedPackageLine(TWO_SCREENS);
    const [first, second] = await inTurn([
      () => forms[a](line, { as: 'A' }),
      () => forms[b](line, { as: 'B' }),
    ]);
    expect(await readStatuses([first!, second!])).toEqual([200, 200]);
    const third = await forms[c](line, { as: 'C' });
    expect(await watchers(line)).toEqual(['B', 'C']);
    await expect.poll(() => first!.status()).toBe(403);
    expect(await first!.segmentStatus()).toBe(403);
    expect(await readStatuses([second!, third])).toEqual([200, 200]);
    await leaveAll([second!, third]);
  },
);

test.each(mixed)(
  'ends the oldest viewing in another process within two seconds: %s, %s, %s',
  async (a, b, c) => {
    const line = await seedPackageLine(TWO_SCREENS);
    const [first, second] = await inTurn([
      () => forms[a](line, { as: 'A', at: firstPlayer }),
      () => forms[b](line, { as: 'B', at: secondPlayer }),
    ]);
    expect(await first!.segmentStatus()).toBe(200);
    const third = await forms[c](line, { as: 'C', at: secondPlayer });
    expect(await watchers(line)).toEqual(['B', 'C']);
    // The cached answer for segments is valid for four seconds. Only the query for ended viewings
    // can stop segments within two seconds.
    await expect.poll(() => first!.segmentStatus(), { timeout: 2_000, interval: 50 }).toBe(403);
    expect(await first!.status()).toBe(403);
    expect(await readStatuses([second!, third])).toEqual([200, 200]);
    await leaveAll([second!, third]);
  },
);

test('ends a viewing of the same process without waiting for the database', async () => {
  const many: typeof ctx.db.many = (query, plan) =>
    query.text === viewingsCutSince(new Date()).text
      ? Promise.resolve([])
      : ctx.db.many(query, plan);
  const deaf = await openPlayer({ ...ctx, db: { ...ctx.db, many } });
  const line = await seedPackageLine(TWO_SCREENS);
  const [first, second] = await inTurn([
    () => ts(line, { as: 'A', at: deaf }),
    () => hls(line, { as: 'B', at: deaf }),
  ]);
  await hls(line, { as: 'C', at: deaf });
  await expect.poll(() => first!.status(), { timeout: 900 }).toBe(403);
  expect(await second!.segmentStatus()).toBe(200);
  await hls(line, { as: 'D', at: deaf });
  expect(await second!.segmentStatus()).toBe(403);
  await deaf.close();
});

test('ends the oldest of three equal players on one channel', async () => {
  const line = await seedPackageLine(TWO_SCREENS);
  const screens = await inTurn([() => hls(line), () => hls(line), () => hls(line)]);
  expect(await readStatuses(screens)).toEqual([403, 200, 200]);
});

test('replaces the own viewing when the same player opens the channel again', async () => {
  const line = await seedPackageLine(TWO_SCREENS);
  const screens = await inTurn([
    () => hls(line, { as: 'velha', channel: 11 }),
    () => hls(line, { as: 'TV', channel: 12 }),
    () => hls(line, { as: 'TV', channel: 13 }),
  ]);
  expect(await readStatuses(screens)).toEqual([200, 403, 200]);
});

test('ends the inactive one of two equal televisions', async () => {
  const line = await seedPackageLine(TWO_SCREENS);
  const at = writingAtOnce;
  const [plays] = await inTurn([() => hls(line, { at, channel: 11 })]);
  const [quiet] = await inTurn([() => hls(line, { at, channel: 12 })]);
  ctx.clock.forward(20_000);
  await plays!.status();
  await lastFetchWritten(line, 'Canal 11');
  const zapped = await hls(line, { at, channel: 11 });
  expect(await readStatuses([plays!, quiet!, zapped])).toEqual([200, 403, 200]);
}, 15_000);

test('keeps the screen for a while with the playing one of two competing players', async () => {
  const line = await seedPackageLine(ONE_SCREEN);
  const openAs = (as: string) =>
    fetch(liveUrl(firstPlayer, line, '1.m3u8'), { headers: { 'user-agent': as } });
  const screens = await inTurn(['A', 'B', 'A', 'B', 'A'].map((as) => () => hls(line, { as })));
  expect(await readStatuses(screens)).toEqual([403, 403, 403, 403, 200]);
  for (let again = 0; again < 3; again += 1) {
    expect((await openAs('B')).status).toBe(403);
    ctx.clock.forward(1_000);
  }
  expect(await screens.at(-1)!.status()).toBe(200);
  // The same player changes the channel, which ends no viewing of another player.
  const zapped = await hls(line, { as: 'A', channel: 12 });
  expect(await watchers(line)).toEqual(['A']);
  const { rows } = await ctx.owner.query(
    `select kind from events where line_id = $1 and kind = 'screens-contested'`,
    [line.id],
  );
  expect(rows).toHaveLength(1);
  ctx.clock.forward(5 * 60_000);
  const [later] = await inTurn([() => hls(line, { as: 'B' })]);
  expect(await readStatuses([zapped, later!])).toEqual([403, 200]);
});

test('lets a person change the television twice', async () => {
  const line = await seedPackageLine(ONE_SCREEN);
  const screens = await inTurn(['A', 'B', 'A'].map((as) => () => hls(line, { as })));
  expect(await readStatuses(screens)).toEqual([403, 403, 200]);
  ctx.clock.forward(60_000);
  await screens[2]!.status();
  const [next] = await inTurn([() => hls(line, { as: 'B' })]);
  expect(await next!.status()).toBe(200);
});

test('ends no viewing below the limit or without a limit', async () => {
  const two = await seedPackageLine(TWO_SCREENS);
  expect(await readStatuses(await inTurn([() => hls(two), () => hls(two)]))).toEqual([200, 200]);
  const free = await seedPackageLine(UNLIMITED);
  const screens = await inTurn(Array.from({ length: 5 }, () => () => hls(free)));
  expect(await readStatuses(screens)).toEqual([200, 200, 200, 200, 200]);
});

test('allows one screen with a custom set of bouquets', async () => {
  const line = await seedLine(ctx, { package_id: null, bouquet_ids: [1] });
  const screens = await inTurn([() => hls(line, { as: 'A' }), () => hls(line, { as: 'B' })]);
  expect(await readStatuses(screens)).toEqual([403, 200]);
});

test.each(['hls', 'ts'] as const)(
  'never refuses a player that changes channels on one screen: %s',
  async (form) => {
    const line = await seedPackageLine(ONE_SCREEN);
    for (const channel of [11, 12, 13, 14, 15, 11, 11]) {
      const screen = await forms[form](line, { channel });
      expect(await screen.status()).toBe(200);
      await screen.leave();
    }
    // The viewing of a closed `.ts` ends with the next batch. A stopped HLS player only stops
    // requesting the playlist, so its viewing remains.
    const left = form === 'hls' ? 1 : 0;
    await expect.poll(async () => (await watchers(line)).length, { timeout: 30_000 }).toBe(left);
  },
  45_000,
);

test('does not count a closed .ts against the next viewing', async () => {
  const line = await seedPackageLine(TWO_SCREENS);
  // This process searches for ended viewings often, and writes at the usual interval.
  const at = await openPlayer(ctx, { ...CHECK_INTERVALS, askEveryMs: 20 });
  const stays = await ts(line, { at, as: 'A', channel: 11 });
  const leaves = await ts(line, { at, as: 'B', channel: 12 });
  await leaves.leave();
  await delay(50);
  const next = await ts(line, { at, as: 'C', channel: 13 });
  expect(await watchers(line)).toEqual(expect.arrayContaining(['A', 'C']));
  // Within this time, a viewing that was ended by mistake would be closed.
  await delay(200);
  expect(await readStatuses([stays, next])).toEqual([200, 200]);
  expect((await history(line)).map(({ why }) => why)).toEqual(
    expect.arrayContaining(['left', null, null]),
  );
  await leaveAll([stays, next]);
  await at.close();
});

test('leaves at most two viewings after twenty simultaneous openings on two screens', async () => {
  const line = await seedPackageLine(TWO_SCREENS);
  const screens = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      hls(line, { as: `P${n}`, at: n % 2 ? firstPlayer : secondPlayer }).catch(() => undefined),
    ),
  );
  expect(await watchers(line)).toHaveLength(2);
  const { rows } = await ctx.owner.query(
    'select count(*)::int as n from viewings where line_id = $1 and ended_at is null',
    [line.id],
  );
  expect(rows[0].n).toBe(2);
  const statuses = await readStatuses(screens.filter((screen) => screen !== undefined));
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
});

test('counts a film read in ranges as one viewing and one screen', async () => {
  await ctx.owner.query(`
    insert into categories (id, kind, name) values (60, 'film', 'Filmes');
    insert into bouquet_categories (bouquet_id, category_id) values (1, 60);
    insert into streams (id, kind, name, category_id, source) values (60, 'film', 'Filme', 60, 'test-film')`);
  const line = await seedPackageLine(ONE_SCREEN);
  const { username, password } = line;
  const read = async (as: string, range: string, folder = 'movie', file = '60.mp4') => {
    const url = `${firstPlayer.url}/${folder}/${username}/${password}/${file}`;
    const answer = await fetch(url, { headers: { 'user-agent': as, range } });
    await answer.arrayBuffer();
    return answer.status;
  };
  for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=50-60']) {
    expect(await read('A', range)).toBe(206);
    ctx.clock.forward(5_000);
  }
  expect(await history(line)).toMatchObject([{ title: 'Filme', who: 'A', why: null }]);
  expect((await now(line))[0]).toMatchObject({ encoding: 'MP4' });
  const channel = await hls(line, { as: 'B' });
  ctx.clock.forward(1_000);
  expect(await watchers(line)).toEqual(['B']);
  expect(await read('A', 'bytes=0-99')).toBe(206);
  expect(await channel.status()).toBe(403);
  expect((await history(line)).map(({ who, why }) => [who, why])).toEqual([
    ['A', 'over-limit'],
    ['B', 'over-limit'],
    ['A', null],
  ]);
  expect(await read('A', 'bytes=0-9', 'live', '60.ts')).toBe(403);
  expect(await read('A', 'bytes=0-9', 'movie', '1.mp4')).toBe(403);
});

test('opens no viewing for a HEAD request', async () => {
  const line = await seedPackageLine(ONE_SCREEN);
  const plays = await hls(line, { as: 'A' });
  for (const file of ['1.ts', '1.m3u8']) {
    expect((await fetch(liveUrl(firstPlayer, line, file), { method: 'HEAD' })).status).toBe(200);
  }
  expect(await watchers(line)).toEqual(['A']);
  expect(await plays.status()).toBe(200);
});

test('refuses a channel that is off or missing in its list', async () => {
  const line = await seedPackageLine(UNLIMITED);
  const plays = await hls(line, { channel: 15 });
  for (const column of ['hidden_at', 'gone_at']) {
    await ctx.owner.query(`update streams set ${column} = now() where id = 15`);
    expect((await fetch(liveUrl(firstPlayer, line, '15.ts'))).status).toBe(403);
    await ctx.owner.query(`update streams set ${column} = null where id = 15`);
  }
  await ctx.owner.query('update streams set hidden_at = now() where id = 15');
  expect(await plays.status()).toBe(403);
});
