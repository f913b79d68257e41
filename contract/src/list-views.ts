/**
 * How each person has the panel's lists: which columns, in which order, how many rows; and views,
 * which are that with a name, and the filters and order of their address. One's own alone.
 */
import { z } from 'zod';
import { profiles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { flag, idParam, text, whole } from './fields.ts';
import { LARGEST_PAGE } from './paging.ts';

/** Every list of the panel that can be arranged. */
export const listNames = [
  'lines-iptv',
  'lines-p2p',
  'lines-new-p2p',
  'lines-abuse',
  'resellers',
  'movements',
  'accesses',
  'log',
  'duplicates',
  'second-factors',
  'streams-live',
  'streams-film',
  'streams-episode',
  'series',
  'categories',
  'bouquets',
  'packages',
  'source-lists',
  'guides',
  'import-entries',
  'batches',
  'batch-rows',
  'exemptions',
  'devices',
] as const;
export type ListName = (typeof listNames)[number];

/** Of one list and account. */
export const MOST_VIEWS = 30;
/** Characters of what one view holds, written as JSON. */
const LARGEST_SETTINGS = 4_000;

const columnKeys = (label: string) =>
  z
    .array(z.string().regex(/^[a-z0-9_]{1,40}$/))
    .max(40)
    .default([])
    .meta({ title: label });

/** Columns that are named nowhere stand as the list declares them: new ones appear by themselves. */
export const listSettings = z
  .object({
    /** Keys of columns from the first on. */
    order: columnKeys('Ordem das colunas'),
    hidden: columnKeys('Colunas ocultas'),
    /** Shown although the list leaves them out by itself. */
    shown: columnKeys('Colunas mostradas'),
    per_page: whole('Itens por página', 1, LARGEST_PAGE).optional(),
    /** Of a view alone: filters and order, as they stand in the address. */
    address: z
      .record(
        z.string().regex(/^[a-zA-Z_]{1,40}$/),
        z.union([z.string().max(200), z.number(), z.boolean()]),
      )
      .optional()
      .meta({ title: 'Filtros' }),
  })
  .refine((settings) => JSON.stringify(settings).length <= LARGEST_SETTINGS, {
    error: 'Esta visão guarda filtros demais.',
  })
  .refine(({ address }) => Object.values(address ?? {}).every(isStorable), {
    error: 'O campo Filtros não esta no formato correto.',
  });
export type ListSettings = z.output<typeof listSettings>;

/** A number is kept written out: 1e300 would take three hundred digits where it is. */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : !/e[+-]/.test(String(value));

export const listView = z.object({
  id: z.int(),
  name: z.string(),
  /** The list opens with it when its address asks for nothing. */
  is_default: z.boolean(),
  settings: listSettings,
});
export type ListView = z.output<typeof listView>;

const list = z.enum(listNames).meta({ title: 'Lista' });

export const getListViews = endpoint({
  name: 'get-list-views',
  method: 'GET',
  path: '/api/list-views',
  summary: 'Colunas, tamanho da página e visões que a própria conta guardou de uma lista.',
  access: { profiles },
  query: z.object({ list }),
  answer: z.object({
    /** As the list stands without a view; null until something was changed. */
    arrangement: listSettings.nullable(),
    views: z.array(listView),
  }),
  errors: [],
});

/** Without a name it is how the list stands; a view of the same name is replaced. */
export const saveListView = endpoint({
  name: 'save-list-view',
  method: 'PUT',
  path: '/api/list-views',
  summary: 'Guarda como a lista está, ou uma visão com nome.',
  access: { profiles },
  body: z.object({
    list,
    name: text('Nome da visão', 60).optional(),
    settings: listSettings,
    is_default: flag('Visão padrão').default(false),
  }),
  answer: z.object({ id: z.int() }),
  errors: ['list_views_full'],
});

export const deleteListView = endpoint({
  name: 'delete-list-view',
  method: 'DELETE',
  path: '/api/list-views/:id',
  summary: 'Apaga uma visão.',
  access: { profiles },
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['list_view_not_found'],
});
