/** Listed entries for tests of imports, and what the database holds after one. */
import { listImportEntries } from '@ramal/contract/catalogue/catalogue-lists';
import type { Person } from '../../../test/accounts.ts';
import type { ListedEntry } from '../../../test/catalogue.ts';
import { type TestContext, call } from '../../../test/context.ts';

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

/** The streams that a list brought, with the names of their category and series. */
export const importedStreams = async ({ owner }: TestContext, listId: number) =>
  (
    await owner.query(
      `select s.id::int, s.kind, s.number, s.name, c.name as category, s.icon, s.epg_channel_id as epg, s.source, s.is_adult as adult,
        s.gone_at is not null as gone, x.name as series, s.season, s.episode
       from streams s join categories c on c.id = s.category_id left join series x on x.id = s.series_id
       where s.list_id = $1 order by s.id`,
      [listId],
    )
  ).rows;

/** The entries of an import, as its preview lists them. */
export const importedEntries = async (
  ctx: TestContext,
  { token }: Person,
  id: number,
  query: object = {},
) =>
  (
    await call(
      ctx,
      listImportEntries,
      { params: { id }, query: { per_page: 100, ...query } },
      { token },
    )
  ).body.data;
