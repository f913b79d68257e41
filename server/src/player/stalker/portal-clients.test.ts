/** Replays the requests of Kodi pvr.stalker and IPTVnator, and sends hostile input to every call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PortalAnswer, seedBox, seedTitles } from '../../../test/boxes.ts';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { type OpenPlayer, openPlayer, seedLine } from '../../../test/player.ts';
import { CHECK_INTERVALS } from '../viewings/viewing-rights.ts';

let ctx: TestContext;
let player: OpenPlayer;
beforeAll(async () => {
  ctx = await createTestContext();
  await seedTitles(ctx);
  player = await openPlayer(ctx, { ...CHECK_INTERVALS, unknownDeviceMs: 0 });
});
afterAll(async () => {
  await player.close();
  await ctx.close();
});

const AGENT =
  'Mozilla/5.0 (QtEmbedded; U; Linux; C) AppleWebKit/533.3 (KHTML, like Gecko) MAG200 stbapp ver: 2 rev: 250 Safari/533.3';

interface Client {
  readonly mac: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  token?: string;
}

/** Sends a query exactly as written. */
async function send(client: Client, query: string, post = false): Promise<PortalAnswer> {
  const url = `${player.url}${client.path}`;
  const answer = await fetch(post ? url : `${url}?${query}`, {
    method: post ? 'POST' : 'GET',
    ...(post ? { body: new URLSearchParams(query) } : {}),
    headers: {
      cookie: `mac=${encodeURIComponent(client.mac)}; stb_lang=en; timezone=America%2FSao_Paulo`,
      'user-agent': AGENT,
      'x-user-agent': 'Model: MAG250; Link: WiFi',
      referer: `${player.url}/c/`,
      ...(client.token ? { authorization: `Bearer ${client.token}` } : {}),
      ...client.headers,
    },
  });
  expect([query, answer.status]).toEqual([query, 200]);
  const text = await answer.text();
  return text.startsWith('{') ? JSON.parse(text).js : text;
}

async function bytesOf(cmd: string, range = 'bytes=0-187'): Promise<number> {
  const answer = await fetch(cmd.split(' ')[1]!, { headers: { range } });
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value!.length;
}

describe('clients', () => {
  it('Kodi pvr.stalker signs in, lists channels with its strict types and plays', async () => {
    const line = await seedLine(ctx);
    const client: Client = { mac: '00:1A:79:00:10:01', path: '/server/load.php' };
    await seedBox(ctx, line.id, client.mac);
    const { token } = await send(client, 'type=stb&action=handshake&token=');
    client.token = token;
    const profile = await send(
      client,
      'type=stb&action=get_profile&stb_type=MAG250&sn=0123456789ABC&ver=ImageDescription%3A%200.2.16-250&not_valid_token=0&auth_second_step=0&hd=1&num_banks=1&image_version=216&hw_version=1.7-BD-00&device_id=&device_id2=&signature=',
    );
    expect([profile.status, Number(profile.watchdog_timeout)]).toEqual([0, 120]);
    const { data } = await send(client, 'type=itv&action=get_all_channels');
    for (const row of data)
      for (const key of ['id', 'number', 'cmd', 'name', 'logo', 'tv_genre_id'])
        expect([key, typeof row[key]]).toEqual([key, 'string']);
    for (const row of data) {
      expect(row.id).toMatch(/^\d+$/);
      expect(row.use_http_tmp_link).toBe('1');
    }
    const adult = await send(
      client,
      'type=itv&action=get_ordered_list&genre=10&fav=0&sortby=number&p=1',
    );
    expect(Array.isArray(adult.data)).toBe(true);
    for (const { id, title } of await send(client, 'type=itv&action=get_genres'))
      expect([typeof id, typeof title]).toEqual(['string', 'string']);
    expect(await send(client, 'type=itv&action=get_epg_info&period=24')).toHaveProperty('data');
    const { cmd } = await send(
      client,
      `type=itv&action=create_link&cmd=${encodeURIComponent(data[0].cmd)}&forced_storage=undefined&disable_ad=0`,
    );
    expect(await bytesOf(cmd)).toBeGreaterThan(0);
    const poll = 'type=watchdog&action=get_events&init=1&cur_play_type=1&event_active_id=0';
    expect((await send(client, poll)).data.msgs).toBe(0);
  });

  it('Kodi pvr.stalker without serial number signs in with the login of its settings', async () => {
    const line = await seedLine(ctx);
    const client: Client = { mac: '00:1A:79:00:10:02', path: '/stalker_portal/server/load.php' };
    await seedBox(ctx, line.id, client.mac);
    client.token = (await send(client, 'type=stb&action=handshake&token=')).token;
    const profile = (second: number) =>
      send(client, `type=stb&action=get_profile&stb_type=MAG250&sn=&auth_second_step=${second}`);
    expect((await profile(0)).status).toBe(2);
    const login = `login=${line.username}&password=${line.password}&device_id=&device_id2=`;
    expect(await send(client, `type=stb&action=do_auth&${login}`)).toBe(true);
    expect((await profile(1)).status).toBe(0);
  });

  it('IPTVnator probes without token, signs in, and plays a film and an episode', async () => {
    const line = await seedLine(ctx);
    const client: Client = { mac: '00:1a:79:00:10:03', path: '/portal.php' };
    await seedBox(ctx, line.id, client.mac.toUpperCase());
    const js = '&JsHttpRequest=1-xml';
    expect(await send(client, `type=itv&action=get_genres${js}`)).toBe('Authorization failed.');
    client.token = (await send(client, `type=stb&action=handshake&token=&prehash=0${js}`)).token;
    const metrics = encodeURIComponent(
      JSON.stringify({ mac: client.mac, sn: 'ABC', model: 'MAG250' }),
    );
    const profile = await send(
      client,
      `type=stb&action=get_profile&hd=1&sn=ABCDEF123456&stb_type=MAG250&device_id=${'C'.repeat(64)}&device_id2=${'C'.repeat(64)}&signature=x&auth_second_step=1&metrics=${metrics}&timestamp=1&api_signature=262&prehash=0${js}`,
    );
    expect(profile.status).toBe(0);
    const info = await send(client, `type=account_info&action=get_main_info${js}`);
    expect(info.account_info).toMatchObject({ login: line.username, status: '1' });
    const page = await send(
      client,
      `type=itv&action=get_ordered_list&genre=*&force_ch_link_check=&fav=0&sortby=number&hd=0&p=1${js}`,
    );
    expect(page.data.length).toBeLessThanOrEqual(page.max_page_items);
    const films = await send(
      client,
      `type=vod&action=get_ordered_list&category=*&genre=0&years=*&fav=0&sortby=added&hd=0&not_ended=0&p=1&search=${js}`,
    );
    const play = (cmd: string, series: string) =>
      send(
        client,
        `type=vod&action=create_link&cmd=${encodeURIComponent(cmd)}&series=${series}&forced_storage=0&disable_ad=0&download=0&force_ch_link_check=0${js}`,
      );
    expect(await bytesOf((await play(films.data[0].cmd, '')).cmd)).toBe(188);
    const series = await send(client, `type=series&action=get_ordered_list&category=*&p=1${js}`);
    const seasons = await send(
      client,
      `type=series&action=get_ordered_list&movie_id=${series.data[0].id}&season_id=0&episode_id=0&p=1${js}`,
    );
    expect(seasons.data[0].series).toContain(1);
    expect(await bytesOf((await play(seasons.data[0].cmd, '1')).cmd)).toBe(188);
  });

  it('accepts a posted form and a MAC in the query', async () => {
    const line = await seedLine(ctx);
    const mac = '10:27:BE:00:10:04';
    await seedBox(ctx, line.id, mac);
    const client: Client = { mac, path: '/portal.php', headers: { cookie: '' } };
    const sent = `&mac=${mac}&sn=FORMULER1`;
    client.token = (await send(client, `type=STB&action=Handshake${sent}`, true)).token;
    expect((await send(client, `type=stb&action=get_profile${sent}`, true)).status).toBe(0);
    expect(Array.isArray(await send(client, `type=itv&action=get_genres${sent}`))).toBe(true);
  });
});

const CALLS = [
  'stb/handshake',
  'stb/get_profile',
  'stb/do_auth',
  'stb/get_localization',
  'stb/log',
  'itv/get_genres',
  'itv/get_all_channels',
  'itv/get_ordered_list',
  'itv/create_link',
  'itv/get_short_epg',
  'itv/get_epg_info',
  'itv/set_fav',
  'itv/set_last_id',
  'epg/get_simple_data_table',
  'epg/get_all_program_for_ch',
  'vod/get_ordered_list',
  'vod/create_link',
  'vod/set_fav',
  'series/get_ordered_list',
  'series/set_fav',
  'watchdog/get_events',
  'watchdog/confirm_event',
  'account_info/get_main_info',
  '__proto__/constructor',
];

const FIELDS = [
  'p',
  'genre',
  'category',
  'search',
  'sortby',
  'cmd',
  'series',
  'ch_id',
  'date',
  'period',
  'size',
  'id',
  'fav_ch',
  'video_id',
  'movie_id',
  'event_active_id',
  'sn',
  'device_id',
  'stb_type',
  'ver',
  'login',
  'password',
];

const hostileTexts = [
  '',
  '0',
  '-1',
  '1e309',
  '9007199254740993',
  '999999999999999',
  '9'.repeat(400),
  '__proto__',
  "' or 1=1 --",
  String.raw`%_\\`,
  'a\u0000b',
  '\u202E\uFFFF',
  '😀'.repeat(30),
  'x'.repeat(500),
  '../../etc/passwd',
  '1,2,,x,-3',
  '2026-02-30',
  '2026-13-45',
  '{"a":[1]}',
  '/media/s999999999999999_999999.mpg',
  '/ch/999999999999999_',
  '%ZZ%2F',
];

it.each(CALLS)('%s answers hostile input without a failure', async (name) => {
  const line = await seedLine(ctx);
  const mac = `00:1A:79:01:00:${CALLS.indexOf(name).toString(16).padStart(2, '0').toUpperCase()}`;
  await seedBox(ctx, line.id, mac);
  const client: Client = { mac, path: '/portal.php' };
  client.token = (await send(client, 'type=stb&action=handshake')).token;
  await send(client, 'type=stb&action=get_profile&sn=PINNED');
  const [type, action] = name.split('/');
  for (const value of hostileTexts) {
    const query = new URLSearchParams({ type: type!, action: action! });
    for (const field of FIELDS) query.append(field, value);
    expect(await send(client, String(query))).toBeDefined();
    await send(
      { ...client, headers: { cookie: `mac=${mac}; timezone=${encodeURIComponent(value)}` } },
      String(query),
      true,
    );
  }
});
