import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PortalAnswer, seedBox, seedTitles, testBox } from '../../../test/boxes.ts';
import { TODAY, type TestContext, createTestContext } from '../../../test/context.ts';
import { type OpenPlayer, changeLine, openPlayer, seedLine } from '../../../test/player.ts';
import { CHECK_INTERVALS } from '../viewings/viewing-rights.ts';

let ctx: TestContext;
let player: OpenPlayer;
/** A second process on the same database. */
let second: OpenPlayer;
beforeAll(async () => {
  ctx = await createTestContext();
  await ctx.owner.query(`
    insert into packages (id, name, max_connections) values (51, 'Uma', 1);
    insert into package_bouquets (package_id, bouquet_id) values (51, 1)`);
  const pace = { ...CHECK_INTERVALS, writeEveryMs: 20, refreshEveryMs: 50, unknownDeviceMs: 0 };
  player = await openPlayer(ctx, pace);
  second = await openPlayer(ctx, pace);
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from rate_limits');
  await ctx.owner.query('delete from boxes');
  await ctx.owner.query('delete from box_requests');
});
afterAll(async () => {
  await player.close();
  await second.close();
  await ctx.close();
});

const MAC = '00:1A:79:4C:1B:E2';
const IDS = { sn: '062014N012345', device_id: 'A'.repeat(64), device_id2: 'B'.repeat(64) };
const FAILED = 'Authorization failed.';

async function openBox(line: { package_id?: number; expires_at?: string } = {}) {
  const seeded = await seedLine(ctx, line);
  const id = await seedBox(ctx, seeded.id, MAC);
  const box = testBox({ url: player.url, mac: MAC, ids: IDS });
  return { line: seeded, id, box };
}
const row = async (id: number) =>
  (await ctx.owner.query('select * from boxes where id = $1', [id])).rows[0];
const linkOf = (cmd: string): string => cmd.split(' ')[1]!;
/** Reads some bytes of a link and returns status and reader. */
async function open(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers: { 'user-agent': 'Lavf/58', ...headers } });
  const reader = answer.body!.getReader();
  const first = await reader.read();
  return { status: answer.status, bytes: first.value, leave: () => reader.cancel() };
}
const viewings = async (lineId: number) =>
  (
    await ctx.owner.query<{ count: string }>(
      'select count(*) from viewings where line_id = $1 and ended_at is null',
      [lineId],
    )
  ).rows[0]!.count;

describe('sign-in', () => {
  it('gives every MAC a token and returns a valid one again', async () => {
    const box = testBox({ url: player.url, mac: MAC });
    const first = await box.ask('stb', 'handshake', { token: '', prehash: 'x' });
    expect(first).toEqual({
      token: expect.stringMatching(/^[0-9A-F]{32}$/),
      random: expect.stringMatching(/^[0-9a-f]+$/),
      not_valid: 0,
    });
    expect((await box.ask('stb', 'handshake', { token: first.token })).token).toBe(first.token);
    const forged = 'F'.repeat(32);
    expect((await box.ask('stb', 'handshake', { token: forged })).token).not.toBe(forged);
  });

  it('pins the first device and signs it in', async () => {
    const { box, id } = await openBox();
    const profile = await box.signIn();
    expect(profile).toMatchObject({
      id: String(id),
      mac: MAC,
      status: 0,
      block_msg: '',
      watchdog_timeout: '120',
      default_timezone: 'America/Sao_Paulo',
      ramal: { reason: 'ok' },
    });
    const stored = await row(id);
    expect(stored).toMatchObject({ serial: IDS.sn, model: 'MAG250' });
    expect(stored.device_id).not.toContain('AAAA');
    expect(Array.isArray(await box.ask('itv', 'get_genres'))).toBe(true);
  });

  it.each([
    '/portal.php',
    '/server/load.php',
    '/c/portal.php',
    '/stalker_portal/portal.php',
    '/stalker_portal/server/load.php',
  ])('answers at %s', async (path) => {
    await openBox();
    const box = testBox({ url: player.url, mac: MAC.toLowerCase(), ids: IDS, path });
    expect((await box.signIn()).status).toBe(0);
  });

  it('answers a second device like an unknown MAC and shows it to the seller', async () => {
    const { box, id } = await openBox();
    await box.signIn();
    const other = testBox({ url: player.url, mac: MAC, ids: { ...IDS, sn: 'OTHER' } });
    const stranger = testBox({ url: player.url, mac: '00:1A:79:00:00:01', ids: IDS });
    const strip = (profile: PortalAnswer) => ({
      ...profile,
      mac: '',
      ramal: { ...profile.ramal, mac: '' },
      timeslot: '',
      block_msg: '',
    });
    const [refused, unknown] = [await other.signIn(), await stranger.signIn()];
    expect(refused.status).toBe(2);
    expect(strip(refused)).toEqual(strip(unknown));
    expect(refused.block_msg.replace(MAC, '')).toBe(
      unknown.block_msg.replace('00:1A:79:00:00:01', ''),
    );
    expect(await other.ask('itv', 'get_all_channels')).toBe(FAILED);
    expect(await row(id)).toMatchObject({ other_serial: 'OTHER', serial: IDS.sn });
    // The pinned box continues to work.
    expect(await box.ask('itv', 'get_genres')).not.toBe(FAILED);
    const { rows } = await ctx.owner.query('select mac, asks, line_id from box_requests');
    expect(rows).toEqual([{ mac: '00:1A:79:00:00:01', asks: 1, line_id: null }]);
  });

  it('a registered MAC alone opens nothing', async () => {
    const { id } = await openBox();
    const app = testBox({ url: player.url, mac: MAC });
    expect((await app.signIn()).status).toBe(2);
    expect(await app.ask('itv', 'get_all_channels')).toBe(FAILED);
    expect((await row(id)).pinned_at).toBeNull();
  });

  it('no longer pins a device after seven days', async () => {
    const { box, id } = await openBox();
    ctx.clock.forward(8 * 24 * 3_600_000);
    expect((await box.signIn()).status).toBe(2);
    expect((await row(id)).pinned_at).toBeNull();
  });

  it('plays with MAC and password of the line for an app without ids', async () => {
    const { line } = await openBox();
    const app = testBox({ url: player.url, mac: MAC });
    await app.signIn();
    const logIn = (password: string) =>
      app.ask('stb', 'do_auth', { login: line.username, password });
    expect(await logIn('wrong')).toBe(false);
    expect(await logIn(line.password)).toBe(true);
    expect(await app.ask('stb', 'get_profile', { auth_second_step: '1' })).toMatchObject({
      status: 0,
    });
    expect((await app.ask('itv', 'get_all_channels')).data.length).toBeGreaterThan(0);
    // A device with another token must send the password again.
    app.token = '';
    expect((await app.signIn()).status).toBe(2);
  });

  it('registers the first box of a line by its password, and asks the seller about a second', async () => {
    const line = await seedLine(ctx);
    const logIn = { login: line.username, password: line.password };
    const first = testBox({ url: player.url, mac: MAC, ids: IDS });
    await first.signIn();
    expect(await first.ask('stb', 'do_auth', { ...logIn, ...IDS })).toBe(true);
    expect((await first.signIn()).status).toBe(0);
    const another = testBox({ url: player.url, mac: '00:1A:79:00:00:02', ids: { sn: 'S2' } });
    await another.signIn();
    expect(await another.ask('stb', 'do_auth', logIn)).toBe(true);
    expect(await another.signIn()).toMatchObject({ status: 1, ramal: { reason: 'waiting' } });
    const { rows } = await ctx.owner.query('select line_id from box_requests');
    expect(rows).toEqual([{ line_id: String(line.id) }]);
  });

  it('makes the newest token the only one of the MAC, in every process', async () => {
    const { box } = await openBox();
    await box.signIn();
    const again = testBox({ url: second.url, mac: MAC, ids: IDS });
    await again.signIn();
    expect(await box.ask('itv', 'get_genres')).toBe(FAILED);
    await expect.poll(() => box.ask('watchdog', 'get_events')).toBe(FAILED);
    expect(await again.ask('watchdog', 'get_events')).toMatchObject({ data: { msgs: 0 } });
  });

  it('rejects a token of another MAC and requests without a MAC', async () => {
    const { box } = await openBox();
    await box.signIn();
    const thief = testBox({ url: player.url, mac: '00:1A:79:00:00:09' });
    thief.token = box.token;
    expect(await thief.ask('itv', 'get_genres')).toBe(FAILED);
    const nobody = testBox({ url: player.url, mac: '' });
    expect(await nobody.ask('stb', 'handshake')).toBe('Unauthorized request.');
    const open = testBox({ url: player.url, mac: MAC });
    expect(await open.ask('itv', 'get_genres')).toBe(FAILED);
  });

  it('limits guesses, and the pinned box still signs in from the same network', async () => {
    const { box } = await openBox();
    await box.signIn();
    for (let n = 0; n < 31; n += 1) {
      const mac = `00:1A:79:00:01:${n.toString(16).padStart(2, '0')}`;
      expect((await testBox({ url: player.url, mac, ids: IDS }).signIn()).status).toBe(2);
    }
    const line = await seedLine(ctx);
    await seedBox(ctx, line.id, '00:1A:79:00:02:00');
    const guessed = testBox({ url: player.url, mac: '00:1A:79:00:02:00', ids: IDS });
    expect((await guessed.signIn()).status).toBe(2);
    box.token = '';
    expect((await box.signIn()).status).toBe(0);
    const { rows } = await ctx.owner.query('select count(*) from box_requests');
    expect(Number(rows[0].count)).toBeLessThanOrEqual(30);
  });
});

describe('lines that do not play', () => {
  it('shows the expiry, keeps the open calls and notices the renewal', async () => {
    const { box, line } = await openBox({ expires_at: '2026-11-01T15:00:00Z' });
    const profile = await box.signIn();
    expect(profile).toMatchObject({ status: 1, ramal: { reason: 'expired' } });
    expect(profile.block_msg).toBe(
      'Seu plano venceu em 01/11/2026.<br/>Fale com quem vende para você.<br/>A TV volta sozinha.',
    );
    expect(await box.ask('itv', 'get_all_channels')).toBe('Access denied.');
    expect(
      await box.ask('itv', 'create_link', { cmd: 'ffrt http://localhost/ch/1_' }),
    ).toMatchObject({ cmd: '', error: 'access_denied' });
    expect((await box.ask('account_info', 'get_main_info')).account_info.status).toBe('0');
    expect(await box.ask('stb', 'get_localization')).toHaveProperty('tv');
    expect((await box.ask('watchdog', 'get_events')).data.msgs).toBe(0);
    await changeLine(ctx, line.id, `expires_at = '2027-01-01'`);
    const event = async () => (await box.ask('watchdog', 'get_events')).data.event;
    await expect.poll(event).toBe('cut_on');
    expect((await box.signIn()).status).toBe(0);
  });

  it('blocks a box and a line that is blocked or deleted', async () => {
    const { box, line, id } = await openBox();
    await box.signIn();
    const { cmd } = await box.ask('itv', 'create_link', { cmd: 'ffrt http://localhost/ch/1_' });
    await ctx.owner.query('update boxes set is_blocked = true where id = $1', [id]);
    expect(await box.ask('itv', 'get_genres')).toBe('Access denied.');
    expect((await box.signIn()).status).toBe(1);
    expect((await fetch(linkOf(cmd))).status).toBe(403);
    await ctx.owner.query('update boxes set is_blocked = false where id = $1', [id]);
    await changeLine(ctx, line.id, 'is_on = false');
    expect((await box.signIn()).ramal.reason).toBe('disabled');
    await changeLine(ctx, line.id, 'is_on = true, deleted_at = now()');
    expect((await box.signIn()).status).toBe(2);
    expect((await fetch(linkOf(cmd))).status).toBe(403);
  });
});

describe('live', () => {
  it('lists channels in the rows that strict clients need, without a source address', async () => {
    const { box } = await openBox();
    await ctx.owner.query(
      `update streams set source = 'http://source.example/secret' where id = 2`,
    );
    await box.signIn();
    const all = await box.ask('itv', 'get_all_channels');
    expect(all).toMatchObject({ max_page_items: 14, total_items: all.data.length });
    for (const channel of all.data) {
      for (const key of ['id', 'name', 'number', 'cmd', 'logo', 'tv_genre_id'])
        expect([key, typeof channel[key]]).toEqual([key, 'string']);
      expect(channel).toMatchObject({
        use_http_tmp_link: '1',
        cmds: [{ id: channel.id, ch_id: channel.id }],
      });
    }
    expect(JSON.stringify(all)).not.toContain('source.example');
    const genres = await box.ask('itv', 'get_genres');
    expect(genres[0]).toEqual({ id: '*', title: 'Todos', alias: 'all', censored: 0 });
    await ctx.owner.query(`update streams set source = 'test-channel' where id = 2`);
  });

  it('pages channels with right totals, sorts and searches', async () => {
    await ctx.owner.query(
      `insert into streams (id, kind, name, number, category_id, source)
       select n, 'live', 'Zebra ' || n, n, 1, 'test-channel' from generate_series(5001, 5030) n`,
    );
    const { box } = await openBox();
    await box.signIn();
    const page = (fields: Record<string, string>) => box.ask('itv', 'get_ordered_list', fields);
    const first = await page({ p: '1', genre: '*' });
    const pages = Math.ceil(first.total_items / first.max_page_items);
    const rows = new Set<string>();
    for (let p = 1; p <= pages; p += 1)
      for (const { id } of (await page({ p: String(p) })).data) rows.add(id);
    expect(rows.size).toBe(first.total_items);
    expect((await page({ p: String(pages + 1) })).data).toEqual([]);
    expect(
      (await page({ search: 'zebra 5010', p: '1' })).data.map(({ id }: PortalAnswer) => id),
    ).toEqual(['5010']);
    expect(await page({ genre: '999999', p: '1' })).toMatchObject({ total_items: 0, data: [] });
    expect(await box.ask('itv', 'set_fav', { fav_ch: '5003,5001' })).toBe(true);
    expect(await box.ask('itv', 'get_fav_ids')).toEqual(['5003', '5001']);
    const favourites = await page({ fav: '1', sortby: 'fav', p: '1' });
    expect(favourites.data.map(({ id, fav }: PortalAnswer) => [id, fav])).toEqual([
      ['5003', 1],
      ['5001', 1],
    ]);
    const names = async (fields: Record<string, string>) =>
      (await page({ search: 'zebra', p: '1', ...fields })).data.map(
        ({ number }: PortalAnswer) => number,
      );
    const ascending = Array.from({ length: 14 }, (_, n) => String(5001 + n));
    for (const sortby of ['number', 'name', 'nothing'])
      expect([sortby, await names({ sortby })]).toEqual([sortby, ascending]);
    const plain = await fetch(
      `${player.url}/portal.php?type=itv&action=get_all_channels&mac=${MAC}&token=${box.token}`,
      { headers: { 'accept-encoding': 'identity' } },
    );
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual({ js: await box.ask('itv', 'get_all_channels') });
    await box.ask('itv', 'set_last_id', { id: '5030' });
    const last = await page({ p: '0' });
    expect(last.data[last.selected_item - 1].id).toBe('5030');
    await ctx.owner.query('delete from streams where id > 5000');
  });

  it('plays one viewing per link by the URL alone, also after a reconnect', async () => {
    const { box, line, id } = await openBox({ package_id: 51 });
    await box.signIn();
    const { cmd, error } = await box.ask('itv', 'create_link', {
      cmd: 'ffrt http://localhost/ch/1_',
    });
    expect([error, cmd.startsWith(`ffmpeg ${player.url}/box/`)]).toEqual(['', true]);
    expect(cmd).not.toContain(line.password);
    const first = await open(linkOf(cmd));
    expect([first.status, first.bytes![0]]).toEqual([200, 0x47]);
    const again = await open(linkOf(cmd), { 'user-agent': 'Other' });
    expect(again.status).toBe(200);
    await expect.poll(() => viewings(line.id)).toBe('1');
    expect((await row(id)).viewing_id).not.toBeNull();
    await changeLine(ctx, line.id, `password = 'changed-1'`);
    expect((await fetch(linkOf(cmd))).status).toBe(403);
    await first.leave();
    await again.leave();
  });

  it('answers commands of every form and errors without a link', async () => {
    const { box } = await openBox();
    await box.signIn();
    const link = (cmd: string) => box.ask('itv', 'create_link', { cmd });
    for (const cmd of [
      'ffrt http://localhost/ch/1_',
      'http://localhost/ch/1',
      '1',
      'auto%20%2Fch%2F1_',
    ])
      expect([cmd, (await link(cmd)).error]).toEqual([cmd, '']);
    for (const cmd of ['', 'ffrt http://localhost/ch/987654_', '../../etc/passwd', '\u0000'])
      expect([cmd, (await link(cmd)).error]).toEqual([cmd, 'nothing_to_play']);
  });

  it('rejects forged, foreign and expired links', async () => {
    const { box } = await openBox();
    await box.signIn();
    const { cmd } = await box.ask('itv', 'create_link', { cmd: '1' });
    const url = linkOf(cmd);
    const forged = url.replace(/\/box\/(\d+)/, (_, id) => `/box/${Number(id) + 1}`);
    expect((await fetch(forged)).status).toBe(403);
    expect((await fetch(`${player.url}/box/x/1.ts`)).status).toBe(403);
    ctx.clock.forward(25 * 3_600_000);
    expect((await fetch(url)).status).toBe(403);
  });
});

describe('orders', () => {
  const orders = async (id: number) =>
    (await ctx.owner.query('select * from box_orders where box_id = $1 order by id', [id])).rows;

  it('delivers messages and restarts once, in order, and notes the confirmation', async () => {
    const { box, id } = await openBox();
    await box.signIn();
    await box.ask('watchdog', 'get_events', { init: '1' });
    await ctx.owner.query(
      `insert into box_orders (box_id, kind, text, created_at, needs_ok, hide_after_seconds)
       values ($1, 'message', 'Olá <b>', $2, true, 30), ($1, 'restart', '', $2, true, 30)`,
      [id, ctx.clock.now()],
    );
    const next = async () => (await box.ask('watchdog', 'get_events')).data;
    await expect.poll(next).toMatchObject({
      msgs: 2,
      event: 'send_msg',
      msg: 'Olá &#60;b&#62;',
      need_confirm: '1',
      auto_hide_timeout: '30',
      send_time: expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/),
    });
    const [message] = await orders(id);
    await box.ask('watchdog', 'confirm_event', { event_active_id: message.id });
    await expect.poll(next).toMatchObject({ event: 'reboot', need_confirm: '0' });
    expect(await next()).toEqual({ msgs: 0, additional_services_on: '1' });
    for (const row of await orders(id)) expect(row.delivered_at).not.toBeNull();
    expect((await orders(id))[0].confirmed_at).not.toBeNull();
  });

  it('writes life signs in batches and reads no row per poll', async () => {
    const { box, id } = await openBox();
    await box.signIn();
    await box.ask('watchdog', 'get_events');
    ctx.clock.forward(120_000);
    await box.ask('watchdog', 'get_events');
    await expect
      .poll(async () => (await row(id)).last_seen_at.getTime())
      .toBe(ctx.clock.now().getTime());
  });
});

describe('guide, films and series', () => {
  beforeAll(async () => {
    await seedTitles(ctx);
    await ctx.owner.query(`
      insert into guides (id, name) values (70, 'Guia');
      update streams set epg_channel_id = 'Canal.Um' where id = 1;
      insert into programmes (guide_id, channel, starts_at, ends_at, title, description)
      select 70, 'canal.um', t, t + interval '1 hour', 'Programa ' || to_char(t, 'HH24'), 'Texto'
      from generate_series(timestamptz '2026-11-19 00:00Z', '2026-11-24 00:00Z', interval '1 hour') t`);
  });

  it('answers the guide in the zone of the box', async () => {
    ctx.clock.set('2026-11-21T15:20:00Z');
    const { box } = await openBox();
    await box.signIn();
    const rows = await box.ask('itv', 'get_short_epg', { ch_id: '1', size: '3' });
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      ch_id: '1',
      name: 'Programa 15',
      time: '2026-11-21 12:00:00',
      t_time: '12:00',
      t_time_to: '13:00',
      duration: 3600,
      start_timestamp: Date.UTC(2026, 10, 21, 15) / 1000,
    });
    const page = await box.ask('itv', 'get_ordered_list', { p: '1' });
    expect(page.data.find(({ id }: PortalAnswer) => id === '1').cur_playing).toBe(
      '12:00 - 13:00: Programa 15',
    );
    const { data } = await box.ask('itv', 'get_epg_info', { period: '168' });
    expect(data['1'].length).toBeGreaterThan(2);
    const table = await box.ask('epg', 'get_simple_data_table', { ch_id: '1', date: '', p: '0' });
    expect(table.data[table.selected_item - 1].name).toBe('Programa 15');
    expect(table).toMatchObject({ total_items: 24, max_page_items: 10 });
    const days = await box.ask('epg', 'get_week');
    expect(days.filter(({ today }: PortalAnswer) => today === 1)).toEqual([
      { f_human: 'Sáb, 21 Nov', f_mysql: '2026-11-21', today: 1 },
    ]);
    expect(await box.ask('itv', 'get_short_epg', { ch_id: '999999' })).toEqual([]);
    expect(
      await box.ask('epg', 'get_simple_data_table', { ch_id: '1', date: '2026-99-99' }),
    ).toHaveProperty('data');
  });

  it('marks and links programmes of the archive, and no others', async () => {
    ctx.clock.set('2026-11-21T15:20:00Z');
    await ctx.owner.query(
      `insert into channel_archives (stream_id, offered_days) values (1, 1);
       update catalogue_version set lists = lists + 1`,
    );
    const { box } = await openBox();
    await box.signIn();
    const { data } = await box.ask('itv', 'get_all_channels');
    expect(data.find(({ id }: PortalAnswer) => id === '1')).toMatchObject({
      enable_tv_archive: '1',
      tv_archive_duration: '24',
    });
    const day = (date: string) =>
      box.ask('epg', 'get_simple_data_table', { ch_id: '1', date, p: '2' });
    const yesterday = (await day('2026-11-20')).data;
    expect(yesterday.map(({ mark_archive }: PortalAnswer) => mark_archive)).toContain(1);
    const today = (await day('2026-11-21')).data;
    const running = today.find(({ name }: PortalAnswer) => name === 'Programa 15');
    expect(running.mark_archive).toBe(0);
    const link = (id: string) =>
      box.ask('tv_archive', 'create_link', { cmd: `auto /media/${id}.mpg` });
    const past = yesterday.find(({ mark_archive }: PortalAnswer) => mark_archive === 1);
    expect(await link(past.id)).toMatchObject({
      error: '',
      cmd: expect.stringContaining('/box/'),
      download_cmd: expect.stringContaining('/box/'),
    });
    const [seconds] = past.id.split('_');
    for (const id of ['1_1', `${Number(seconds) + 60}_1`, `${seconds}_999`, 'x'])
      expect((await link(id)).error).toBe('nothing_to_play');
    await ctx.owner.query('delete from channel_archives');
  });

  it('lists and plays a film and an episode', async () => {
    const { box } = await openBox();
    await box.signIn();
    const categories = await box.ask('vod', 'get_categories');
    expect(categories[0]).toMatchObject({ id: '*', title: 'Todos' });
    const films = await box.ask('vod', 'get_ordered_list', { category: '*', p: '1' });
    expect(films.data.length).toBeGreaterThan(0);
    const [film] = films.data;
    for (const key of ['id', 'name', 'cmd', 'description', 'screenshot_uri'])
      expect([key, typeof film[key]]).toEqual([key, 'string']);
    const link = await box.ask('vod', 'create_link', { cmd: film.cmd, series: '' });
    expect(link.error).toBe('');
    const answer = await fetch(linkOf(link.cmd), { headers: { range: 'bytes=0-99' } });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 100]);
    const series = await box.ask('series', 'get_ordered_list', { category: '*', p: '1' });
    const [first] = series.data;
    const seasons = await box.ask('series', 'get_ordered_list', { movie_id: first.id });
    const [season] = seasons.data;
    expect(season).toMatchObject({ name: 'Temporada 1', series: expect.arrayContaining([1]) });
    const episode = await box.ask('vod', 'create_link', { cmd: season.cmd, series: '1' });
    expect(episode.error).toBe('');
    expect((await fetch(linkOf(episode.cmd), { headers: { range: 'bytes=0-9' } })).status).toBe(
      206,
    );
    await box.ask('itv', 'set_fav', { fav_ch: '1' });
    await box.ask('vod', 'set_fav', { video_id: film.id });
    expect(await box.ask('itv', 'get_fav_ids')).toEqual(['1']);
    await box.ask('itv', 'set_fav', { fav_ch: '' });
    expect(await box.ask('itv', 'get_fav_ids')).toEqual([]);
    const favourites = await box.ask('vod', 'get_ordered_list', { fav: '1', p: '1' });
    expect(favourites.data.map(({ id }: PortalAnswer) => id)).toEqual([film.id]);
    await box.ask('vod', 'del_fav', { video_id: film.id });
    expect((await box.ask('vod', 'get_ordered_list', { fav: '1' })).total_items).toBe(0);
  });
});
