/** Tests films, series and the guide as the apps of a line receive them, with real clients. */
import { parseM3U } from '@iptv/playlist';
import { Xtream } from '@iptv/xtream-api';
import { parseXmltv } from '@iptv/xmltv';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TODAY, type TestContext, createTestContext } from '../../../test/context.ts';
import { type OpenPlayer, type SeededLine, openPlayer, seedLine } from '../../../test/player.ts';

let ctx: TestContext;
let player: OpenPlayer;
let line: SeededLine;

beforeAll(async () => {
  ctx = await createTestContext();
  player = await openPlayer(ctx);
  await ctx.owner.query(`
    insert into categories (id, kind, name, position) values
      (2, 'live', 'Jornalismo', 1), (3, 'film', 'Drama', 1), (4, 'film', 'Comédia', 0), (5, 'series', 'Policial', 0),
      (6, 'film', 'Só de outros', 0), (7, 'film', 'Vazia', 0);
    insert into bouquet_categories values (1, 2), (3, 3), (3, 4), (4, 5), (3, 7);
    insert into streams (id, kind, number, name, category_id, icon, epg_channel_id, source) values
      (20, 'live', 2, 'Notícias', 2, 'http://img.exemplo/n.png', 'Noticias.br', 'http://origem.exemplo/a/1.ts'),
      (21, 'live', 3, 'Notícias HD', 2, '', 'noticias.BR', 'http://origem.exemplo/a/2.ts');
    insert into streams (id, kind, number, name, category_id, source, details, hidden_at, gone_at) values
      (30, 'film', 1, 'O Rio', 3, 'http://origem.exemplo/u/p/30.mkv?x=1',
        '{"plot":"Um rio.","year":1999,"genre":"Drama","cast":"Ana","director":"Bia","rating":7.5,"duration_seconds":6750}', null, null),
      (31, 'film', 2, 'Riso', 4, 'test-film', '{}', null, null),
      (32, 'film', 3, 'Alheio', 6, 'test-film', '{}', null, null),
      (33, 'film', 4, 'Oculto', 3, 'test-film', '{}', now(), null),
      (34, 'film', 5, 'Saiu da lista', 3, 'test-film', '{}', null, now());
    insert into series (id, name, category_id, details, updated_at) values
      (50, 'Delegacia', 5, '{"plot":"Casos.","year":2020,"rating":8}', '2026-11-01T00:00:00Z'),
      (51, 'Sem episódios', 5, '{}', now());
    insert into streams (id, kind, name, category_id, source, series_id, season, episode, details) values
      (60, 'episode', 'Delegacia S01E02', 5, 'test-film', 50, 1, 2, '{}'),
      (61, 'episode', 'Delegacia S01E01', 5, 'http://origem.exemplo/e.avi', 50, 1, 1, '{"duration_seconds":60}'),
      (62, 'episode', 'Delegacia S02E01', 5, 'test-film', 50, 2, 1, '{}');
    insert into guides (id, name) values (1, 'Guia'), (2, 'Outro guia');
    insert into programmes (guide_id, channel, starts_at, ends_at, title, description) values
      (1, 'noticias.br', '2026-11-21T13:00Z', '2026-11-21T14:30Z', 'Manhã', ''),
      (1, 'noticias.br', '2026-11-21T14:30Z', '2026-11-21T15:30Z', 'Meio-dia & Cia', 'As <notícias> do dia'),
      (1, 'noticias.br', '2026-11-21T15:30Z', '2026-11-21T17:00Z', 'Tarde', ''),
      (1, 'noticias.br', '2026-11-21T17:00Z', '2026-11-21T18:00Z', 'Noite', ''),
      (2, 'noticias.br', '2026-11-21T14:00Z', '2026-11-21T16:00Z', 'Do guia que ninguém pediu', '')`);
});

beforeEach(async () => {
  ctx.clock.set(TODAY);
  line = await seedLine(ctx);
});

afterAll(async () => {
  await player.close();
  await ctx.close();
});

const client = (account = line) =>
  new Xtream({
    url: player.url,
    username: account.username,
    password: account.password,
    preferredFormat: 'ts',
  });

const api = async (action: string, extra: Record<string, string> = {}, account = line) => {
  const { username, password } = account;
  return (
    await fetch(
      `${player.url}/player_api.php?${new URLSearchParams({ username, password, action, ...extra })}`,
    )
  ).json();
};

describe('films', () => {
  test('lists films in the non-empty categories of the line without hidden or missing ones', async () => {
    expect((await client().getMovieCategories()).map((category) => category.category_name)).toEqual(
      ['Comédia', 'Drama'],
    );
    const films = await client().getMovies();
    expect((await api('get_vod_streams')).map((film: { num: number }) => film.num)).toEqual([1, 2]);
    expect(films.map(({ name, url }) => [name, url])).toEqual([
      ['Riso', `${player.url}/movie/${line.username}/${line.password}/31.mp4`],
      ['O Rio', `${player.url}/movie/${line.username}/${line.password}/30.mkv`],
    ]);
    expect((await client().getMovies({ categoryId: '3' })).map(({ name }) => name)).toEqual([
      'O Rio',
    ]);
  });

  test('returns the details of a film in the types of the protocol', async () => {
    expect(await client().getMovie({ movieId: '30' })).toMatchObject({
      info: {
        name: 'O Rio',
        plot: 'Um rio.',
        description: 'Um rio.',
        genre: 'Drama',
        actors: 'Ana',
        director: 'Bia',
        release_date: '1999',
        releasedate: '1999',
        duration_secs: 6750,
        duration: '01:52:30',
        rating: '7.5',
        rating_5based: 3.8,
      },
      movie_data: {
        stream_id: 30,
        container_extension: 'mkv',
        category_id: '3',
        category_ids: [3],
      },
    });
  });

  test.each(['32', '33', '34', '20', '9999', 'x', ''])(
    'answers a film that the line may not see as unknown: «%s»',
    async (id) => {
      expect(await api('get_vod_info', { vod_id: id })).toEqual({ info: [] });
    },
  );
});

describe('series', () => {
  test('returns series with seasons and episodes in order', async () => {
    expect((await client().getShowCategories()).map((category) => category.category_name)).toEqual([
      'Policial',
    ]);
    expect((await client().getShows()).map((series) => [series.name, series.series_id])).toEqual([
      ['Delegacia', 50],
    ]);
    const show = await client().getShow({ showId: '50' });
    expect(show.info).toMatchObject({
      name: 'Delegacia',
      plot: 'Casos.',
      releaseDate: '2020',
      release_date: '2020',
    });
    expect(show.seasons.map((season) => [season.season_number, season.episode_count])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(
      Object.entries(show.episodes).map(([season, list]) => [
        season,
        list.map((episode) => episode.id),
      ]),
    ).toEqual([
      ['1', ['61', '60']],
      ['2', ['62']],
    ]);
    expect(show.episodes['1']?.[0]).toMatchObject({
      id: '61',
      episode_num: 1,
      season: 1,
      container_extension: 'avi',
      url: `${player.url}/series/${line.username}/${line.password}/61.avi`,
    });
  });

  test('answers series outside the bouquets of the line as unknown', async () => {
    const other = await seedLine(ctx, { package_id: null, bouquet_ids: [1] });
    expect(await api('get_series', {}, other)).toEqual([]);
    expect(await api('get_series_info', { series_id: '50' }, other)).toEqual({
      seasons: [],
      info: { name: null },
      episodes: {},
    });
  });
});

describe('the guide', () => {
  test('returns current and next programmes in the short and in the full guide', async () => {
    const short = await client().getShortEPG({ channelId: '20', limit: 2 });
    expect(short.epg_listings.map(({ title, start, end }) => [title, start, end])).toEqual([
      [expect.any(String), '2026-11-21 14:30:00', '2026-11-21 15:30:00'],
      [expect.any(String), '2026-11-21 15:30:00', '2026-11-21 17:00:00'],
    ]);
    const { epg_listings } = await api('get_simple_data_table', { stream_id: '21' });
    const titles = epg_listings.map((listing: { title: string }) =>
      Buffer.from(listing.title, 'base64').toString(),
    );
    expect(titles).toEqual(['Manhã', 'Meio-dia & Cia', 'Tarde', 'Noite']);
    expect(epg_listings.map((listing: { now_playing: number }) => listing.now_playing)).toEqual([
      0, 1, 0, 0,
    ]);
    expect(epg_listings[1]).toMatchObject({
      start_timestamp: String(Date.parse('2026-11-21T14:30Z') / 1000),
      stop_timestamp: String(Date.parse('2026-11-21T15:30Z') / 1000),
      channel_id: 'noticias.BR',
      lang: 'pt',
    });
    expect(Buffer.from(epg_listings[1].description, 'base64').toString()).toBe(
      'As <notícias> do dia',
    );
  });

  test('returns no guide for a channel without one or one the line may not see', async () => {
    const other = await seedLine(ctx, { package_id: null, bouquet_ids: [3] });
    expect(await api('get_short_epg', { stream_id: '1' })).toEqual({ epg_listings: [] });
    expect(await api('get_short_epg', { stream_id: '20' }, other)).toEqual({ epg_listings: [] });
  });

  const xmltv = (extra = '', init?: RequestInit, account = line) =>
    fetch(
      `${player.url}/xmltv.php?username=${account.username}&password=${account.password}${extra}`,
      init,
    );

  test('writes a guide that a real XMLTV reader understands', async () => {
    const answer = await xmltv();
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const { channels = [], programmes = [] } = parseXmltv(await answer.text());
    expect(channels.map(({ id, displayName }) => [id, displayName?.[0]?._value])).toEqual([
      ['Noticias.br', 'Notícias'],
      ['noticias.BR', 'Notícias HD'],
    ]);
    const programmesOn = (id: string) => programmes.filter(({ channel }) => channel === id);
    expect(
      programmesOn('Noticias.br').map(({ start, stop, title }) => [
        start,
        stop,
        title?.[0]?._value,
      ]),
    ).toEqual([
      [new Date('2026-11-21T13:00Z'), new Date('2026-11-21T14:30Z'), 'Manhã'],
      // The parser of this test does not decode entities such as `&amp;`.
      [new Date('2026-11-21T14:30Z'), new Date('2026-11-21T15:30Z'), 'Meio-dia &amp; Cia'],
      [new Date('2026-11-21T15:30Z'), new Date('2026-11-21T17:00Z'), 'Tarde'],
      [new Date('2026-11-21T17:00Z'), new Date('2026-11-21T18:00Z'), 'Noite'],
    ]);
    expect(programmesOn('noticias.BR')).toHaveLength(4);
  });

  test('sends the guide gzipped on request and plain to clients without gzip', async () => {
    const file = await xmltv('&gzip=1');
    expect(file.headers.get('content-type')).toBe('application/gzip');
    expect(new Uint8Array(await file.arrayBuffer()).subarray(0, 2)).toEqual(
      new Uint8Array([0x1f, 0x8b]),
    );
    const plain = await xmltv('', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toMatch(/^<\?xml/);
  });

  test('refuses the guide with an empty body to a line that may not watch', async () => {
    const off = await seedLine(ctx, { is_on: false });
    const answer = await xmltv('', undefined, off);
    expect([answer.status, await answer.text()]).toEqual([403, '']);
  });
});

describe('get.php', () => {
  const list = async (query = '', account = line) =>
    (
      await fetch(
        `${player.url}/get.php?username=${account.username}&password=${account.password}${query}`,
      )
    ).text();

  test('lists channels and films and episodes in their folders with the URL of the guide', async () => {
    const text = await list('&type=m3u_plus&output=ts');
    const at = (folder: string, file: string) =>
      `${player.url}/${folder}/${line.username}/${line.password}/${file}`;
    expect(parseM3U(text).channels.map(({ url, groupTitle }) => [url, groupTitle])).toEqual([
      [at('live', '1.ts'), 'Testes'],
      [at('live', '20.ts'), 'Jornalismo'],
      [at('live', '21.ts'), 'Jornalismo'],
      [at('movie', '31.mp4'), 'Comédia'],
      [at('movie', '30.mkv'), 'Drama'],
      [at('series', '61.avi'), 'Policial'],
      [at('series', '60.mp4'), 'Policial'],
      [at('series', '62.mp4'), 'Policial'],
    ]);
    expect(text).toMatch(/^#EXTM3U x-tvg-url="[^"]+\/xmltv\.php\?username=\d+&password=\d+"\n/);
    expect(text).not.toContain('origem.exemplo');
  });

  test.each([
    ['live', ['live']],
    ['movie', ['movie']],
    ['live,series', ['live', 'series']],
    ['radio_streams', []],
  ])('lists only the kinds of key=%s', async (key, folders) => {
    const urls = parseM3U(await list(`&key=${key}`)).channels.map(({ url }) => String(url));
    expect([...new Set(urls.map((url) => new URL(url).pathname.split('/')[1]))]).toEqual(folders);
  });
});

describe('lists shared by lines', () => {
  test('writes each line’s own login into a shared list and follows the catalogue at once', async () => {
    const other = await seedLine(ctx);
    const names = async (account: SeededLine) =>
      (await client(account).getChannels()).map(({ name, url }) => [name, url]);
    expect((await names(line)).flat().join(' ')).toContain(`/${line.username}/${line.password}/`);
    expect((await names(other)).flat().join(' ')).toContain(
      `/${other.username}/${other.password}/`,
    );
    await ctx.owner.query(`update streams set name = 'Notícias Novas' where id = 20`);
    expect((await names(other)).map(([name]) => name)).toContain('Notícias Novas');
    await ctx.owner.query('update streams set hidden_at = now() where id = 20');
    expect((await names(line)).map(([name]) => name)).not.toContain('Notícias Novas');
    await ctx.owner.query(`update streams set hidden_at = null, name = 'Notícias' where id = 20`);
    const titles = async () =>
      (await api('get_short_epg', { stream_id: '20', limit: '1' })).epg_listings.map(
        (listing: { title: string }) => Buffer.from(listing.title, 'base64').toString(),
      );
    expect(await titles()).toEqual(['Meio-dia & Cia']);
    const xml = async () =>
      (
        await fetch(`${player.url}/xmltv.php?username=${line.username}&password=${line.password}`)
      ).text();
    expect(await xml()).toContain('Tarde');
    await ctx.owner.query(`update programmes set title = 'Vespertino' where title = 'Tarde'`);
    expect(await xml()).toContain('Vespertino');
    await ctx.owner.query(`update programmes set title = 'Tarde' where title = 'Vespertino'`);
  });
});
