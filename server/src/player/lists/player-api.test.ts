import { Xtream } from '@iptv/xtream-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TODAY, type TestContext, createTestContext } from '../../../test/context.ts';
import { type OpenPlayer, type SeededLine, openPlayer, seedLine } from '../../../test/player.ts';

let ctx: TestContext;
let player: OpenPlayer;

beforeAll(async () => {
  ctx = await createTestContext();
  player = await openPlayer(ctx);
  await ctx.owner.query(`
    insert into categories (id, kind, name, position) values (2, 'live', 'Adultos', 5), (3, 'film', 'Filmes', 0);
    insert into streams (id, kind, number, name, category_id, icon, epg_channel_id, source, is_adult)
      values (20, 'live', 2, 'Noite', 2, 'http://img.exemplo/n.png', 'noite.br', 'test-channel', true),
             (30, 'film', 1, 'Filme', 3, '', null, 'test-channel', false);
    insert into bouquet_categories values (2, 2);
    insert into packages (id, name, max_connections) values (7, 'Família', 3);
    insert into package_bouquets values (7, 1)`);
});

afterAll(async () => {
  await player.close();
  await ctx.close();
});

const api = (
  line: Pick<SeededLine, 'username' | 'password'>,
  extra: Record<string, string> = {},
) => {
  const { username, password } = line;
  return fetch(
    `${player.url}/player_api.php?${new URLSearchParams({ username, password, ...extra })}`,
  );
};

const clientOf = ({ username, password }: SeededLine) =>
  new Xtream({ url: player.url, username, password, preferredFormat: 'm3u8' });

describe('an active line', () => {
  test('signs in with a real client and lists the streams of its package', async () => {
    const line = await seedLine(ctx);
    const client = clientOf(line);
    const profile = await client.getProfile();
    expect(profile).toMatchObject({ auth: 1, status: 'Active', username: line.username });
    expect(await client.getChannelCategories()).toEqual([
      { category_id: '1', category_name: 'Testes', parent_id: 0 },
      { category_id: '2', category_name: 'Adultos', parent_id: 0 },
    ]);
    const channels = await client.getChannels();
    expect(channels.map(({ name, url }) => [name, url])).toEqual([
      ['Canal de teste', `${player.url}/live/${line.username}/${line.password}/1.m3u8`],
      ['Noite', `${player.url}/live/${line.username}/${line.password}/20.m3u8`],
    ]);
    const picture = await fetch(String(channels[0]?.url));
    expect(picture.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    expect(await client.getChannels({ categoryId: '2' })).toHaveLength(1);
    expect(await client.getChannels({ categoryId: '77' })).toEqual([]);
  });

  test('answers an active line with the types of the protocol', async () => {
    const line = await seedLine(ctx, { is_trial: true, package_id: 7 });
    const answer = await (await api(line)).json();
    expect(answer).toEqual({
      user_info: {
        username: line.username,
        password: line.password,
        message: '',
        auth: 1,
        status: 'Active',
        exp_date: String(Date.parse('2026-12-21T15:00:00Z') / 1000),
        is_trial: '1',
        active_cons: '0',
        created_at: String(Date.parse('2026-11-01T15:00:00Z') / 1000),
        max_connections: '3',
        allowed_output_formats: ['m3u8', 'ts'],
      },
      server_info: {
        url: '127.0.0.1',
        port: new URL(player.url).port,
        https_port: '',
        server_protocol: 'http',
        rtmp_port: '',
        timezone: 'UTC',
        timestamp_now: Date.parse(TODAY) / 1000,
        time_now: '2026-11-21 15:00:00',
        process: true,
      },
    });
    const [channel] = await (await api(line, { action: 'get_live_streams' })).json();
    expect(channel).toEqual({
      num: 1,
      name: 'Canal de teste',
      stream_type: 'live',
      stream_id: 1,
      stream_icon: '',
      epg_channel_id: null,
      added: expect.stringMatching(/^\d{10}$/),
      is_adult: 0,
      category_id: '1',
      category_ids: [1],
      custom_sid: '',
      tv_archive: 0,
      direct_source: '',
      tv_archive_duration: 0,
    });
  });

  test('uses the line’s own bouquets and one connection with a custom package', async () => {
    const line = await seedLine(ctx, { package_id: null, bouquet_ids: [2] });
    const channels = await clientOf(line).getChannels();
    expect(channels.map(({ name }) => name)).toEqual(['Noite']);
    const { user_info } = await (await api(line)).json();
    expect(user_info.max_connections).toBe('1');
  });

  test.each(['', 'get_profile', 'get_server_info', 'nunca_ouvi_falar', 'constructor'])(
    'answers an unknown action as a sign-in: «%s»',
    async (action) => {
      const { user_info } = await (await api(await seedLine(ctx), { action })).json();
      expect(user_info.auth).toBe(1);
    },
  );

  test.each([
    ['get_vod_categories', []],
    ['get_vod_streams', []],
    ['get_series_categories', []],
    ['get_series', []],
    ['get_short_epg', { epg_listings: [] }],
    ['get_simple_data_table', { epg_listings: [] }],
    ['get_vod_info', { info: [] }],
    ['get_series_info', { seasons: [], info: { name: null }, episodes: {} }],
  ])(
    'answers an empty list for a category or channel without content: %s',
    async (action, nothing) => {
      expect(await (await api(await seedLine(ctx), { action })).json()).toEqual(nothing);
    },
  );

  test('signs in by a posted form', async () => {
    const { username, password } = await seedLine(ctx);
    const form = (extra: Record<string, string>) =>
      fetch(`${player.url}/player_api.php`, {
        method: 'POST',
        body: new URLSearchParams({ username, password, ...extra }),
      });
    expect((await (await form({})).json()).user_info.auth).toBe(1);
    expect(await (await form({ action: 'get_live_streams' })).json()).toHaveLength(2);
  });
});

describe('a line that may not play', () => {
  test.each([
    ['Expired', { expires_at: TODAY }],
    ['Disabled', { is_on: false }],
    ['Banned', { blocked_for_abuse_at: TODAY }],
    ['Banned', { blocked_for_abuse_at: TODAY, is_on: false, expires_at: TODAY }],
  ])('returns only the reason at the sign-in of a line that is %s', async (status, state) => {
    const line = await seedLine(ctx, state);
    const { user_info } = await (await api(line)).json();
    expect(user_info).toMatchObject({ auth: 1, status });
    expect(user_info.message).not.toBe('');
    await expectRefused(line);
  });

  test.each([
    ['unknown', { username: '404404404' }],
    ['wrong password', { password: 'errada' }],
  ])('does not sign in: %s', async (_, wrong) => {
    const line = { ...(await seedLine(ctx)), ...wrong };
    expect(await (await api(line)).json()).toEqual({ user_info: { auth: 0 } });
    expect(await clientOf(line).getProfile()).toEqual({ auth: 0 });
    await expectRefused(line);
  });

  test.each([
    ['deleted', { deleted_at: TODAY }],
    ['on another platform', { platform: 'p2p' }],
  ])('treats a line as unknown if it is %s', async (_, state) => {
    const line = await seedLine(ctx, state);
    expect(await (await api(line)).json()).toEqual({ user_info: { auth: 0 } });
    await expectRefused(line);
  });

  test('rejects a sign-in without name and password', async () => {
    const answer = await fetch(`${player.url}/player_api.php`);
    expect(await answer.json()).toEqual({ user_info: { auth: 0 } });
  });

  async function expectRefused({ username, password }: SeededLine) {
    const login = `username=${username}&password=${password}`;
    const paths = [
      ...['get_live_categories', 'get_live_streams', 'get_vod_streams', 'get_short_epg'].map(
        (action) => `/player_api.php?${login}&action=${action}`,
      ),
      `/get.php?${login}`,
      `/ss/${username}/${password}`,
      `/live/${username}/${password}/1.ts`,
      `/live/${username}/${password}/1.m3u8`,
      `/${username}/${password}/1`,
    ];
    for (const path of paths) {
      const answer = await fetch(player.url + path);
      expect(answer.headers.get('x-refusal-reason')).toMatch(
        /^(?:unknown|expired|disabled|blocked)$/,
      );
      const isStream = /\/1(?:\.|$)/.test(path);
      const isSaid = (await answer.text()).endsWith('.');
      expect([path, answer.status, isSaid]).toEqual([path, 403, isStream]);
    }
  }
});

test.each([
  `<script>alert(1)</script>`,
  `' or 1=1; drop table lines; --`,
  '\0',
  'a\0b\u0007\u202e',
  'x'.repeat(3_000),
  'ção'.repeat(40),
  '🦀'.repeat(30),
  '\ud800',
  '%',
  '../../etc/passwd',
])('refuses a hostile name like any other: %j', async (name) => {
  const urls = [
    `/player_api.php?${new URLSearchParams({ username: name, password: name })}`,
    `/player_api.php?${new URLSearchParams({ username: name, password: name, action: name })}`,
    `/player_api.php?username=${name.length}&username[]=1&password[$ne]=1`,
    `/get.php?${new URLSearchParams({ username: name, password: name, type: name, output: name })}`,
    `/live/${encodeURIComponent(name.toWellFormed())}/${encodeURIComponent(name.toWellFormed())}/1.ts`,
    `/ss/${encodeURIComponent(name.toWellFormed())}/1`,
    `/s/${encodeURIComponent(name.toWellFormed())}`,
    `/hls/${encodeURIComponent(name.toWellFormed())}/index.m3u8`,
    '/live/%zz/%00/1.ts',
    '/live/1/2/99999999999999999999.ts',
    '/hls/1.1.1.1.1.1/999999999999999.ts',
  ];
  for (const url of urls) {
    const answer = await fetch(player.url + url);
    expect(answer.status, url).toBeLessThan(500);
    expect(answer.headers.get('content-type') ?? '', url).not.toContain('html');
  }
});

test('counts two viewings of a line as two connections', async () => {
  const line = await seedLine(ctx);
  await ctx.owner.query(
    `insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
     select gen_random_uuid(), $1, (select owner_id from lines where id = $1), 1, 'Canal', 'HLS', $2, seen::timestamptz
     from unnest($3::text[]) as seen`,
    [line.id, TODAY, [TODAY, '2026-11-21T14:59:30Z', '2026-11-21T14:50:00Z']],
  );
  const { user_info } = await (await api(line)).json();
  expect(user_info.active_cons).toBe('2');
});
