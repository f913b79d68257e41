/** Entries of lists for tests of imports, and helpers that read the result of an import. */
import { listImportEntries } from '@ramal/contract/catalogue/catalogue-lists';
import { person } from '../../../test/accounts.ts';
import type { ListedEntry } from '../../../test/catalogue.ts';
import { call, createTestContext } from '../../../test/context.ts';

export const globo: ListedEntry = {
  name: 'Globo',
  url: 'http://p.example/u/s/1.ts',
  group: 'Abertos',
  id: 'globo.br',
  logo: 'http://i.example/1.png',
};
export const sbt: ListedEntry = {
  name: 'SBT',
  url: 'http://p.example/u/s/2.ts',
  group: 'Abertos',
};
export const film: ListedEntry = {
  name: 'O Filme',
  url: 'http://p.example/movie/u/s/3.mp4',
  group: 'Ação',
};
export const episode = (n: number): ListedEntry => ({
  name: `Chaves S01E0${n}`,
  url: `http://p.example/series/u/s/9${n}.mp4`,
  group: 'Comédia',
  logo: `http://i.example/c${n}.png`,
});

export type ImportTest = Awaited<ReturnType<typeof openImportTest>>;

/**
 * Creates a context with an admin, and helpers that read the streams and the preview of an import.
 */
export async function openImportTest() {
  const ctx = await createTestContext();
  const admin = await person(ctx, { profile: 'admin' });
  const as = { token: admin.token };
  const rows = async (query: string, values: unknown[] = []) =>
    (await ctx.owner.query(query, values)).rows;
  return {
    ctx,
    admin,
    as,
    rows,
    /** Returns the streams of a list, with the names of their category and series. */
    streamsOf: (list: number) =>
      rows(
        `select s.id::int, s.kind, s.number, s.name, c.name as category, s.icon, s.epg_channel_id as epg, s.source, s.is_adult as adult,
          s.gone_at is not null as gone, x.name as series, s.season, s.episode
         from streams s join categories c on c.id = s.category_id left join series x on x.id = s.series_id
         where s.list_id = $1 order by s.id`,
        [list],
      ),
    /** Returns the entries of an import, as its preview lists them. */
    entriesOf: async (id: number, query: object = {}) =>
      (
        await call(
          ctx,
          listImportEntries,
          { params: { id }, query: { per_page: 100, ...query } },
          as,
        )
      ).body.data,
  };
}
