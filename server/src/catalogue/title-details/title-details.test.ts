/**
 * Tests posters and plots. They must belong to the right title and may add only missing values. No
 * request may be unnecessary.
 */
import { getTitleDetails, saveTitleDetailsKey } from '@ramal/contract/catalogue/title-details';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { startTmdb, type TmdbDouble } from '../../../test/tmdb.ts';
import { describeTitles } from './describe-titles.ts';
import { searchedName } from './searched-name.ts';

let ctx: TestContext;
let tmdb: TmdbDouble;
let admin: Person;
beforeAll(async () => {
  tmdb = await startTmdb();
  ctx = await createTestContext({ RAMAL_TMDB_URL: tmdb.url });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  await ctx.close();
  await tmdb.close();
});

const metropolis = {
  id: 19,
  title: 'Metrópolis',
  original_title: 'Metropolis',
  release_date: '1927-02-06',
  poster_path: '/metropolis.jpg',
  overview: 'Numa cidade do futuro.',
};

beforeEach(async () => {
  Object.assign(tmdb, { films: [metropolis], series: [], failures: [] });
  tmdb.requests.length = 0;
  await ctx.owner.query(`delete from streams where kind = 'film'; delete from series;
    delete from title_details_key; delete from categories where id >= 900;
    insert into categories (id, kind, name) values (900, 'film', 'Filmes'), (901, 'series', 'Séries')`);
});

const save = (key: string | undefined = tmdb.key) =>
  call(
    ctx,
    saveTitleDetailsKey,
    { body: key === undefined ? {} : { key } },
    { token: admin.token },
  );
const state = async () => (await call(ctx, getTitleDetails, {}, { token: admin.token })).body;

async function film(name: string, more: { icon?: string; details?: object } = {}): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into streams (kind, name, category_id, icon, details, source)
     values ('film', $1, 900, $2, $3, 'http://p.example/1.mp4') returning id::int`,
    [name, more.icon ?? '', more.details ?? {}],
  );
  return rows[0]!.id;
}

const filmRow = async (id: number) =>
  (await ctx.owner.query('select icon, details, details_found from streams where id = $1', [id]))
    .rows[0];

describe('the key of the film database', () => {
  it.each(['key', 'token'] as const)('is accepted as a %s and never returned', async (form) => {
    const saved = await save(tmdb[form]);
    expect([saved.status, saved.body.has_key]).toEqual([200, true]);
    expect(JSON.stringify([saved.body, await state()])).not.toContain(tmdb[form]);
    const { rows } = await ctx.owner.query('select sealed_key from title_details_key');
    expect(rows[0].sealed_key.toString('latin1')).not.toContain(tmdb[form]);
  });

  it('is refused if it is wrong or cannot be tested, and the former one stays', async () => {
    await save();
    expect((await save('b'.repeat(32))).body.code).toBe('tmdb_key_refused');
    tmdb.failures = ['silence'];
    expect((await save('c'.repeat(32))).body.code).toBe('tmdb_silent');
    expect((await save('minha chave')).status).toBe(422);
    await film('Metrópolis');
    expect(await describeTitles(ctx)).toBe(1);
  });

  it('is removed by saving none, and no request is sent without it', async () => {
    await save();
    await call(ctx, saveTitleDetailsKey, { body: {} }, { token: admin.token });
    await film('Metrópolis');
    tmdb.requests.length = 0;
    expect([await describeTitles(ctx), tmdb.requests, (await state()).has_key]).toEqual([
      0,
      [],
      false,
    ]);
  });
});

describe('the details of a title', () => {
  beforeEach(async () => void (await save()));

  it('include the poster and all known values', async () => {
    const id = await film('METROPOLIS (1927) [4K] Legendado');
    await describeTitles(ctx);
    expect(await filmRow(id)).toEqual({
      icon: 'https://image.tmdb.org/t/p/w342/metropolis.jpg',
      details_found: true,
      details: {
        plot: 'Numa cidade do futuro.',
        year: 1927,
        genre: 'Drama, Ficção científica',
        cast: 'Alfred Abel, Brigitte Helm',
        director: 'Fritz Lang',
        rating: 8.3,
        duration_seconds: 9180,
      },
    });
    expect(await state()).toMatchObject({ found: 1, unknown: 0, waiting: 0 });
  });

  it('keeps values of a provider or an admin', async () => {
    const icon = 'http://p.example/capa.jpg';
    const id = await film('Metrópolis', { icon, details: { plot: 'A minha sinopse.' } });
    await describeTitles(ctx);
    expect(await filmRow(id)).toMatchObject({
      icon,
      details: { plot: 'A minha sinopse.', director: 'Fritz Lang' },
    });
  });

  it.each([
    ['another year', 'Metrópolis (2001)'],
    ['another name that begins alike', 'Metrópolis Proibida (1927)'],
  ])('stores no details for %s, and sends no second request', async (_, name) => {
    const id = await film(name);
    await describeTitles(ctx);
    expect(await filmRow(id)).toMatchObject({ icon: '', details_found: false });
    tmdb.requests.length = 0;
    expect([await describeTitles(ctx), tmdb.requests]).toEqual([0, []]);
  });

  it('reads details of series, but not of adult titles', async () => {
    tmdb.series = [{ ...metropolis, title: 'Delegacia do Porto', release_date: '2020-01-01' }];
    await ctx.owner.query(
      `insert into series (id, name, category_id) values (900, 'Delegacia do Porto', 901)`,
    );
    await ctx.owner.query(
      `insert into streams (kind, name, category_id, source, is_adult)
       values ('film', 'Metrópolis', 900, 'http://p.example/2.mp4', true)`,
    );
    expect(await describeTitles(ctx)).toBe(1);
    const { rows } = await ctx.owner.query('select icon from series');
    expect(rows[0].icon).toContain('/metropolis.jpg');
  });

  it('reads details later if the database is unavailable, limits requests or fails', async () => {
    const id = await film('Metrópolis');
    for (const failure of ['silence', 429, 503] as const) {
      tmdb.failures = [failure];
      expect(await describeTitles(ctx)).toBe(0);
      expect((await filmRow(id)).details_found).toBeNull();
    }
    expect(await describeTitles(ctx)).toBe(1);
  });

  it('reads details with another key after the stored one was rejected', async () => {
    await film('Metrópolis');
    tmdb.failures = [401];
    await describeTitles(ctx);
    expect(await state()).toMatchObject({ refused: true, waiting: 1 });
    tmdb.requests.length = 0;
    await describeTitles(ctx);
    expect(tmdb.requests).toEqual([]);
    expect((await save()).body.refused).toBe(false);
    expect(await describeTitles(ctx)).toBe(1);
  });
});

it.each([
  ['Metrópolis (1927)', 'Metrópolis', 1927],
  ['BR | Cidade Baixa [Dublado] 1080p', 'Cidade Baixa', undefined],
  ['Duna: Parte Dois (2024) - Legendado', 'Duna: Parte Dois', 2024],
  ['1917', '1917', undefined],
  ['HD', 'HD', undefined],
])('searches «%s» as «%s» of %s', (written, name, year) => {
  expect(searchedName(written)).toEqual({ name, year });
});
