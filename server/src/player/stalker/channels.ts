/** Channels, their groups and favourites in the form of the box portal. */
import type { ListedStream } from '../lists/listed.sql.ts';
import { type ListDependencies, channelRow, readChannels } from './channel-rows.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import { currentTitles } from './guide.ts';
import { toPortalPage } from './pages.ts';
import type { PortalRequest } from './portal-request.ts';
import { type SharedList, zipList } from './shared-list.ts';

export async function genres(dependencies: ListDependencies, box: PortalBox) {
  const groups = new Map<number, { title: string; censored: number }>();
  const { all } = await readChannels(dependencies, box);
  for (const { categoryId, categoryName, isAdult } of all) {
    const group = groups.get(categoryId) ?? { title: categoryName, censored: 0 };
    group.censored ||= Number(isAdult);
    groups.set(categoryId, group);
  }
  return [
    { id: '*', title: 'Todos', alias: 'all', censored: 0 },
    ...[...groups].map(([id, { title, censored }], index) => ({
      id: String(id),
      title,
      alias: title,
      number: String(index + 1),
      censored,
      modified: '',
    })),
  ];
}

/** Channels that are serialized before other requests run. */
const CHANNELS_A_PART = 500;

/**
 * Reads all channels except adult ones in one answer. Apps show this list without a confirmation,
 * and request adult channels by their group.
 */
export const allChannels = (dependencies: ListDependencies, box: PortalBox): Promise<SharedList> =>
  dependencies.lists.get(box, 'portal-all-channels', async () => {
    const { all } = await readChannels(dependencies, box);
    const channels = all.filter(({ isAdult }) => !isAdult);
    return zipList(allChannelsText(channels));
  });

function* allChannelsText(channels: readonly ListedStream[]): Generator<string> {
  const total = channels.length;
  yield `{"js":{"total_items":${total},"max_page_items":14,"selected_item":0,"cur_page":0,"data":[`;
  for (let start = 0; start < total; start += CHANNELS_A_PART) {
    const part = channels.slice(start, start + CHANNELS_A_PART).map(channelRow);
    yield (start === 0 ? '' : ',') + JSON.stringify(part).slice(1, -1);
  }
  yield ']}}';
}

const compare = new Intl.Collator('pt', { numeric: true, sensitivity: 'base' }).compare;

const orders: Readonly<Record<string, (a: ListedStream, b: ListedStream) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  number: (a, b) => a.number - b.number,
};

const BYTES_A_REFERENCE = 8;

/** Reads the channels in a requested order. Orders are cached, because sorting is slow. */
async function channelsInOrder(
  dependencies: ListDependencies,
  box: PortalBox,
  order: string,
): Promise<readonly ListedStream[]> {
  const { all } = await readChannels(dependencies, box);
  const comparison = Object.hasOwn(orders, order) ? orders[order] : undefined;
  if (!comparison) return all;
  return dependencies.lists.get(box, `portal-channels-by-${order}`, async () => ({
    value: all.toSorted(comparison),
    bytes: all.length * BYTES_A_REFERENCE,
  }));
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function filtered(channels: readonly ListedStream[], { field }: PortalRequest, box: PortalBox) {
  const genre = field('genre');
  const search = folded(field('search'));
  const places = new Map(box.favourites.map((id, place) => [id, place]));
  const onlyFavourites = field('fav') === '1';
  const isWanted = ({ id, name, categoryId }: ListedStream) =>
    (genre === '' || genre === '*' || genre === '0' || String(categoryId) === genre) &&
    (!onlyFavourites || places.has(id)) &&
    (search === '' || folded(name).includes(search));
  const wanted = channels.filter(isWanted);
  if (field('sortby') !== 'fav') return wanted;
  return wanted.toSorted(
    (a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0,
  );
}

/** Reads a page of fourteen channels with their current programmes. */
export async function orderedChannels(
  dependencies: ListDependencies,
  portal: PortalRequest,
  box: PortalBox,
) {
  const channels = await channelsInOrder(dependencies, box, portal.field('sortby'));
  const page = toPortalPage(
    filtered(channels, portal, box),
    portal.field('p'),
    ({ id }) => id === box.lastStreamId,
  );
  const titles = await currentTitles(dependencies.ctx, page.data, portal.timeZone);
  const favourites = new Set(box.favourites);
  return {
    ...page,
    data: page.data.map((channel) => ({
      ...channelRow(channel),
      fav: favourites.has(channel.id) ? 1 : 0,
      ...titles.get(channel.id),
    })),
  };
}

export async function favouriteChannels(dependencies: ListDependencies, box: PortalBox) {
  const { byId } = await readChannels(dependencies, box);
  const data = box.favourites.flatMap((id) => {
    const channel = byId.get(id);
    return channel ? [{ ...channelRow(channel), fav: 1 }] : [];
  });
  return { total_items: data.length, max_page_items: 14, selected_item: 0, cur_page: 0, data };
}
