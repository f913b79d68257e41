/**
 * Live sources of channels for admins: their order, quality and state. A channel uses its first
 * source that works.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, idParam, webAddress } from '../api/fields.ts';
import { pageQuery, pageSchema } from '../api/paging.ts';
import { task } from '../tasks.ts';
import { headerLines } from './catalogue-lists.ts';

const admins = { profiles: ['admin'] } as const;

/** Maximum number of sources of one channel. */
export const MAX_CHANNEL_SOURCES = 10;

/**
 * States of a source. `ok`: the source works. `problem`: its last check failed. `returning`: it
 * works again, but not long enough yet to be used. `unknown`: it was never checked.
 */
export const channelSourceStates = ['ok', 'problem', 'returning', 'unknown'] as const;

/**
 * States of a channel. `ok`: all sources work. `fallback`: the channel does not use its first
 * source. `partial`: an unused source has a problem. `lost`: no source works. `unknown`: no check
 * has run yet.
 */
export const channelStates = ['ok', 'fallback', 'partial', 'lost', 'unknown'] as const;
export type ChannelState = (typeof channelStates)[number];

/**
 * Filters by state. `problem` selects every state except `ok` and `unknown`. `several` selects
 * channels with more than one source.
 */
export const channelSourceFilters = ['problem', 'lost', 'fallback', 'unknown', 'several'] as const;
export const channelSourceSorts = ['number', 'name', 'state', 'quality', 'rate', 'delay'] as const;

const quality = {
  /** Name of the format, such as H.264. Empty if it was not read. */
  video: z.string(),
  audio: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  bitsPerSecond: z.int().nullable(),
  /** Time in ms until the first bytes arrived at the last check. */
  firstByteMs: z.int().nullable(),
};

const channelSourcesRow = z.object({
  id: z.int(),
  number: z.int(),
  name: z.string(),
  icon: z.string(),
  categoryName: z.string(),
  state: z.enum(channelStates),
  sources: z.int(),
  /** Number of sources without a problem. */
  working: z.int(),
  /** Position of the source in use, counted from 1. */
  activePosition: z.int(),
  /** Host of the source in use; empty for a built-in source. */
  activeHost: z.string(),
  ...quality,
  /** Problem of the source in use. If that source works: problem of the first source. */
  problem: z.string(),
  checkedAtTimestamp: z.int().nullable(),
  failedAtTimestamp: z.int().nullable(),
});
export type ChannelSourcesRow = z.output<typeof channelSourcesRow>;

export const listChannelSources = endpoint({
  name: 'list-channel-sources',
  method: 'GET',
  path: '/api/catalogue/channel-sources',
  summary: 'As fontes de cada canal: a que está em uso, a qualidade e a situação dela.',
  access: admins,
  query: pageQuery(channelSourceSorts).extend({
    category: id('Categoria').optional(),
    list: id('Lista').optional(),
    state: z.enum(channelSourceFilters).optional().meta({ title: 'Situação' }),
  }),
  answer: pageSchema(channelSourcesRow),
  errors: [],
});

const channelSource = z.object({
  id: z.int(),
  /**
   * Shortened address: the host and the last part, without the login. Empty for a built-in source.
   */
  shown: z.string(),
  /** Names of the request headers of this source. */
  headers: z.string(),
  /** True for the source that the list of the channel defines. This source cannot be removed. */
  isOwn: z.boolean(),
  /** True if an import of a list created the source. Later imports update it. */
  imported: z.boolean(),
  active: z.boolean(),
  state: z.enum(channelSourceStates),
  problem: z.string(),
  ...quality,
  checkedAtTimestamp: z.int().nullable(),
  failedAtTimestamp: z.int().nullable(),
  /** Reason of the last failure. Empty if the source has not failed yet. */
  failure: z.string(),
  /** Time until which the channel does not use this source again. Null without such a time. */
  heldUntilTimestamp: z.int().nullable(),
});
export type ChannelSource = z.output<typeof channelSource>;

const channelSources = z.object({
  id: z.int(),
  number: z.int(),
  name: z.string(),
  icon: z.string(),
  listName: z.string(),
  state: z.enum(channelStates),
  sources: z.array(channelSource),
  /** Check of this channel that is running now. */
  task: task.nullable(),
});
export type ChannelSources = z.output<typeof channelSources>;

export const getChannelSources = endpoint({
  name: 'get-channel-sources',
  method: 'GET',
  path: '/api/catalogue/streams/:id/sources',
  summary: 'As fontes de um canal em ordem, com o que a última verificação mediu.',
  access: admins,
  params: idParam,
  answer: channelSources,
  errors: ['stream_not_found'],
});

const sourceBody = z.object({
  /** Id of an existing source. Absent for a new source. */
  id: id('Fonte').optional(),
  /** Address of a new source. The address of an existing source cannot be changed. */
  address: webAddress('Endereço').optional(),
  /** Request headers of a new source, one per line. */
  headers: headerLines.optional(),
});

export const editChannelSources = endpoint({
  name: 'edit-channel-sources',
  method: 'PUT',
  path: '/api/catalogue/streams/:id/sources',
  summary: 'Muda a ordem das fontes de um canal, adiciona ou remove fontes.',
  access: admins,
  params: idParam,
  body: z.object({
    sources: z.array(sourceBody).min(1).max(MAX_CHANNEL_SOURCES).meta({ title: 'Fontes' }),
  }),
  answer: channelSources.extend({ message: z.string() }),
  errors: ['stream_not_found'],
});
