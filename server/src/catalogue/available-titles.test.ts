/**
 * Tests the films and series that resellers show to customers: pages of twelve and news. Titles
 * that players cannot play must not appear.
 */
import { getAvailableMovies } from '@ramal/contract/catalogue/available-titles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, TODAY, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.parse(TODAY) - days * DAY).toISOString();

beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx);
  await ctx.owner.query(`
    insert into categories (id, kind, name) values (70, 'film', 'Drama'), (71, 'series', 'Séries');
    insert into source_lists (id, name) values (90, 'Lista');
    insert into imports (list_id, state, applied_at) values (90, 'applied', '${ago(5)}')`);
  const film = (name: string, days: number, more: Record<string, unknown> = {}) =>
    ctx.owner.query(
      `insert into streams (kind, name, category_id, source, added_at, icon, details, is_adult, hidden_at, list_id)
       values ('film', $1, 70, 'http://p.example/' || $1, $2, $3, $4, $5, $6, $7)`,
      [
        name,
        ago(days),
        more.icon ?? '',
        more.details ?? {},
        more.isAdult ?? false,
        more.hidden ? ago(1) : null,
        more.list ?? null,
      ],
    );
  for (let n = 1; n <= 13; n += 1) await film(`Antigo ${n}`, 100 + n);
  await film('Maré Baixa', 2, {
    icon: 'https://p.example/mare.jpg',
    details: { genre: 'Drama, Aventura', year: 2025 },
  });
  await film('Da primeira leitura', 6, { list: 90 });
  await film('Da segunda leitura', 4, { list: 90 });
  await film('Adulto', 1, { isAdult: true });
  await film('Escondido', 1, { hidden: true });
  await ctx.owner.query(`
    insert into series (id, name, category_id, added_at, updated_at) values
      (80, 'Rota Sul', 71, '${ago(300)}', '${ago(3)}'), (81, 'Praia', 71, '${ago(300)}', '${ago(2)}'),
      (82, 'A Pensão', 71, '${ago(1)}', '${ago(1)}'), (83, 'Sem episódio', 71, '${ago(1)}', '${ago(1)}');
    insert into streams (kind, name, category_id, source, series_id, season, episode, added_at) values
      ('episode', 'a', 71, 's:1', 80, 1, 1, '${ago(300)}'), ('episode', 'b', 71, 's:2', 80, 2, 1, '${ago(200)}'),
      ('episode', 'c', 71, 's:3', 80, 3, 1, '${ago(3)}'),
      ('episode', 'd', 71, 's:4', 81, 1, 1, '${ago(300)}'), ('episode', 'e', 71, 's:5', 81, 1, 2, '${ago(2)}'),
      ('episode', 'f', 71, 's:6', 81, 1, 3, '${ago(2)}'), ('episode', 'g', 71, 's:7', 82, 1, 1, '${ago(1)}')`);
});
afterAll(() => ctx.close());

const ask = async (query: Record<string, unknown> = {}) => {
  const { status, body } = await call(ctx, getAvailableMovies, { query }, { token: seller.token });
  expect(status).toBe(200);
  return body;
};

it('lists twelve films a page with their details, newest first', async () => {
  const first = await ask();
  expect(first.movies.length).toBe(12);
  expect(first.movies[0]).toMatchObject({
    name: 'Maré Baixa',
    thumb: 'https://p.example/mare.jpg',
    genre: 'Drama',
    year: 2025,
    news: 'novo',
  });
  const second = await ask({ page: 2 });
  expect(second.movies.map(({ name }) => name)).toEqual([
    'Antigo 10',
    'Antigo 11',
    'Antigo 12',
    'Antigo 13',
  ]);
  expect(second.movies[0]).toMatchObject({ thumb: null, genre: null, year: null, news: null });
  expect(first.totals.movies).toEqual({ all: 16, exact: true, news: 2 });
  expect((await ask({ page: 3 })).movies).toEqual([]);
});

it('counts titles as news that were added after the first import of their list', async () => {
  const { movies } = await ask({ news: 1 });
  expect(movies.map(({ name }) => name)).toEqual(['Maré Baixa', 'Da segunda leitura']);
});

it('reports if a series, a season or episodes are new', async () => {
  const { series, totals } = await ask();
  expect(series.map(({ name, news, seasons }) => [name, news, seasons])).toEqual([
    ['A Pensão', 'nova', 1],
    ['Praia', '2 ep.', 1],
    ['Rota Sul', 'temp. 3', 3],
  ]);
  expect(totals.series).toEqual({ all: 3, exact: true, news: 3 });
});

it('searches films and series by words without accents', async () => {
  const { movies, series } = await ask({ search: 'mare' });
  expect([movies.map(({ name }) => name), series]).toEqual([['Maré Baixa'], []]);
  expect((await ask({ search: 'pensao' })).series.map(({ name }) => name)).toEqual(['A Pensão']);
});

it('shows no adult titles and no titles that customers do not get', async () => {
  for (const search of ['Adulto', 'Escondido', 'Sem episódio']) {
    const { movies, series } = await ask({ search });
    expect([search, movies, series]).toEqual([search, [], []]);
  }
});
