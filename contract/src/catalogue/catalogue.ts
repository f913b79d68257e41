/**
 * The catalogue for admins: channels, films and series, and the state of their sources. Source
 * lists are in catalogue-lists.ts, packages in catalogue-packages.ts, programme guides in
 * guides.ts.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, id, idParam, searchText, text, webAddress, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { task } from '../tasks.ts';
import { archiveSummary } from './archive.ts';

const admins = { profiles: ['admin'] } as const;
const messageAnswer = z.object({ message: z.string() });

/** Kind of a stream; a series is a set of episodes. */
export const streamKinds = ['live', 'film', 'episode'] as const;
export type StreamKind = (typeof streamKinds)[number];
/** Kinds of content a category can contain. */
export const categoryKinds = ['live', 'film', 'series'] as const;
export type CategoryKind = (typeof categoryKinds)[number];

export const details = z.object({
  plot: z.string().optional(),
  year: z.int().optional(),
  genre: z.string().optional(),
  cast: z.string().optional(),
  director: z.string().optional(),
  /** Rating from 0 to 10. */
  rating: z.number().optional(),
  durationSeconds: z.int().optional(),
});

const detailsBody = z.object({
  plot: text('Sinopse', 4000).optional(),
  year: whole('Ano', 1880, 2200).optional(),
  genre: text('Gênero', 200).optional(),
  cast: text('Elenco', 1000).optional(),
  director: text('Direção', 200).optional(),
  rating: z.number().min(0).max(10).optional().meta({ title: 'Nota' }),
  durationSeconds: whole('Duração', 0, 360_000).optional(),
});

/** State of a source at its last check. */
const sourceStates = ['unknown', 'ok', 'problem'] as const;

const catalogueStream = z.object({
  id: z.int(),
  kind: z.enum(streamKinds),
  number: z.int(),
  name: z.string(),
  icon: z.string(),
  categoryId: z.int(),
  categoryName: z.string(),
  epgChannelId: z.string(),
  /** Number of future programmes in the guide. */
  programmes: z.int(),
  isAdult: z.boolean(),
  hidden: z.boolean(),
  /** True if the last import of the list did not contain this stream any more. */
  gone: z.boolean(),
  listName: z.string(),
  sourceState: z.enum(sourceStates),
  sourceProblem: z.string(),
  sourceCheckedAtTimestamp: z.int().nullable(),
  details,
  /** Archive of the channel. Null for films and episodes. */
  archive: archiveSummary.nullable(),
  seriesId: z.int().nullable(),
  season: z.int().nullable(),
  episode: z.int().nullable(),
});
export type CatalogueStream = z.output<typeof catalogueStream>;

export const streamFilters = [
  'problem',
  'ok',
  'unknown',
  'hidden',
  'gone',
  'without-guide',
  'archive-problem',
] as const;

/**
 * Columns that sort the streams. `year` applies to films, and `guide` to channels. `source` sorts
 * by the state of the source.
 */
export const streamSorts = [
  'number',
  'name',
  'category',
  'guide',
  'year',
  'source',
  'list',
  'archive',
] as const;
export const seriesSorts = ['name', 'category', 'seasons', 'episodes', 'year'] as const;

export const listStreams = endpoint({
  name: 'list-streams',
  method: 'GET',
  path: '/api/catalogue/streams',
  summary: 'Canais, filmes ou episódios do catálogo.',
  access: admins,
  query: pageQuery(streamSorts).extend({
    kind: z.enum(streamKinds).default('live').meta({ title: 'Tipo' }),
    category: id('Categoria').optional(),
    list: id('Lista').optional(),
    series: id('Série').optional(),
    state: z.enum(streamFilters).optional().meta({ title: 'Situação' }),
  }),
  answer: pageSchema(catalogueStream),
  errors: [],
});

export const editStream = endpoint({
  name: 'edit-stream',
  method: 'PUT',
  path: '/api/catalogue/streams/:id',
  summary: 'Edita um canal, filme ou episódio; a próxima importação respeita o que foi editado.',
  access: admins,
  params: idParam,
  body: z.object({
    name: text('Nome', 200).optional(),
    number: whole('Número', 0, 999_999).optional(),
    /** Address of the picture. Null or empty text removes the picture. */
    icon: webAddress('Imagem').nullish(),
    categoryId: id('Categoria').optional(),
    epgChannelId: text('Canal no guia', 200).nullish(),
    isAdult: flag('Adulto').optional(),
    hidden: flag('Oculto').optional(),
    details: detailsBody.optional().meta({ title: 'Ficha' }),
  }),
  answer: catalogueStream.extend(messageAnswer.shape),
  errors: ['stream_not_found', 'category_not_found'],
});

const catalogueSeries = z.object({
  id: z.int(),
  name: z.string(),
  icon: z.string(),
  categoryId: z.int(),
  categoryName: z.string(),
  seasons: z.int(),
  episodes: z.int(),
  details,
});
export type CatalogueSeries = z.output<typeof catalogueSeries>;

export const listSeries = endpoint({
  name: 'list-series',
  method: 'GET',
  path: '/api/catalogue/series',
  summary: 'As séries do catálogo.',
  access: admins,
  query: pageQuery(seriesSorts).extend({
    category: id('Categoria').optional(),
    series: id('Série').optional(),
  }),
  answer: pageSchema(catalogueSeries),
  errors: [],
});

export const editSeries = endpoint({
  name: 'edit-series',
  method: 'PUT',
  path: '/api/catalogue/series/:id',
  summary: 'Edita uma série.',
  access: admins,
  params: idParam,
  body: z.object({
    name: text('Nome', 200).optional(),
    icon: webAddress('Imagem').nullish(),
    categoryId: id('Categoria').optional(),
    details: detailsBody.optional().meta({ title: 'Ficha' }),
  }),
  answer: catalogueSeries.extend(messageAnswer.shape),
  errors: ['series_not_found', 'category_not_found'],
});

export const checkSources = endpoint({
  name: 'check-sources',
  method: 'POST',
  path: '/api/catalogue/checks',
  summary:
    'Pergunta às origens se respondem: todas, as de uma categoria, de uma lista ou um só canal.',
  access: admins,
  body: z.object({
    kind: z.enum(streamKinds).optional().meta({ title: 'Tipo' }),
    category: id('Categoria').optional(),
    list: id('Lista').optional(),
    stream: id('Canal').optional(),
  }),
  answer: task,
  errors: ['tasks_too_many'],
});

/** Maximum number of channels that a select field offers, in the order of their names (Q-XCODE). */
export const CHANNEL_OPTIONS = 100;

export const listChannelOptions = endpoint({
  name: 'list-channel-options',
  method: 'GET',
  path: '/api/xcode-channels',
  summary: 'Os canais do catálogo para escolher: os primeiros cem por nome.',
  access: { profiles },
  query: z.object({ search: searchText() }),
  answer: z.object({ channels: z.array(z.object({ label: z.string(), value: z.int() })) }),
  errors: [],
});
