/**
 * Actions of the box portal by the `type` and `action` of the request. The response to an unlisted
 * action is an empty list, or true if the action would write.
 */
import sql from 'sql-template-tag';
import { formatDateTime } from '../../foundation/clock.ts';
import { toPlayableState } from '../line-state.ts';
import type { ViewingRights } from '../viewings/viewing-rights.ts';
import { findPastProgramme } from './archive-links.ts';
import { type ListDependencies, readChannels } from './channel-rows.ts';
import { allChannels, favouriteChannels, genres, orderedChannels } from './channels.ts';
import { dayTable, guideDays, guideOfAll, programmesOfToday, shortGuide } from './guide.ts';
import { createLink } from './links.ts';
import type { PortalBoxes } from './portal-boxes.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import { type PortalRequest, parseId } from './portal-request.ts';
import { findTitle, orderedFilms, orderedSeries, vodCategories } from './vod.ts';

export interface ActionDependencies extends ListDependencies {
  readonly rights: ViewingRights;
  readonly boxes: PortalBoxes;
}

type Action = (
  dependencies: ActionDependencies,
  portal: PortalRequest,
  box: PortalBox,
) => Promise<unknown>;

const MAX_FAVOURITES = 1_000;

/** Updates one column of the box and removes the box from the cache. */
async function updateBox(
  { ctx, boxes }: ActionDependencies,
  box: PortalBox,
  assignment: ReturnType<typeof sql>,
): Promise<true> {
  await ctx.db.tx((tx) => tx.run(sql`update boxes set ${assignment} where id = ${box.boxId}`));
  boxes.forget(box.mac);
  return true;
}

const parseIds = (text: string): number[] =>
  text.split(',').flatMap((part) => parseId(part.trim()) ?? []);

/** Replaces the favourite channels. The favourite films, which the same column contains, stay. */
const setFavourites: Action = async (dependencies, { field }, box) => {
  const { byId } = await readChannels(dependencies, box);
  const films = box.favourites.filter((id) => !byId.has(id));
  const ids = [...new Set([...parseIds(field('fav_ch')), ...films])].slice(0, MAX_FAVOURITES);
  return setColumn(dependencies, box, 'favourites', ids);
};

const favouriteIds: Action = async (dependencies, _portal, box) => {
  const { byId } = await readChannels(dependencies, box);
  return box.favourites.filter((id) => byId.has(id)).map(String);
};

const addFavourite =
  (column: 'favourites' | 'favouriteSeries'): Action =>
  (dependencies, { field }, box) => {
    const id = parseId(field('video_id').split('_')[0] ?? '');
    const ids = id === undefined ? box[column] : [...new Set([...box[column], id])];
    return setColumn(dependencies, box, column, ids.slice(-MAX_FAVOURITES));
  };

const removeFavourite =
  (column: 'favourites' | 'favouriteSeries'): Action =>
  (dependencies, { field }, box) => {
    const id = parseId(field('video_id').split('_')[0] ?? '');
    return setColumn(
      dependencies,
      box,
      column,
      box[column].filter((other) => other !== id),
    );
  };

const setColumn = (
  dependencies: ActionDependencies,
  box: PortalBox,
  column: 'favourites' | 'favouriteSeries',
  ids: readonly number[],
) =>
  updateBox(
    dependencies,
    box,
    column === 'favourites' ? sql`favourites = ${ids}` : sql`favourite_series = ${ids}`,
  );

const setLastChannel: Action = async (dependencies, { field }, box) => {
  const id = parseId(field('id'));
  return id === undefined ? true : updateBox(dependencies, box, sql`last_stream_id = ${id}`);
};

const liveLink: Action = (dependencies, portal, box) => {
  const id = parseChannelId(portal.field('cmd'));
  const container = portal.field('cmd').includes('.m3u8') ? 'm3u8' : 'ts';
  return createLink(
    dependencies,
    portal,
    box,
    id === undefined ? undefined : { id, kind: 'live', container },
  );
};

/**
 * Returns the channel id in a command, with or without URL encoding. The id is the number after
 * `/ch/`, or a number at the end.
 */
function parseChannelId(command: string): number | undefined {
  const text = command.replace(/%2f/gi, '/');
  const [, id] = /\/ch\/(\d{1,15})/.exec(text) ?? /(?:^|\s)(\d{1,15})_?$/.exec(text) ?? [];
  return id === undefined ? undefined : Number(id);
}

const pastLink: Action = async (dependencies, portal, box) => {
  const command = portal.field('cmd').replace(/%2f/gi, '/');
  const link = await createLink(
    dependencies,
    portal,
    box,
    await findPastProgramme(dependencies, box, command),
  );
  const url = link.cmd.split(' ')[1] ?? '';
  return {
    ...link,
    storage_id: '',
    load: '0',
    download_cmd: url,
    to_file: url.split('/').at(-1) ?? '',
  };
};

const vodLink: Action = async (dependencies, portal, box) => {
  const command = portal.field('cmd').replace(/%2f/gi, '/');
  const title = await findTitle(dependencies, command, portal.field('series'));
  return createLink(dependencies, portal, box, title && { ...title, container: 'ts' });
};

/** Boxes read the flat fields, and apps read `account_info`. */
const mainInfo: Action = async ({ ctx }, _portal, box) => {
  const now = ctx.clock.now();
  const ends = formatDateTime(box.expiresAt, ctx.clock.timeZone);
  const [day = '', month = '', year = ''] = ends.slice(0, 10).split('/');
  const plan = box.packageName ?? '';
  return {
    mac: box.mac,
    fname: box.note.trim() || box.username,
    ls: box.username,
    phone: ends,
    end_date: `${year}-${month}-${day} ${ends.slice(11)}:00`,
    tariff_plan: plan,
    account_balance: '',
    last_change_status: '',
    message: '',
    account_info: {
      login: box.username,
      fname: box.note.trim() || box.username,
      status: toPlayableState(box, now) === 'active' ? '1' : '0',
      tariff_plan: plan,
      end_date: `${year}-${month}-${day}`,
    },
  };
};

const acceptWithoutEffect: Action = async () => true;
const everyOption = [{ id: '*', title: 'Todos' }];

const emptyRadio: Action = async () => ({
  total_items: 0,
  max_page_items: 14,
  selected_item: 0,
  cur_page: 0,
  data: [],
});

const live: Record<string, Action> = {
  get_genres: (dependencies, _portal, box) => genres(dependencies, box),
  get_all_channels: (dependencies, _portal, box) => allChannels(dependencies, box),
  get_ordered_list: orderedChannels,
  create_link: liveLink,
  get_short_epg: shortGuide,
  get_epg_info: guideOfAll,
  set_fav: setFavourites,
  get_fav_ids: favouriteIds,
  get_all_fav_channels: (dependencies, _portal, box) => favouriteChannels(dependencies, box),
  set_last_id: setLastChannel,
};

const guide: Record<string, Action> = {
  get_week: async ({ ctx }, portal) => guideDays(ctx, portal),
  get_simple_data_table: dayTable,
  get_all_program_for_ch: programmesOfToday,
};

const vod: Record<string, Action> = {
  get_categories: (dependencies, _portal, box) => vodCategories(dependencies, box, 'film'),
  get_ordered_list: orderedFilms,
  create_link: vodLink,
  get_years: async () => everyOption,
  get_genres_by_category_alias: async () => everyOption,
  set_fav: addFavourite('favourites'),
  del_fav: removeFavourite('favourites'),
};

const series: Record<string, Action> = {
  ...vod,
  get_categories: (dependencies, _portal, box) => vodCategories(dependencies, box, 'series'),
  get_ordered_list: orderedSeries,
  set_fav: addFavourite('favouriteSeries'),
  del_fav: removeFavourite('favouriteSeries'),
};

const types: Readonly<Record<string, Record<string, Action>>> = {
  itv: live,
  epg: guide,
  vod,
  series,
  tv_archive: { create_link: pastLink, get_next_part_url: async () => false },
  radio: { get_ordered_list: emptyRadio, get_all_fav_radio: emptyRadio },
  stb: { log: acceptWithoutEffect },
  account_info: { get_main_info: mainInfo },
};

/** Returns the handler of an action. Undefined if the response is an empty list. */
export function findAction({ type, action }: PortalRequest): Action | undefined {
  const actions = Object.hasOwn(types, type) ? types[type]! : {};
  if (Object.hasOwn(actions, action)) return actions[action];
  return /^(?:set_|del_|add_|log$|update_)/.test(action) ? acceptWithoutEffect : undefined;
}

/**
 * True if the action is allowed without an active line. The box then continues to show the reason,
 * and notices a renewal.
 */
export const isAllowedWithoutActiveLine = ({ type, action }: PortalRequest): boolean =>
  type === 'account_info' || type === 'watchdog' || (type === 'stb' && action !== 'create_link');

/** Returns a response that is the same for every box, or undefined. */
export function fixedAnswer({ type, action }: PortalRequest): unknown {
  if (type !== 'stb') return undefined;
  if (action === 'get_localization') return texts;
  if (action === 'get_modules') return modules;
  if (action === 'get_tv_aspects') return {};
  return undefined;
}

const modules = {
  all_modules: ['tv', 'vclub', 'sclub', 'epg', 'account', 'settings.parent', 'settings.common'],
  switchable_modules: [],
  disabled_modules: [],
  restricted_modules: [],
  template: 'default',
};

const texts = {
  tv: 'TV',
  vclub_title: 'Filmes',
  sclub_title: 'Séries',
  account_info_title: 'Minha conta',
  settings_title: 'Ajustes',
  loading: 'Carregando…',
  no_ch_info: 'sem guia',
  msg_service_off: 'Serviço desligado',
  stb_blocked: 'Caixa bloqueada',
};
