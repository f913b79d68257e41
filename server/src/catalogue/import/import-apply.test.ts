import { readFileSync } from 'node:fs';
import { editSeries, editStream } from '@ramal/contract/catalogue/catalogue';
import { listSourceLists } from '@ramal/contract/catalogue/catalogue-lists';
import { editCategory } from '@ramal/contract/catalogue/catalogue-packages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ListedEntry,
  apply,
  importAll,
  m3u,
  newList,
  readList,
} from '../../../test/catalogue.ts';
import { call } from '../../../test/context.ts';
import { episode, film, globo, type ImportTest, openImportTest, sbt } from './import.fixtures.ts';

let { ctx, admin, as, rows, streamsOf, entriesOf } = {} as ImportTest;
beforeAll(async () => {
  ({ ctx, admin, as, rows, streamsOf, entriesOf } = await openImportTest());
});
afterAll(() => ctx.close());

describe('an applied import', () => {
  it('creates channels, films, series and categories in the bouquets of their kind', async () => {
    const list = await newList(ctx, admin);
    const adult: ListedEntry = {
      name: 'Quente',
      url: 'http://p.example/u/s/66.ts',
      group: 'Canais Adultos',
    };
    const entries = [{ ...globo, chno: 40 }, sbt, film, episode(1), episode(2), adult].map(
      (entry) => ({ ...entry, group: `${entry.group} A`, url: `${entry.url}?a` }),
    );
    const done = await importAll(ctx, admin, list, entries);
    expect(done).toMatchObject({
      state: 'applied',
      task: {
        kind: 'import-apply',
        state: 'done',
        message: 'Importação aplicada.',
        done: 6,
        total: 6,
      },
    });
    const streams = await streamsOf(list);
    expect(streams).toMatchObject([
      {
        kind: 'live',
        number: 40,
        name: 'Globo',
        category: 'Abertos A',
        icon: 'http://i.example/1.png',
        epg: 'globo.br',
        adult: false,
        series: null,
      },
      { kind: 'live', name: 'SBT', epg: null },
      { kind: 'film', number: 0, name: 'O Filme', category: 'Ação A' },
      {
        kind: 'episode',
        name: 'Chaves S01E01',
        category: 'Comédia A',
        series: 'Chaves',
        season: 1,
        episode: 1,
      },
      { kind: 'episode', series: 'Chaves', season: 1, episode: 2 },
      { kind: 'live', name: 'Quente', adult: true },
    ]);
    expect(streams[1].number).toBeGreaterThan(40);
    expect(streams[5].number).toBe(streams[1].number + 1);
    expect(
      await rows(
        `select c.name, c.kind, b.name as bouquet from categories c join bouquet_categories h on h.category_id = c.id
         join bouquets b on b.id = h.bouquet_id where c.name like '% A' order by c.kind, c.position`,
      ),
    ).toEqual([
      { name: 'Ação A', kind: 'film', bouquet: 'Filmes' },
      { name: 'Abertos A', kind: 'live', bouquet: 'Canais' },
      { name: 'Canais Adultos A', kind: 'live', bouquet: 'Adultos' },
      { name: 'Comédia A', kind: 'series', bouquet: 'Séries' },
    ]);
    expect(await rows('select name, icon from series where list_id = $1', [list])).toEqual([
      { name: 'Chaves', icon: 'http://i.example/c1.png' },
    ]);
    const lists = (await call(ctx, listSourceLists, {}, as)).body;
    expect(lists.find(({ id }) => id === list)).toMatchObject({
      channels: 3,
      films: 1,
      episodes: 2,
      last_import: { id: done.id, state: 'applied' },
    });
  });

  it('writes nothing if the same list is applied again', async () => {
    const list = await newList(ctx, admin);
    const entries = [globo, film, episode(1)];
    await importAll(ctx, admin, list, entries);
    const before = await rows('select *, xmin::text from streams where list_id = $1 order by id', [
      list,
    ]);
    const again = await readList(ctx, admin, list, m3u(entries));
    expect(again.counts).toEqual({ new: 0, changed: 0, gone: 0, same: 3, refused: 0 });
    await apply(ctx, admin, again.id);
    expect(
      await rows('select *, xmin::text from streams where list_id = $1 order by id', [list]),
    ).toEqual(before);
  });

  it('describes changes in words, without the credentials of a URL', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [globo, sbt]);
    const done = await readList(
      ctx,
      admin,
      list,
      m3u([
        {
          ...globo,
          name: 'Globo HD',
          group: 'Nacionais',
          id: 'globo.hd',
          chno: 7,
          logo: 'http://i.example/x/2.png?k=segredo',
        },
        {
          ...sbt,
          url: 'http://maria:senha123@q.example:8080/live/maria/senha123/777.ts?token=segredo',
        },
      ]),
    );
    expect(done.counts).toEqual({ new: 0, changed: 2, gone: 0, same: 0, refused: 0 });
    const changed = await entriesOf(done.id);
    const [channel] = (await streamsOf(list)) as { number: number }[];
    expect(changed[0]!.changes).toEqual([
      { field: 'Nome', before: 'Globo', after: 'Globo HD' },
      { field: 'Categoria', before: 'Abertos', after: 'Nacionais' },
      { field: 'Imagem', before: 'http://i.example/…/', after: 'http://i.example/…/' },
      { field: 'Canal no guia', before: 'globo.br', after: 'globo.hd' },
      { field: 'Número', before: String(channel!.number), after: '7' },
    ]);
    expect(changed[1]!.changes).toEqual([
      {
        field: 'Origem',
        before: 'http://p.example/…/2.ts',
        after: 'http://q.example:8080/…/777.ts',
      },
    ]);
    expect(JSON.stringify(changed)).not.toMatch(/senha123|segredo|maria/);
    const ids = (await streamsOf(list)).map(({ id }) => id);
    await apply(ctx, admin, done.id);
    expect(await streamsOf(list)).toMatchObject([
      { id: ids[0], name: 'Globo HD', category: 'Nacionais', number: 7, epg: 'globo.hd' },
      {
        id: ids[1],
        name: 'SBT',
        source: 'http://maria:senha123@q.example:8080/live/maria/senha123/777.ts?token=segredo',
      },
    ]);
  });

  // Channels with the same name must keep their ids when the host changes.
  it('keeps the order of two streams with one name when both get new URLs', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [sbt, { ...sbt, url: 'http://p.example/u/s/22.ts' }]);
    const moved = await readList(
      ctx,
      admin,
      list,
      m3u([
        { ...sbt, url: 'http://n.example/81.ts' },
        { ...sbt, url: 'http://n.example/82.ts' },
      ]),
    );
    expect(moved.counts).toMatchObject({ new: 0, gone: 0, changed: 2 });
    const before = (await streamsOf(list)).map(({ id }) => id);
    await apply(ctx, admin, moved.id);
    expect((await streamsOf(list)).map(({ id, source }) => [id, source])).toEqual([
      [before[0], 'http://n.example/81.ts'],
      [before[1], 'http://n.example/82.ts'],
    ]);
    const three = await readList(
      ctx,
      admin,
      list,
      m3u([5, 6, 7].map((n) => ({ ...sbt, url: `http://n.example/${n}.ts` }))),
    );
    expect(three.counts).toMatchObject({ new: 3, gone: 2, changed: 0 });
  });

  // Streams must keep their ids when the host and the account of their sources change.
  it.each([['in the same order'], ['with its entries in another order']])(
    'keeps five ids after a change of host and account, %s',
    async (order) => {
      const file = (name: string) =>
        readFileSync(new URL(`./cases/${name}.m3u`, import.meta.url), 'utf8');
      const fileOf = (source: string) => source.split('/').at(-1);
      const list = await newList(ctx, admin);
      await apply(ctx, admin, (await readList(ctx, admin, list, file('m3u-18a-before'))).id);
      const before = await streamsOf(list);
      const [head, ...entries] = file('m3u-18b-other-account-and-host').split(/(?=#EXTINF)/);
      const isTurned = order !== 'in the same order';
      const after =
        head +
        (isTurned ? entries.map((entry) => entry.trim() + '\n').toReversed() : entries).join('');
      const preview = await readList(ctx, admin, list, after);
      expect(preview.counts).toMatchObject({ new: 0, gone: 0, changed: 5 });
      await apply(ctx, admin, preview.id);
      const now = await streamsOf(list);
      expect(now.map(({ id, source }) => [id, fileOf(source)])).toEqual(
        before.map(({ id, source }) => [id, fileOf(source)]),
      );
      expect(now.every(({ source }) => source.includes('nova.exemplo'))).toBe(true);
    },
  );

  it('treats another channel with the same number on another host as new', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [globo]);
    const other = { ...sbt, url: globo.url!.replace('p.example', 'n.example') };
    const preview = await readList(ctx, admin, list, m3u([other]));
    expect(preview.counts).toMatchObject({ new: 1, gone: 1, changed: 0 });
  });

  it('hides or keeps missing streams as requested, and restores them unchanged', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [globo, sbt]);
    const [, remaining] = await streamsOf(list);
    const without = await readList(ctx, admin, list, m3u([globo]));
    expect(without.counts).toMatchObject({ gone: 1, same: 1 });
    await apply(ctx, admin, without.id, { hide_gone: false });
    expect(await streamsOf(list)).toMatchObject([{ gone: false }, { gone: false }]);
    const again = await readList(ctx, admin, list, m3u([globo]));
    await apply(ctx, admin, again.id);
    expect(await streamsOf(list)).toMatchObject([{ gone: false }, { gone: true }]);
    const back = await readList(ctx, admin, list, m3u([globo, sbt]));
    expect(back.counts).toMatchObject({ changed: 1, same: 1, new: 0 });
    expect((await entriesOf(back.id, { result: 'changed' }))[0]!.changes).toEqual([
      { field: 'Situação', before: 'Fora da lista', after: 'Na lista' },
    ]);
    await apply(ctx, admin, back.id);
    expect((await streamsOf(list))[1]).toEqual(remaining);
  });

  it('keeps fields that were edited by hand when the list changes them', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [globo, sbt, episode(1)]);
    const [first, , third] = (await streamsOf(list)) as {
      id: number;
      name: string;
      category: string;
    }[];
    const category = (await rows(`select id::int from categories where name = 'Testes'`))[0].id;
    await call(
      ctx,
      editStream,
      {
        params: { id: first!.id },
        body: {
          name: 'A Globo',
          number: 500,
          category_id: category,
          epg_channel_id: null,
          icon: null,
          is_adult: true,
        },
      },
      as,
    );
    const series = (await rows('select id::int from series where list_id = $1', [list]))[0].id;
    await call(
      ctx,
      editSeries,
      { params: { id: series }, body: { name: 'El Chavo', icon: 'http://i.example/mine.png' } },
      as,
    );
    const done = await readList(
      ctx,
      admin,
      list,
      m3u([
        {
          ...globo,
          name: 'Globo 4K',
          group: 'Outra',
          id: 'x',
          logo: 'http://i.example/9.png',
          chno: 3,
        },
        { ...sbt, name: 'SBT HD' },
        { ...episode(1), logo: 'http://i.example/new.png' },
      ]),
    );
    expect(done.counts).toMatchObject({ changed: 2, same: 1 });
    await apply(ctx, admin, done.id);
    expect(await streamsOf(list)).toMatchObject([
      { name: 'A Globo', number: 500, category: 'Testes', epg: null, icon: '', adult: true },
      { name: 'SBT HD' },
      { id: third!.id, icon: 'http://i.example/new.png' },
    ]);
    expect(await rows('select name, icon from series where id = $1', [series])).toEqual([
      { name: 'El Chavo', icon: 'http://i.example/mine.png' },
    ]);
  });

  it('finds a category that was renamed by hand and allows its old name again', async () => {
    const list = await newList(ctx, admin);
    const news = (n: number, group: string): ListedEntry => ({
      name: `N${n}`,
      url: `http://p.example/n/${n}.ts`,
      group,
    });
    await importAll(ctx, admin, list, [news(1, 'Jornais')]);
    const id = (await rows(`select id::int from categories where name = 'Jornais'`))[0].id;
    expect(
      (await call(ctx, editCategory, { params: { id }, body: { name: 'Notícias 24h' } }, as))
        .status,
    ).toBe(200);
    const again = await importAll(ctx, admin, list, [
      news(1, 'Jornais'),
      news(2, 'Jornais'),
      news(3, 'Notícias 24h'),
    ]);
    expect(again.counts).toMatchObject({ same: 1, new: 2, changed: 0 });
    expect((await streamsOf(list)).map(({ category }) => category)).toEqual([
      'Notícias 24h',
      'Notícias 24h',
      'Notícias 24h (2)',
    ]);
  });

  it('moves episodes to the new category of their series', async () => {
    const list = await newList(ctx, admin);
    const e = (n: number, group: string): ListedEntry => ({
      name: `Dark S01E0${n}`,
      url: `http://p.example/d/${n}.mp4`,
      group,
    });
    await importAll(ctx, admin, list, [e(1, 'Drama'), e(2, 'Drama')]);
    await importAll(ctx, admin, list, [e(1, 'Suspense'), e(2, 'Suspense')]);
    expect(await streamsOf(list)).toMatchObject([
      { category: 'Suspense', series: 'Dark' },
      { category: 'Suspense', series: 'Dark' },
    ]);
    expect(await rows('select count(*)::int from series where list_id = $1', [list])).toEqual([
      { count: 1 },
    ]);
  });

  it('puts every episode into the category of its series, also one that is no longer listed', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [episode(4), episode(5), globo]);
    await rows(
      `update streams set category_id = (select id from categories where kind = 'series' and name <> 'Comédia' limit 1)
       where list_id = $1 and name = 'Chaves S01E05'`,
      [list],
    );
    await importAll(ctx, admin, list, [episode(4), globo]);
    expect((await streamsOf(list)).filter(({ kind }) => kind === 'episode')).toMatchObject([
      { category: 'Comédia', gone: false },
      { category: 'Comédia', gone: true },
    ]);
  });

  it('keeps an edit that was made during the import', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [globo, sbt]);
    const { id } = await readList(
      ctx,
      admin,
      list,
      m3u([{ ...globo, logo: 'http://i.example/new.png' }, sbt]),
    );
    const editing = await ctx.owner.connect();
    try {
      await editing.query('begin');
      await editing.query(
        `update streams set name = 'Globo HD' where list_id = $1 and name = 'Globo'`,
        [list],
      );
      const applying = apply(ctx, admin, id);
      const isWaiting = () =>
        rows(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
      await expect.poll(async () => (await isWaiting()).length).toBe(1);
      await editing.query('commit');
      expect((await applying).state).toBe('applied');
    } finally {
      editing.release();
    }
    expect(await streamsOf(list)).toMatchObject([
      { name: 'Globo HD', icon: 'http://i.example/new.png' },
      { name: 'SBT' },
    ]);
  });

  it('reads the year after the name of a film and keeps the name', async () => {
    const list = await newList(ctx, admin);
    const named = ['Metrópolis (1927)', 'Blade Runner 2049', '(1999) Matrix', 'Sala (3012)'];
    await importAll(ctx, admin, list, [
      ...named.map((name, n) => ({ ...film, name, url: `http://p.example/movie/y/${n}.mp4` })),
      { ...globo, name: 'Canal (1970)' },
    ]);
    expect(
      await rows('select name, details from streams where list_id = $1 order by id', [list]),
    ).toEqual([
      { name: 'Metrópolis (1927)', details: { year: 1927 } },
      ...named.slice(1).map((name) => ({ name, details: {} })),
      { name: 'Canal (1970)', details: {} },
    ]);
  });

  it('changes the kind of a stream if the list changes it', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [
      { name: 'Lost', url: 'http://p.example/l/1', group: 'Drama X' },
    ]);
    const done = await readList(
      ctx,
      admin,
      list,
      m3u([{ name: 'Lost S01E01', url: 'http://p.example/l/1', group: 'Drama X' }]),
    );
    expect((await entriesOf(done.id))[0]!.changes).toContainEqual({
      field: 'Tipo',
      before: 'Canal',
      after: 'Episódio',
    });
    await apply(ctx, admin, done.id);
    expect(await streamsOf(list)).toMatchObject([
      { kind: 'episode', series: 'Lost', season: 1, episode: 1, category: 'Drama X' },
    ]);
  });
});
