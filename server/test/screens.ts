/**
 * Simulates viewers. Several players on one database represent several processes. Each viewer sends
 * requests as a player app does. The players start only once for each test file, so a test
 * simulates time by moving the clock.
 */
import { endViewing, getMomentAbuse } from '@ramal/contract/watching';
import { expect } from 'vitest';
import { CHECK_INTERVALS } from '../src/player/viewings/viewing-rights.ts';
import { type TestContext, call, createTestContext } from './context.ts';
import { type Person, person } from './accounts.ts';
import { type OpenPlayer, type SeededLine, openPlayer, seedLine } from './player.ts';

export let ctx: TestContext;
export let firstPlayer: OpenPlayer;
export let secondPlayer: OpenPlayer;
/**
 * Player that writes each heartbeat immediately. The other players collect heartbeats for some
 * seconds.
 */
export let writingAtOnce: OpenPlayer;
export let admin: Person;

export const UNLIMITED = 50;
export const ONE_SCREEN = 51;
export const TWO_SCREENS = 52;

export async function openScreens(): Promise<void> {
  ctx = await createTestContext();
  await ctx.owner.query(`
    insert into packages (id, name, max_connections) values (50, 'Livre', 0), (51, 'Uma', 1), (52, 'Duas', 2);
    insert into package_bouquets (package_id, bouquet_id) values (50, 1), (51, 1), (52, 1);
    insert into streams (id, kind, name, category_id, source)
      select n, 'live', 'Canal ' || n, 1, 'test-channel' from generate_series(11, 15) n`);
  firstPlayer = await openPlayer(ctx);
  secondPlayer = await openPlayer(ctx);
  writingAtOnce = await openPlayer(ctx, { ...CHECK_INTERVALS, writeEveryMs: 20 });
  admin = await person(ctx, { profile: 'admin', until: '2026-11-23T15:00:00Z' });
}

export async function closeScreens(): Promise<void> {
  await firstPlayer.close();
  await secondPlayer.close();
  await writingAtOnce.close();
  await ctx.close();
}

export const seedPackageLine = (packageId: number) => seedLine(ctx, { package_id: packageId });

export interface Screen {
  /** Returns the status of the next request: 200, or 403 after the viewing was ended. */
  status(): Promise<number>;
  segmentStatus(): Promise<number>;
  leave(): Promise<void>;
}

interface From {
  readonly at?: OpenPlayer;
  readonly as?: string;
  readonly channel?: number;
}

export const liveUrl = ({ url }: OpenPlayer, { username, password }: SeededLine, file: string) =>
  `${url}/live/${username}/${password}/${file}`;

export async function hls(
  line: SeededLine,
  { at = firstPlayer, as = 'TV', channel = 1 }: From = {},
): Promise<Screen> {
  const headers = { 'user-agent': as };
  const opened = await fetch(liveUrl(at, line, `${channel}.m3u8`), { headers });
  expect(opened.status).toBe(200);
  const nameIn = (list: string) =>
    new URL(list.split('\n').findLast((row) => row.startsWith('/')) ?? '', at.url).href;
  const playlist = nameIn(await opened.text());
  const first = await fetch(playlist, { headers });
  const segment = nameIn(await first.text());
  const statusOf = async (url: string) => {
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  return {
    status: () => statusOf(playlist),
    segmentStatus: () => statusOf(segment),
    leave: async () => {},
  };
}

export async function ts(
  line: SeededLine,
  { at = firstPlayer, as = 'TV', channel = 1 }: From = {},
): Promise<Screen> {
  const leaving = new AbortController();
  const answer = await fetch(liveUrl(at, line, `${channel}.ts`), {
    headers: { 'user-agent': as },
    signal: leaving.signal,
  });
  expect(answer.status).toBe(200);
  let runs = true;
  const read = async () => {
    for await (const _ of answer.body ?? []);
  };
  const reading = read()
    .catch(() => {})
    .then(() => (runs = false));
  const status = async () => (runs ? 200 : 403);
  return {
    status,
    segmentStatus: status,
    leave: async () => {
      leaving.abort();
      await reading;
    },
  };
}

export async function readStatuses(screens: readonly Screen[]): Promise<number[]> {
  return Promise.all(screens.map((screen) => screen.status()));
}

/** Opens one screen after the other, a second apart. */
export async function inTurn(openings: readonly (() => Promise<Screen>)[]): Promise<Screen[]> {
  const screens: Screen[] = [];
  for (const open of openings) {
    screens.push(await open());
    ctx.clock.forward(1_000);
  }
  return screens;
}

export const leaveAll = (screens: readonly Screen[]) =>
  Promise.all(screens.map((screen) => screen.leave()));

export const history = async (line: SeededLine) =>
  (
    await ctx.owner.query(
      `select title, ended_because as why, extract(epoch from ended_at - started_at)::int as lasted, user_agent as who
       from viewings where line_id = $1 order by started_at, id`,
      [line.id],
    )
  ).rows;

/** Waits until the last request of the line's viewing of this channel is stored. */
export const lastFetchWritten = (line: SeededLine, title: string) =>
  expect
    .poll(async () => {
      const { rows } = await ctx.owner.query<{ at: Date }>(
        'select last_seen_at as at from presence where line_id = $1 and title = $2',
        [line.id, title],
      );
      return rows[0]?.at.toISOString();
    })
    .toBe(ctx.clock.now().toISOString());

/** Returns all current viewers of the line, as the panel's lists and the dialog show them. */
export async function watchers(line: SeededLine): Promise<string[]> {
  const { status, body } = await call(
    ctx,
    getMomentAbuse,
    { body: { username: line.username } },
    { token: admin.token },
  );
  expect(status).toBe(200);
  // A heartbeat may be sent while a viewing ends. It can write the viewing again, until the next
  // batch removes it.
  await expect
    .poll(async () => {
      const { rows } = await ctx.owner.query<{ n: number }>(
        'select count(*)::int as n from presence where line_id = $1',
        [line.id],
      );
      return rows[0]?.n;
    })
    .toBe(body.length);
  return body.map(({ user_agent }) => user_agent).toReversed();
}

export const end = (id: string) =>
  call(ctx, endViewing, { params: { id } }, { token: admin.token });
export const now = async (line: SeededLine) =>
  (await call(ctx, getMomentAbuse, { body: { username: line.username } }, { token: admin.token }))
    .body;
