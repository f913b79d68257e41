/**
 * Tests that lists tell apps which channels have an archive, and that the guide contains the
 * archive's days.
 */
import { parseM3U } from '@iptv/playlist';
import { parseXmltv } from '@iptv/xmltv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TODAY, type TestContext, createTestContext } from '../../../test/context.ts';
import { type OpenPlayer, type SeededLine, openPlayer, seedLine } from '../../../test/player.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const now = Date.parse(TODAY) / 1000;
let ctx: TestContext;
let player: OpenPlayer;
let line: SeededLine;

beforeAll(async () => {
  ctx = await createTestContext();
  player = await openPlayer(ctx);
  line = await seedLine(ctx);
  await ctx.owner.query(`
    insert into streams (id, kind, number, name, category_id, source, epg_channel_id)
      values (40, 'live', 2, 'Com arquivo', 1, 'test-channel', 'com.br'),
             (41, 'live', 3, 'Sem arquivo', 1, 'test-channel', 'sem.br');
    insert into channel_archives (stream_id, promised_days, offered_days) values (40, 3, 3);
    insert into guides (id, name) values (1, 'Guia')`);
  // A programme begins ten minutes after each hour, from five days ago until tomorrow.
  await ctx.owner.query(
    `insert into programmes (guide_id, channel, starts_at, ends_at, title)
     select 1, channel, at, at + interval '1 hour', 'P ' || extract(epoch from at)::bigint
     from unnest(array['com.br', 'sem.br']) channel,
       generate_series(to_timestamp($1) - interval '5 days' + interval '10 minutes',
         to_timestamp($1) + interval '1 day', interval '1 hour') at`,
    [now],
  );
});
afterAll(async () => {
  await player.close();
  await ctx.close();
});

const login = () => ({ username: line.username, password: line.password });
const api = async (extra: Record<string, string>) =>
  (
    await fetch(`${player.url}/player_api.php?${new URLSearchParams({ ...login(), ...extra })}`)
  ).json();

interface Row {
  readonly start_timestamp: string;
  readonly stop_timestamp: string;
  readonly has_archive: number;
  readonly archive_note: string;
  readonly now_playing: number;
}

it('sends the archive of a channel and its days as numbers', async () => {
  const channels = (await api({ action: 'get_live_streams' })) as Record<string, unknown>[];
  expect(
    channels.map(({ stream_id: id, tv_archive: has, tv_archive_duration: days }) => [
      id,
      has,
      days,
    ]),
  ).toEqual([
    [1, 0, 0],
    [40, 1, 3],
    [41, 0, 0],
  ]);
});

it('marks exactly the programmes that are over and begin inside the window', async () => {
  const { epg_listings: rows } = (await api({
    action: 'get_simple_data_table',
    stream_id: '40',
  })) as { epg_listings: Row[] };
  const windowStart = now - 3 * DAY_S;
  for (const row of rows) {
    const [start, stop] = [Number(row.start_timestamp), Number(row.stop_timestamp)];
    expect([start, row.has_archive]).toEqual([start, stop <= now && start >= windowStart ? 1 : 0]);
  }
  // The first programme began 50 minutes before the window.
  expect(rows[0]).toMatchObject({
    start_timestamp: String(windowStart - 50 * 60),
    has_archive: 0,
    archive_note: 'já saiu do arquivo',
  });
  expect(rows[1]).toMatchObject({ start_timestamp: String(windowStart + 600), has_archive: 1 });
  expect(rows.filter(({ has_archive: has }) => has === 1)).toHaveLength(3 * 24 - 1);
  expect(rows.find(({ now_playing: playing }) => playing === 1)).toMatchObject({ has_archive: 0 });
});

it('names the moment at which the only source stopped recording', async () => {
  // Programmes begin ten minutes after each hour. The gap begins in the middle of one programme and
  // covers the next one.
  const begin = now - DAY_S + 600;
  await ctx.owner.query(
    `insert into archive_sources (stream_id, position, kind, address, days, gaps)
     values (40, 0, 'flussonic', 'http://h.exemplo/um/index.m3u8', 3, $1)`,
    [JSON.stringify([[begin + 20 * 60, begin + 2 * HOUR_S + 60]])],
  );
  const { epg_listings: rows } = (await api({
    action: 'get_simple_data_table',
    stream_id: '40',
  })) as { epg_listings: Row[] };
  const noteAt = (start: number) => {
    const row = rows.find(({ start_timestamp: text }) => text === String(start))!;
    return [row.has_archive, row.archive_note];
  };
  expect(noteAt(begin)).toEqual([0, 'a fonte parou às 12:30, não gravou']);
  expect(noteAt(begin + HOUR_S)).toEqual([0, 'a fonte não gravou']);
  expect(noteAt(begin + 2 * HOUR_S)).toEqual([1, '']);
  await ctx.owner.query(`
    insert into archive_sources (stream_id, position, kind, address, days)
    values (40, 1, 'nimble', 'http://h.exemplo/um/playlist.m3u8', 3)`);
  const again = (await api({ action: 'get_simple_data_table', stream_id: '40' })) as {
    epg_listings: Row[];
  };
  expect(again.epg_listings.filter(({ has_archive: has }) => has === 1)).toHaveLength(3 * 24 - 1);
  await ctx.owner.query('delete from archive_sources');
});

it('lists only the last day of a channel without an archive', async () => {
  const { epg_listings: rows } = (await api({
    action: 'get_simple_data_table',
    stream_id: '41',
  })) as { epg_listings: Row[] };
  expect(Number(rows[0]!.start_timestamp)).toBeGreaterThan(now - DAY_S - HOUR_S);
  expect(rows.some(({ has_archive: has }) => has === 1)).toBe(false);
});

it('sends has_archive with the short guide', async () => {
  const { epg_listings: rows } = (await api({ action: 'get_short_epg', stream_id: '40' })) as {
    epg_listings: Row[];
  };
  expect(rows.map(({ has_archive: has }) => has)).toEqual([0, 0, 0, 0]);
});

it('contains the days of the archive in xmltv.php', async () => {
  const text = await (
    await fetch(`${player.url}/xmltv.php?${new URLSearchParams(login())}`)
  ).text();
  const programmes = parseXmltv(text).programmes!;
  const oldest = (channel: string) =>
    Math.min(
      ...programmes.filter((row) => row.channel === channel).map(({ start }) => +start / 1000),
    );
  expect(oldest('com.br')).toBe(now - 3 * DAY_S - 50 * 60);
  expect(oldest('sem.br')).toBe(now - 6 * HOUR_S - 50 * 60);
});

it('tells players in M3U the address of the archive with placeholders', async () => {
  const query = new URLSearchParams({ ...login(), type: 'm3u_plus', output: 'hls' });
  const response = await fetch(`${player.url}/get.php?${query}`);
  const text = await response.text();
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  const { channels } = parseM3U(text);
  const [plain, archived] = ['Sem arquivo', 'Com arquivo'].map(
    (name) =>
      channels.find((channel) => channel.name === name) as unknown as Record<string, unknown>,
  );
  expect(archived).toMatchObject({
    catchup: 'default',
    catchupDays: '3',
    catchupSource: `${player.url}/timeshift/${line.username}/${line.password}/{duration:60}/{utc}/40.m3u8`,
    timeshift: '3',
  });
  expect(plain).not.toHaveProperty('catchup');
  expect(text).not.toContain('\u0001');
});

it('announces no archive in plain lists', async () => {
  for (const type of ['m3u', 'dreambox']) {
    const query = new URLSearchParams({ ...login(), type });
    const response = await fetch(`${player.url}/get.php?${query}`);
    const text = await response.text();
    expect(text).not.toContain('catchup');
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  }
});
