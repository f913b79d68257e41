/**
 * Calls of `player_api.php`, each with the user name and password of a line (reference: the XC
 * protocol). Types are part of the protocol: a number is sent as text where the protocol specifies
 * a string.
 */
import type { CategoryKind } from '@ramal/contract/catalogue/catalogue';
import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { answerAccount, statuses } from '../account.ts';
import { guideTable, shortGuide } from './guide.ts';
import { markRefused } from '../refuse-play.ts';
import { toPlayableState } from '../line-state.ts';
import { categoriesOfKind } from './listed-categories.ts';
import { channels, films, readFilm } from './listed-streams.ts';
import { allSeries, readSeriesWithEpisodes } from './listed-series.ts';
import type { PlayingLine } from '../player.sql.ts';
import { listsOfPanelApi } from './panel-api.ts';
import type { PlaylistCache } from './playlist-cache.ts';

interface PlayerApiQuery {
  readonly action: string;
  /** Reads a parameter by its name in the protocol. */
  readonly field: (name: string) => string;
  readonly baseUrl: string;
}

interface PlayerApiAction {
  readonly ctx: AppContext;
  readonly line: PlayingLine;
  readonly field: PlayerApiQuery['field'];
}

interface ListAction {
  /** Returns the cache key of a list that many lines share. Undefined for a call about one item. */
  readonly shared?: (question: PlayerApiAction) => string;
  readonly read: (question: PlayerApiAction) => Promise<unknown>;
}

const categories = (kind: CategoryKind): ListAction => ({
  shared: () => `categories-${kind}`,
  read: ({ ctx, line }) => categoriesOfKind(ctx, line, kind),
});

const inCategory = (
  name: string,
  read: (question: PlayerApiAction, categoryId: number | null) => Promise<unknown>,
): ListAction => ({
  shared: (question) => `${name}-${categoryOf(question) ?? 'all'}`,
  read: (question) => read(question, categoryOf(question)),
});

/** Actions of the protocol. Any other action, or none, is answered like a sign-in. */
const actions = new Map<string, ListAction>([
  ['get_live_categories', categories('live')],
  [
    'get_live_streams',
    inCategory('channels', ({ ctx, line }, categoryId) => channels(ctx, line, categoryId)),
  ],
  ['get_vod_categories', categories('film')],
  [
    'get_vod_streams',
    inCategory('films', ({ ctx, line }, categoryId) => films(ctx, line, categoryId)),
  ],
  [
    'get_vod_info',
    { read: ({ ctx, line, field }) => readFilm(ctx, line, parseId(field('vod_id')) ?? 0) },
  ],
  ['get_series_categories', categories('series')],
  [
    'get_series',
    inCategory('series', ({ ctx, line }, categoryId) => allSeries(ctx, line, categoryId)),
  ],
  [
    'get_series_info',
    {
      read: ({ ctx, line, field }) =>
        readSeriesWithEpisodes(ctx, line, parseId(field('series_id')) ?? 0),
    },
  ],
  [
    'get_short_epg',
    {
      read: ({ ctx, line, field }) =>
        shortGuide(ctx, line, parseId(field('stream_id')) ?? 0, parseId(field('limit')) ?? 4),
    },
  ],
  [
    'get_simple_data_table',
    { read: ({ ctx, line, field }) => guideTable(ctx, line, parseId(field('stream_id')) ?? 0) },
  ],
]);

const parseId = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/**
 * Returns the category id. Returns null, which selects every category, for 0 or a text that is no
 * number.
 */
const categoryOf = ({ field }: PlayerApiAction): number | null =>
  parseId(field('category_id')) || null;

const JSON_TYPE = 'application/json; charset=utf-8';
/** Action of a request to `panel_api.php`. */
const PANEL_API = 'panel_api';

const isActive = (ctx: AppContext, line: PlayingLine): boolean =>
  toPlayableState(line, ctx.clock.now()) === 'active';

interface PlayerApiRequest {
  readonly reply: FastifyReply;
  readonly line: PlayingLine | undefined;
  readonly query: PlayerApiQuery;
}

export async function answerPlayerApi(
  ctx: AppContext,
  lists: PlaylistCache,
  { reply, line, query }: PlayerApiRequest,
): Promise<FastifyReply> {
  const lister = actions.get(query.action);
  if (!lister) {
    const account = answerAccount(ctx, line, query.baseUrl);
    if (query.action !== PANEL_API || !line || !isActive(ctx, line)) return reply.send(account);
    const catalogue = await lists.json(line, PANEL_API, () => listsOfPanelApi(ctx, line));
    const body = Buffer.concat([
      Buffer.from(`${JSON.stringify(account).slice(0, -1)},`),
      catalogue.subarray(1),
    ]);
    return reply.type(JSON_TYPE).send(body);
  }
  if (!line) return markRefused(reply, 'unknown').send({ user_info: { auth: 0 } });
  const state = toPlayableState(line, ctx.clock.now());
  if (state !== 'active')
    return markRefused(reply, state).send({ user_info: { auth: 1, ...statuses[state] } });
  const question: PlayerApiAction = { ctx, line, field: query.field };
  if (!lister.shared) return reply.send(await lister.read(question));
  const body = await lists.json(line, lister.shared(question), () => lister.read(question));
  return reply.type(JSON_TYPE).send(body);
}
