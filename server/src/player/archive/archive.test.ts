/** Plays the archive of five kinds of sources. Servers on this machine imitate the sources. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseM3U } from '@iptv/playlist';
import { editChannelArchive } from '@ramal/contract/catalogue/archive';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { person, type Person } from '../../../test/accounts.ts';
import { type ArchiveDouble, openArchiveDouble } from '../../../test/archive-sources.ts';
import { type TestContext, TODAY, call, createTestContext } from '../../../test/context.ts';
import {
  type OpenPlayer,
  type SeededLine,
  changeLine,
  openPlayer,
  seedLine,
} from '../../../test/player.ts';

const DAY_S = 86_400;
const kinds = ['flussonic', 'xtream', 'nimble', 'wowza', 'template'] as const;
const addresses = {
  flussonic: '/flu/index.m3u8',
  xtream: '/live/u/p/7.ts',
  nimble: '/nim/playlist.m3u8',
  wowza: '/wow/playlist.m3u8',
  template: '/tpl/um.m3u8?from={utc}&to={utcend}',
} as const;
const ids = Object.fromEntries(kinds.map((kind, n) => [kind, 50 + n])) as Record<
  (typeof kinds)[number],
  number
>;

let ctx: TestContext;
let admin: Person;
let source: ArchiveDouble;
let player: OpenPlayer;
let line: SeededLine;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  admin = await person(ctx, { profile: 'admin' });
  source = await openArchiveDouble(() => ctx.clock.now());
  player = await openPlayer(ctx);
  await ctx.owner.query('update packages set max_connections = 1');
  for (const kind of kinds) {
    await ctx.owner.query(
      `insert into streams (id, kind, number, name, category_id, source, epg_channel_id)
       values ($1, 'live', 0, $2, 1, $3, 'um.br')`,
      [ids[kind], kind, source.url + addresses[kind]],
    );
    await setSources(kind, { kind, address: source.url + addresses[kind], days: 7 });
  }
  await ctx.owner.query(`insert into guides (id, name) values (1, 'Guia')`);
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  Object.assign(source, {
    days: 7,
    zone: 'UTC',
    xtreamForms: ['dash', 'underscore', 'seconds', 'query'],
    answersLive: false,
    hidesLength: false,
  });
  source.requests.length = 0;
  line = await seedLine(ctx);
});
afterAll(async () => {
  await player.close();
  await source.close();
  await ctx.close();
});

type Kind = (typeof kinds)[number];
const setSources = async (kind: Kind, ...sources: object[]) => {
  const response = await call(
    ctx,
    editChannelArchive,
    { params: { id: ids[kind] }, body: { sources } as never },
    { token: admin.token },
  );
  expect([response.status, response.body]).toMatchObject([200, {}]);
};

const now = (): number => Math.floor(ctx.clock.now().getTime() / 1000);
/** Returns the Unix seconds of the whole minute 24 hours ago. */
const evening = (): number => Math.floor((now() - DAY_S) / 60) * 60;
const urlOf = (
  kind: Kind,
  start: string | number,
  ending = 'm3u8',
  minutes: string | number = 60,
) =>
  `${player.url}/timeshift/${line.username}/${line.password}/${minutes}/${start}/${ids[kind]}.${ending}`;

async function segmentsOf(url: string): Promise<{ list: string; urls: string[] }> {
  const master = await (await fetch(url)).text();
  const inner = master.split('\n').find((text) => text.startsWith('/hls/'))!;
  const list = master.includes('EXT-X-STREAM-INF')
    ? await (await fetch(new URL(inner, player.url))).text()
    : master;
  return { list, urls: list.split('\n').filter((text) => text.startsWith('/hls/')) };
}

const viewings = async () =>
  (
    await ctx.owner.query<{ ended_because: string | null }>(
      'select ended_because from viewings where line_id = $1 order by started_at',
      [line.id],
    )
  ).rows.map((row) => row.ended_because);

/** Reads the streams with ffprobe; undefined if ffprobe is not installed. */
async function probe(url: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(process.env.RAMAL_FFPROBE ?? 'ffprobe', [
      ...'-v error -show_entries stream=codec_name -of csv=p=0'.split(' '),
      url,
    ]);
    return [...new Set(stdout.split('\n').filter((text) => text !== ''))].join(' ');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

it.each(kinds)('plays yesterday of %s as HLS from the requested second', async (kind) => {
  const { list, urls } = await segmentsOf(urlOf(kind, evening()));
  expect(list).toContain('#EXT-X-ENDLIST');
  expect(urls.length).toBeGreaterThan(1_800);
  expect(list).not.toContain('127.0.0.1');
  expect(source.requests[0]).toMatchObject({ start: evening(), length: 62 * 60 });
  const segment = await fetch(new URL(urls[0]!, player.url));
  expect([segment.status, segment.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
});

it.each(['flussonic', 'xtream'] as const)(
  'plays yesterday of %s as a file with ranges and HEAD',
  async (kind) => {
    const url = urlOf(kind, evening(), 'ts', 1);
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(whole.length % 188).toBe(0);
    const middle = await fetch(url, { headers: { range: `bytes=${188 * 100}-` } });
    expect([middle.status, middle.headers.get('content-range')]).toEqual([
      206,
      `bytes ${188 * 100}-${whole.length - 1}/${whole.length}`,
    ]);
    expect(Buffer.from(await middle.arrayBuffer()).equals(whole.subarray(188 * 100))).toBe(true);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
    expect((await viewings()).length).toBe(1);
  },
);

it('joins the segments of a source that has only HLS into one stream', async () => {
  const reading = new AbortController();
  const response = await fetch(urlOf('nimble', evening(), 'ts'), { signal: reading.signal });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
  const first = await response.body!.getReader().read();
  expect(first.value![0]).toBe(0x47);
  reading.abort();
});

it.each([
  ['flussonic', 'ts'],
  ['xtream', 'm3u8'],
  ['wowza', 'm3u8'],
] as const)('plays %s as %s in ffprobe', async (kind, ending) => {
  const seen = await probe(urlOf(kind, evening(), ending, 1));
  expect(seen ?? 'no ffprobe').toBeOneOf(['h264 aac', 'no ffprobe']);
});

const text = (at: number): string => new Date(at * 1000).toISOString();
it.each<[string, (at: number) => string]>([
  [
    'colon and dash',
    (at) =>
      text(at)
        .slice(0, 16)
        .replace('T', ':')
        .replace(/:(\d\d)$/, '-$1'),
  ],
  [
    'underscore',
    (at) =>
      text(at)
        .slice(0, 16)
        .replace('T', '_')
        .replace(/:(\d\d)$/, '-$1'),
  ],
  [
    'colon, dash and seconds',
    (at) =>
      text(at)
        .slice(0, 19)
        .replace('T', ':')
        .replace(/:(\d\d):(\d\d)$/, '-$1-$2'),
  ],
  ['colons', (at) => text(at).slice(0, 16).replace('T', ':')],
  ['colons and seconds', (at) => encodeURIComponent(text(at).slice(0, 19).replace('T', ':'))],
  ['blank without seconds', (at) => text(at).slice(0, 16).replace('T', '+')],
  ['blank', (at) => encodeURIComponent(text(at).slice(0, 19).replace('T', ' '))],
  ['ISO', (at) => encodeURIComponent(text(at))],
  ['seconds', String],
  ['ISO with an offset', (at) => encodeURIComponent(text(at - 3 * 3_600).replace('Z', '-03:00'))],
  ['milliseconds', (at) => `${at}000`],
])('understands the start with %s in every form of URL', async (_name, write) => {
  const start = write(evening());
  const { username, password } = line;
  const moment = `stream=${ids.flussonic}&start=${start}&duration=60`;
  const query = `username=${username}&password=${password}&${moment}`;
  for (const path of [
    `/timeshift/${username}/${password}/60/${start}/${ids.flussonic}.m3u8`,
    `/timeshift/${line.shortCode}/60/${start}/${ids.flussonic}.m3u8`,
    `/streaming/timeshift.php?token=${line.shortCode}&${moment}&extension=m3u8`,
    `/timeshifts/${username}/${password}/60/${ids.flussonic}/${start}.m3u8`,
    `/streaming/timeshift.php?${query}&extension=m3u8`,
    `/timeshift.php?${query}&extension=m3u8`,
    `/live/${username}/${password}/${ids.flussonic}.m3u8?utc=${start}&lutc=${now()}`,
  ]) {
    const response = await fetch(player.url + path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(source.requests.at(-1)?.start).toBe(evening());
  }
});

it('plays the address that Kodi builds from the list, by its attributes and by its mode xc', async () => {
  const { username, password } = line;
  const query = `username=${username}&password=${password}&type=m3u_plus&output=ts`;
  const { channels } = parseM3U(await (await fetch(`${player.url}/get.php?${query}`)).text());
  const channel = channels.find(({ name }) => name === 'flussonic') as unknown as {
    url: string;
    catchupSource: string;
  };
  const start = evening();
  const date = text(start)
    .slice(0, 16)
    .replace('T', ':')
    .replace(/:(\d\d)$/, '-$1');
  for (const address of [
    channel.catchupSource.replace('{duration:60}', '60').replace('{utc}', String(start)),
    channel.url.replace(/\/live\/(.*)\/(\d+)\.ts$/, `/timeshift/$1/60/${date}/$2.ts`),
  ]) {
    source.requests.length = 0;
    const response = await fetch(address);
    await response.body!.cancel();
    expect([address, response.status]).toEqual([address, 200]);
    expect(source.requests[0]).toMatchObject({ start, length: 62 * 60 });
  }
});

it('understands a start that names only the hour', async () => {
  const hour = Math.floor(evening() / 3_600) * 3_600;
  const start = text(hour).slice(0, 13).replace('T', '-').replace(/-/, '').replace(/-/, '');
  expect((await fetch(urlOf('flussonic', start))).status).toBe(200);
  expect(source.requests[0]?.start).toBe(hour);
});

it('plays an hour that begins half an hour before midnight', async () => {
  const midnight = Math.floor(now() / DAY_S) * DAY_S;
  const start = text(midnight - 1_800)
    .slice(0, 16)
    .replace('T', ':')
    .replace(/:(\d\d)$/, '-$1');
  expect(start).toContain(':23-30');
  const { urls } = await segmentsOf(urlOf('flussonic', start));
  expect(source.requests[0]).toMatchObject({ start: midnight - 1_800, length: 62 * 60 });
  expect(urls.length).toBeGreaterThan(1_800);
});

it.each(['ts', 'm3u8'])('plays a panel in São Paulo as %s in ffprobe', async (ending) => {
  source.zone = 'America/Sao_Paulo';
  await setSources('xtream', {
    kind: 'xtream',
    address: source.url + addresses.xtream,
    days: 7,
    time_zone: 'America/Sao_Paulo',
  });
  const seen = await probe(urlOf('xtream', evening(), ending, 1));
  expect(seen ?? 'no ffprobe').toBeOneOf(['h264 aac', 'no ffprobe']);
  expect(source.requests.filter(({ start }) => start !== evening())).toEqual([]);
  await setSources('xtream', { kind: 'xtream', address: source.url + addresses.xtream, days: 7 });
});

it('answers an unknown token like a wrong password, and counts it', async () => {
  const url = (token: string) =>
    `${player.url}/timeshift/${token}/60/${evening()}/${ids.flussonic}.m3u8`;
  const countSignIns = async () => {
    const { rows } = await ctx.owner.query<{ points: number }>(
      `select coalesce(sum(points), 0)::int as points from rate_limits where key like 'player-sign-in:%'`,
    );
    return rows[0]!.points;
  };
  const before = await countSignIns();
  for (const token of ['bcdfghjkmn', 'x', 'a'.repeat(150)]) {
    const response = await fetch(url(token));
    expect([response.status, response.headers.get('x-refusal-reason')]).toEqual([403, 'unknown']);
  }
  await changeLine(ctx, line.id, 'deleted_at = now()');
  expect((await fetch(url(line.shortCode))).status).toBe(403);
  expect(await countSignIns()).toBeGreaterThan(before);
  await ctx.owner.query('delete from rate_limits');
});

// The clocks of São Paulo went back on 2018-02-18 at 02:00 UTC.
it.each([
  ['2018-02-17T22:30:00Z', 'before the change'],
  ['2018-02-18T01:30:00Z', 'in the first of the repeated hours'],
  ['2018-02-18T02:30:00Z', 'in the second of the repeated hours'],
  ['2018-02-18T04:30:00Z', 'after the change'],
])('asks a panel in São Paulo for the same instant at %s, %s', async (at) => {
  ctx.clock.set('2018-02-19T15:00:00Z');
  source.zone = 'America/Sao_Paulo';
  await setSources('xtream', {
    kind: 'xtream',
    address: source.url + addresses.xtream,
    days: 7,
    time_zone: 'America/Sao_Paulo',
  });
  const start = Date.parse(at) / 1000;
  await fetch(
    urlOf(
      'xtream',
      text(start)
        .slice(0, 16)
        .replace('T', ':')
        .replace(/:(\d\d)$/, '-$1'),
    ),
  );
  expect(source.requests[0]?.start).toBe(start);
});

it('tries the other forms of a panel that refuses the first one', async () => {
  source.xtreamForms = ['query'];
  expect((await fetch(urlOf('xtream', evening()))).status).toBe(200);
  expect(source.requests.at(-1)?.path).toMatch(/^\/streaming\/timeshift\.php/);
});

it.each([
  ['one minute older than the window', () => now() - 7 * DAY_S - 60],
  ['in the future', () => now() + 600],
  ['that is not a time', () => 'agora'],
])('refuses a start %s with 404 and without a request to the source', async (_name, start) => {
  const response = await fetch(urlOf('flussonic', start()));
  expect([response.status, response.headers.get('x-refusal-reason')]).toEqual([
    404,
    'archive-window',
  ]);
  expect(await response.text()).toBe('Este horário está fora dos dias guardados no arquivo.');
  expect(source.requests).toEqual([]);
});

it('plays a start one minute inside the window', async () => {
  expect((await fetch(urlOf('flussonic', now() - 7 * DAY_S + 60))).status).toBe(200);
});

it('refuses a channel without an archive', async () => {
  const url = urlOf('flussonic', evening()).replace(`/${ids.flussonic}.`, '/1.');
  const response = await fetch(url);
  expect([response.status, response.headers.get('x-refusal-reason')]).toEqual([404, 'no-archive']);
});

it.each([
  ['flussonic', 'm3u8'],
  ['xtream', 'm3u8'],
  ['xtream', 'ts'],
  ['nimble', 'ts'],
] as const)('refuses the live stream of %s in place of the past as %s', async (kind, ending) => {
  source.answersLive = true;
  const response = await fetch(urlOf(kind, evening(), ending));
  expect([response.status, response.headers.get('x-refusal-reason')]).toEqual([
    502,
    'archive-live',
  ]);
  expect(await response.text()).toBe(
    'A fonte enviou o ao vivo no lugar do arquivo. Tente outro programa.',
  );
});

it('plays a running programme from its start and continues', async () => {
  const { list, urls } = await segmentsOf(urlOf('flussonic', now() - 1_200));
  expect(list).not.toContain('ENDLIST');
  expect(urls.length).toBeGreaterThan(600);
});

it('uses the first source that is deep enough and another one if it fails', async () => {
  await setSources(
    'nimble',
    { kind: 'flussonic', address: `${source.url}/flu/index.m3u8`, days: 1 },
    { kind: 'nimble', address: `${source.url}/nim/playlist.m3u8`, days: 7 },
  );
  await fetch(urlOf('nimble', now() - 3 * DAY_S));
  expect(source.requests.map(({ path }) => path.split('/')[1])).toEqual(['nim']);
  source.requests.length = 0;
  await fetch(urlOf('nimble', now() - 3_600));
  expect(source.requests[0]?.path).toMatch(/^\/flu\//);
  await setSources(
    'nimble',
    { kind: 'xtream', address: 'http://127.0.0.1:1/live/u/p/7.ts', days: 7 },
    { kind: 'nimble', address: `${source.url}/nim/playlist.m3u8`, days: 7 },
  );
  expect((await fetch(urlOf('nimble', now() - 3_600))).status).toBe(200);
});

it('counts seeks within one programme as one viewing on a line with one screen', async () => {
  const begin = evening() - 600;
  await ctx.owner.query(
    `insert into programmes (guide_id, channel, starts_at, ends_at, title)
     values (1, 'um.br', to_timestamp($1), to_timestamp($2), 'Jornal'), (1, 'um.br', to_timestamp($2), to_timestamp($3), 'Filme')`,
    [begin, begin + 3_600, begin + 7_200],
  );
  for (const offset of [0, 600, 1_200, 300]) {
    expect((await fetch(urlOf('flussonic', begin + offset))).status).toBe(200);
    expect((await fetch(urlOf('flussonic', begin + offset, 'ts', 1))).status).toBe(200);
  }
  expect(await viewings()).toEqual([null]);
  await fetch(urlOf('flussonic', begin + 3_600));
  expect(await viewings()).toEqual(['over-limit', null]);
  const live = `${player.url}/live/${line.username}/${line.password}/1.m3u8`;
  await fetch(live);
  expect(await viewings()).toEqual(['over-limit', 'over-limit', null]);
});

it('does not count the archive as the health of the live stream', async () => {
  const checked = async (kind: Kind) =>
    (
      await ctx.owner.query('select source_checked_at, source_problem from streams where id = $1', [
        ids[kind],
      ])
    ).rows[0] as { source_checked_at: Date | null; source_problem: string };
  const past = await segmentsOf(urlOf('wowza', evening()));
  expect((await fetch(new URL(past.urls[0]!, player.url))).status).toBe(200);
  source.answersLive = true;
  await fetch(urlOf('wowza', evening()));
  const live = `${player.url}/live/${line.username}/${line.password}/${ids.nimble}.m3u8`;
  expect((await fetch(live)).status).toBe(200);
  const { urls } = await segmentsOf(live);
  expect((await fetch(new URL(urls[0]!, player.url))).status).toBe(200);
  await expect
    .poll(async () => (await checked('nimble')).source_checked_at, { timeout: 8_000 })
    .not.toBeNull();
  expect(await checked('wowza')).toEqual({ source_checked_at: null, source_problem: '' });
});

it('ends a running stream when the line expires in the middle', async () => {
  await changeLine(ctx, line.id, `expires_at = '${new Date((now() + 60) * 1000).toISOString()}'`);
  const { urls } = await segmentsOf(urlOf('flussonic', evening()));
  expect((await fetch(new URL(urls[0]!, player.url))).status).toBe(200);
  ctx.clock.forward(120_000);
  await expect
    .poll(async () => (await fetch(new URL(urls[5]!, player.url))).status, { timeout: 15_000 })
    .toBe(403);
  expect((await fetch(urlOf('flussonic', evening()))).headers.get('x-refusal-reason')).toBe(
    'expired',
  );
});

it('ends a running file at a seek and when the line is turned off', async () => {
  const { urls } = await segmentsOf(urlOf('flussonic', evening()));
  await ctx.owner.query('update lines set is_on = false where id = $1', [line.id]);
  await expect
    .poll(async () => (await fetch(new URL(urls[5]!, player.url))).status, { timeout: 15_000 })
    .toBe(403);
});
