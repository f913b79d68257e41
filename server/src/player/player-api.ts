/**
 * `player_api.php`: what apps ask with one name and password (reference: the XC protocol). Types are
 * part of the protocol: where it says string, numbers are sent as text.
 */
import type { CategoryKind } from '@ramal/contract/catalogue';
import type { FastifyReply } from 'fastify';
import type { House } from '../foundation/house.ts';
import { answerAccount } from './account.ts';
import { guideTable, shortGuide } from './guide.ts';
import { standingOf } from './line-state.ts';
import { categoriesOfKind } from './listed-categories.ts';
import { channels, films, oneFilm } from './listed-streams.ts';
import { allSeries, oneSeriesWithEpisodes } from './listed-series.ts';
import type { PlayingLine } from './player.sql.ts';
import type { SharedLists } from './remembered-lists.ts';

export interface Asked {
  readonly action: string;
  /** Parameters by their names on the wire. */
  readonly field: (name: string) => string;
  readonly baseUrl: string;
}

export interface Question {
  readonly house: House;
  readonly line: PlayingLine;
  readonly field: Asked['field'];
}

interface Lister {
  /** A list many lines share, by what it depends on; absent for what is asked about one thing. */
  readonly shared?: (question: Question) => string;
  readonly read: (question: Question) => Promise<unknown>;
}

const categories = (kind: CategoryKind): Lister => ({
  shared: () => `categories-${kind}`,
  read: ({ house, line }) => categoriesOfKind(house, line, kind),
});

const inCategory = (
  name: string,
  read: (question: Question, categoryId: number | null) => Promise<unknown>,
): Lister => ({
  shared: (question) => `${name}-${categoryOf(question) ?? 'all'}`,
  read: (question) => read(question, categoryOf(question)),
});

/** What an app can ask; anything else, or nothing, is answered as a sign-in. */
const actions = new Map<string, Lister>([
  ['get_live_categories', categories('live')],
  [
    'get_live_streams',
    inCategory('channels', ({ house, line }, categoryId) => channels(house, line, categoryId)),
  ],
  ['get_vod_categories', categories('film')],
  [
    'get_vod_streams',
    inCategory('films', ({ house, line }, categoryId) => films(house, line, categoryId)),
  ],
  [
    'get_vod_info',
    { read: ({ house, line, field }) => oneFilm(house, line, idIn(field('vod_id')) ?? 0) },
  ],
  ['get_series_categories', categories('series')],
  [
    'get_series',
    inCategory('series', ({ house, line }, categoryId) => allSeries(house, line, categoryId)),
  ],
  [
    'get_series_info',
    {
      read: ({ house, line, field }) =>
        oneSeriesWithEpisodes(house, line, idIn(field('series_id')) ?? 0),
    },
  ],
  [
    'get_short_epg',
    {
      read: ({ house, line, field }) =>
        shortGuide(house, line, idIn(field('stream_id')) ?? 0, idIn(field('limit')) ?? 4),
    },
  ],
  [
    'get_simple_data_table',
    { read: ({ house, line, field }) => guideTable(house, line, idIn(field('stream_id')) ?? 0) },
  ],
]);

const idIn = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** 0, or anything that is no number, asks for every category. */
const categoryOf = ({ field }: Question): number | null => idIn(field('category_id')) || null;

export async function answerPlayerApi(
  house: House,
  lists: SharedLists,
  reply: FastifyReply,
  line: PlayingLine | undefined,
  asked: Asked,
): Promise<FastifyReply> {
  const lister = actions.get(asked.action);
  if (!lister) return reply.send(answerAccount(house, line, asked.baseUrl));
  if (!line || standingOf(line, house.clock.now()) !== 'active') return reply.code(403).send();
  const question: Question = { house, line, field: asked.field };
  if (!lister.shared) return reply.send(await lister.read(question));
  const body = await lists.json(line, lister.shared(question), () => lister.read(question));
  return reply.type('application/json; charset=utf-8').send(body);
}
