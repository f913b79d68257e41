import {
  editSeries,
  editStream,
  listSeries,
  listStreams,
} from '@ramal/contract/catalogue/catalogue';
import {
  createBouquet,
  createPackage,
  deleteBouquet,
  deletePackage,
  editBouquet,
  editCategory,
  editPackage,
  listBouquets,
  listCategories,
  listPackages,
} from '@ramal/contract/catalogue/catalogue-packages';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAll, newList } from '../../../test/catalogue.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let list: number;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  list = await newList(ctx, admin);
  await importAll(ctx, admin, list, [
    ...Array.from({ length: 25 }, (_, n) => ({
      name: `Canal ${String(n + 1).padStart(2, '0')}`,
      url: `http://p.example/c/${n}.ts`,
      group: n < 10 ? 'Notícias' : 'Esportes',
      chno: 100 + n,
    })),
    { name: 'Ação Total', url: 'http://p.example/movie/1.mp4', group: 'Ação' },
    ...[3, 1, 2].map((n) => ({
      name: `Dark S01E0${n}`,
      url: `http://p.example/series/${n}.mp4`,
      group: 'Drama',
    })),
    { name: 'Dark S02E01', url: 'http://p.example/series/21.mp4', group: 'Drama' },
  ]);
});
afterAll(() => ctx.close());

const ask = async <E extends Endpoint>(endpoint: E, sent: object = {}) =>
  call(ctx, endpoint, sent, { token: admin.token });
const streams = async (query: object) => (await ask(listStreams, { query })).body;
const names = async (query: object) => (await streams(query)).data.map(({ name }) => name);
const idOf = async (table: string, name: string): Promise<number> =>
  Number((await ctx.owner.query(`select id from ${table} where name = $1`, [name])).rows[0].id);
const lastEvent = async () =>
  (
    await ctx.owner.query(
      'select kind, actor_id::int as actor, before, after from events order by id desc limit 1',
    )
  ).rows[0];

describe('streams', () => {
  it('lists streams in pages in both directions', async () => {
    expect(await streams({ list, per_page: 10, page: 3 })).toMatchObject({
      total: 25,
      total_exact: true,
      last_page: 3,
      current_page: 3,
    });
    expect(await names({ list, per_page: 10, page: 3 })).toEqual([
      'Canal 21',
      'Canal 22',
      'Canal 23',
      'Canal 24',
      'Canal 25',
    ]);
    expect(await names({ list, per_page: 3, sort: 'name', dir: 'desc' })).toEqual([
      'Canal 25',
      'Canal 24',
      'Canal 23',
    ]);
    expect(await names({ list, per_page: 10, page: 3, sort: 'name', dir: 'desc' })).toEqual([
      'Canal 05',
      'Canal 04',
      'Canal 03',
      'Canal 02',
      'Canal 01',
    ]);
    expect(await names({ list, per_page: 10, page: 4 })).toEqual([]);
  });

  it('finds streams by name without accents, by kind, category and series', async () => {
    expect(await names({ kind: 'film', search: 'acao' })).toEqual(['Ação Total']);
    expect(await names({ kind: 'film', search: '%' })).toEqual([]);
    expect((await streams({ category: await idOf('categories', 'Notícias') })).total).toBe(10);
    expect(await names({ kind: 'episode', series: await idOf('series', 'Dark') })).toEqual([
      'Dark S01E01',
      'Dark S01E02',
      'Dark S01E03',
      'Dark S02E01',
    ]);
    expect(
      await names({
        kind: 'episode',
        series: await idOf('series', 'Dark'),
        dir: 'desc',
        per_page: 1,
      }),
    ).toEqual(['Dark S02E01']);
    const [test] = (await streams({ search: 'Canal de teste' })).data;
    expect(test).toMatchObject({ list_name: '', source_state: 'ok' });
    expect(await names({ search: 'Canal de teste', state: 'ok' })).toEqual(['Canal de teste']);
    expect(await names({ search: 'Canal de teste', state: 'unknown' })).toEqual([]);
  });

  it('edits streams field by field, and an event records the account', async () => {
    const id = await idOf('streams', 'Canal 07');
    const esportes = await idOf('categories', 'Esportes');
    const { body } = await ask(editStream, {
      params: { id },
      body: {
        name: 'Canal Sete',
        category_id: esportes,
        hidden: true,
        icon: 'http://i.example/7.png?k=segredo',
        details: { plot: 'Sobre', rating: 7.5 },
      },
    });
    expect(body).toMatchObject({
      name: 'Canal Sete',
      number: 106,
      category_name: 'Esportes',
      hidden: true,
      icon: 'http://i.example/7.png?k=segredo',
      details: { plot: 'Sobre', rating: 7.5 },
      message: 'Alterações salvas com sucesso',
    });
    expect(await names({ state: 'hidden' })).toEqual(['Canal Sete']);
    expect(await lastEvent()).toMatchObject({
      kind: 'stream-edited',
      actor: admin.id,
      before: { stream: id, name: 'Canal 07', hidden: false },
      after: { name: 'Canal Sete', hidden: true, icon: true },
    });
    expect(
      (await ask(editStream, { params: { id }, body: { icon: null, hidden: false } })).body,
    ).toMatchObject({ icon: '', hidden: false, name: 'Canal Sete' });
  });

  it('accept only categories of their kind, and episodes only that of their series', async () => {
    const [film, episode] = [
      await idOf('streams', 'Ação Total'),
      await idOf('streams', 'Dark S01E01'),
    ];
    const esportes = await idOf('categories', 'Esportes');
    expect(
      (await ask(editStream, { params: { id: film }, body: { category_id: esportes } })).body,
    ).toMatchObject({
      code: 'category_not_found',
      fields: { category_id: 'Escolha uma categoria deste tipo.' },
    });
    expect(
      (await ask(editStream, { params: { id: episode }, body: { category_id: esportes } })).body
        .fields,
    ).toEqual({ category_id: 'A categoria de um episódio é a da série dele.' });
    expect((await ask(editStream, { params: { id: 9_999_999 }, body: {} })).body.code).toBe(
      'stream_not_found',
    );
  });
});

describe('series', () => {
  it('lists series with their counts, and moves their episodes with them', async () => {
    const id = await idOf('series', 'Dark');
    expect((await ask(listSeries, { query: { search: 'dark' } })).body).toMatchObject({
      total: 1,
      data: [{ id, name: 'Dark', category_name: 'Drama', seasons: 2, episodes: 4 }],
    });
    await ctx.owner.query(`insert into categories (kind, name) values ('series', 'Favoritas')`);
    const category_id = await idOf('categories', 'Favoritas');
    expect(
      (await ask(editSeries, { params: { id }, body: { category_id, details: { year: 2017 } } }))
        .body,
    ).toMatchObject({ category_name: 'Favoritas', details: { year: 2017 } });
    expect((await ask(listSeries, { query: { category: category_id } })).body.total).toBe(1);
    expect((await streams({ kind: 'episode', category: category_id })).total).toBe(4);
    expect(await lastEvent()).toMatchObject({ kind: 'series-edited', after: { category_id } });
    const live = await idOf('categories', 'Esportes');
    expect((await ask(editSeries, { params: { id }, body: { category_id: live } })).body.code).toBe(
      'category_not_found',
    );
    expect((await ask(editSeries, { params: { id: 9_999_999 }, body: {} })).body.code).toBe(
      'series_not_found',
    );
  });
});

describe('categories', () => {
  it('lists categories in their order and edits them', async () => {
    const all = (await ask(listCategories)).body;
    expect(
      all.filter(({ kind }) => kind === 'live').map(({ name, items }) => [name, items]),
    ).toEqual([
      ['Testes', 1],
      ['Notícias', 9],
      ['Esportes', 16],
    ]);
    const id = await idOf('categories', 'Esportes');
    expect(
      (await ask(editCategory, { params: { id }, body: { position: 0, bouquet_ids: [1, 2, 2] } }))
        .body,
    ).toMatchObject({ position: 0, bouquet_ids: [1, 2] });
    expect(await lastEvent()).toMatchObject({
      kind: 'category-edited',
      before: { bouquet_ids: [1] },
      after: { bouquet_ids: [1, 2] },
    });
    expect(
      (await ask(editCategory, { params: { id }, body: { name: 'Notícias' } })).body,
    ).toMatchObject({ code: 'name_taken' });
    expect(
      (await ask(editCategory, { params: { id }, body: { bouquet_ids: [999] } })).body,
    ).toMatchObject({ code: 'bouquet_unknown' });
    expect((await ask(editCategory, { params: { id: 999_999 }, body: {} })).body.code).toBe(
      'category_not_found',
    );
    expect((await ask(listCategories)).body.find((category) => category.id === id)).toMatchObject({
      name: 'Esportes',
      bouquet_ids: [1, 2],
    });
  });
});

describe('bouquets', () => {
  it('creates bouquets from categories, counts and edits them', async () => {
    const [noticias, drama] = [
      await idOf('categories', 'Notícias'),
      await idOf('categories', 'Favoritas'),
    ];
    const created = (
      await ask(createBouquet, { body: { name: 'Meu bouquet', category_ids: [noticias, drama] } })
    ).body;
    expect(created).toMatchObject({
      name: 'Meu bouquet',
      channels: 9,
      films: 0,
      series: 1,
      packages: 0,
    });
    expect(await lastEvent()).toMatchObject({
      kind: 'bouquet-created',
      after: { name: 'Meu bouquet' },
    });
    expect((await ask(createBouquet, { body: { name: 'Meu bouquet' } })).body).toMatchObject({
      code: 'name_taken',
      fields: { name: 'Já existe um item com este nome.' },
    });
    expect(
      (
        await ask(editBouquet, {
          params: { id: created.id },
          body: { name: 'Outro', category_ids: [noticias] },
        })
      ).body,
    ).toMatchObject({ name: 'Outro', series: 0 });
    expect(
      (
        await ask(editBouquet, {
          params: { id: created.id },
          body: { name: 'Adultos', category_ids: [] },
        })
      ).body.code,
    ).toBe('name_taken');
    expect(
      (
        await ask(editBouquet, {
          params: { id: created.id },
          body: { name: 'Outro', category_ids: [999_999] },
        })
      ).body.code,
    ).toBe('category_not_found');
    expect((await ask(listBouquets)).body.find(({ id }) => id === created.id)).toMatchObject({
      name: 'Outro',
      category_ids: [noticias],
    });
    expect((await ask(deleteBouquet, { params: { id: created.id } })).status).toBe(200);
    expect((await ask(deleteBouquet, { params: { id: created.id } })).body.code).toBe(
      'bouquet_not_found',
    );
  });

  it('cannot be deleted while a package or a line, even a deleted one, uses them', async () => {
    expect((await ask(deleteBouquet, { params: { id: 1 } })).body.code).toBe('bouquet_in_use');
    const { id } = (await ask(createBouquet, { body: { name: 'De uma linha' } })).body;
    const sold = await line(ctx, seller, {
      package: undefined,
      isCustomPackage: true,
      bouquets: [id],
    });
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [sold.id]);
    expect((await ask(deleteBouquet, { params: { id } })).body.code).toBe('bouquet_in_use');
  });
});

describe('packages', () => {
  it('creates packages from bouquets, and edits apply to their lines at once', async () => {
    const created = (
      await ask(createPackage, {
        body: {
          name: 'Dois pontos',
          max_connections: 2,
          bouquet_ids: [1, 3, 3],
          allows_tests: false,
        },
      })
    ).body;
    expect(created).toMatchObject({
      max_connections: 2,
      allows_tests: false,
      bouquet_ids: [1, 3],
      lines: 0,
    });
    await line(ctx, seller, { package: created.id });
    expect(
      (
        await ask(editPackage, {
          params: { id: created.id },
          body: { name: 'Três pontos', max_connections: 3, bouquet_ids: [2] },
        })
      ).body,
    ).toMatchObject({ max_connections: 3, allows_tests: false, bouquet_ids: [2], lines: 1 });
    expect(await lastEvent()).toMatchObject({
      kind: 'package-edited',
      before: { max_connections: 2 },
      after: { max_connections: 3 },
    });
    expect(
      (
        await ask(editPackage, {
          params: { id: created.id },
          body: { name: 'Completo', max_connections: 3, bouquet_ids: [2] },
        })
      ).body.code,
    ).toBe('name_taken');
    expect(
      (await ask(createPackage, { body: { name: 'X', max_connections: 3, bouquet_ids: [2, 999] } }))
        .body.code,
    ).toBe('bouquet_unknown');
    expect(
      (await ask(createPackage, { body: { name: 'X', max_connections: 3, bouquet_ids: [] } })).body
        .fields,
    ).toEqual({ bouquet_ids: 'É necessário inserir ao menos um(a) Bouquet.' });
    expect((await ask(listPackages)).body.map(({ name }) => name)).toEqual([
      'Completo',
      'Completo sem adultos',
      'Três pontos',
    ]);
  });

  it('cannot be deleted if any line ever had them', async () => {
    const created = (
      await ask(createPackage, {
        body: { name: 'De passagem', max_connections: 1, bouquet_ids: [1] },
      })
    ).body;
    const sold = await line(ctx, seller, { package: created.id });
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [sold.id]);
    expect((await ask(deletePackage, { params: { id: created.id } })).body.code).toBe(
      'package_in_use',
    );
    await ctx.owner.query('update lines set package_id = 1 where id = $1', [sold.id]);
    expect((await ask(deletePackage, { params: { id: created.id } })).status).toBe(200);
    expect((await ask(deletePackage, { params: { id: created.id } })).body.code).toBe(
      'package_not_found',
    );
  });
});
