/** Channels, their groups and favourites in the form of the box portal. */
import {
  type ChannelRow,
  type ListBody,
  type ListDependencies,
  channelRows,
  listBody,
} from './channel-rows.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import { currentTitles } from './guide.ts';
import { pageOf } from './pages.ts';
import type { PortalRequest } from './portal-request.ts';

export async function genres(dependencies: ListDependencies, box: PortalBox) {
  const groups = new Map<string, { title: string; censored: number }>();
  for (const { tv_genre_id: id, genres_str: title, censored } of await channelRows(
    dependencies,
    box,
  )) {
    const group = groups.get(id) ?? { title, censored: 0 };
    group.censored ||= Number(censored);
    groups.set(id, group);
  }
  return [
    { id: '*', title: 'Todos', alias: 'all', censored: 0 },
    ...[...groups].map(([id, { title, censored }], index) => ({
      id,
      title,
      alias: title,
      number: String(index + 1),
      censored,
      modified: '',
    })),
  ];
}

/**
 * Reads all channels except adult ones in one answer. Apps show this list without a confirmation,
 * and request adult channels by their group.
 */
export const allChannels = (dependencies: ListDependencies, box: PortalBox): Promise<ListBody> =>
  dependencies.lists.get(box, 'portal-all-channels', async () => {
    const data = (await channelRows(dependencies, box)).filter(({ censored }) => censored === '0');
    return listBody({
      total_items: data.length,
      max_page_items: 14,
      selected_item: 0,
      cur_page: 0,
      data,
    });
  });

const compare = new Intl.Collator('pt', { numeric: true, sensitivity: 'base' }).compare;

/** Removes accents and case for a search. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function filtered(rows: readonly ChannelRow[], { field }: PortalRequest, box: PortalBox) {
  const genre = field('genre');
  const search = folded(field('search'));
  const places = new Map(box.favourites.map((id, place) => [String(id), place]));
  const onlyFavourites = field('fav') === '1';
  const isWanted = (row: ChannelRow) =>
    (genre === '' || genre === '*' || genre === '0' || row.tv_genre_id === genre) &&
    (!onlyFavourites || places.has(row.id)) &&
    (search === '' || folded(row.name).includes(search));
  const wanted = rows.filter(isWanted);
  switch (field('sortby')) {
    case 'name':
      return wanted.toSorted((a, b) => compare(a.name, b.name));
    case 'fav':
      return wanted.toSorted(
        (a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0,
      );
    case 'number':
      return wanted.toSorted((a, b) => Number(a.number) - Number(b.number));
    default:
      return wanted;
  }
}

/** Reads a page of fourteen channels with their current programmes. */
export async function orderedChannels(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
) {
  const rows = filtered(await channelRows(dependencies, box), portal, box);
  const last = String(box.lastStreamId ?? '');
  const page = pageOf(rows, portal.field('p'), (row) => row.id === last);
  const titles = await currentTitles(dependencies.ctx, page.data, portal.timeZone);
  const favourites = new Set(box.favourites.map(String));
  return {
    ...page,
    data: page.data.map((row) => ({
      ...row,
      fav: favourites.has(row.id) ? 1 : 0,
      ...titles.get(row.id),
    })),
  };
}

export async function favouriteChannels(dependencies: ListDependencies, box: PortalBox) {
  const byId = new Map((await channelRows(dependencies, box)).map((row) => [row.id, row]));
  const data = box.favourites.flatMap((id) => {
    const row = byId.get(String(id));
    return row ? [{ ...row, fav: 1 }] : [];
  });
  return { total_items: data.length, max_page_items: 14, selected_item: 0, cur_page: 0, data };
}
