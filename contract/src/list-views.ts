/**
 * Settings of the panel's lists, stored for each account: columns, order and page size. A saved
 * view also contains a name, filters and sort order. An account can access only its own settings.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { flag, idParam, text, whole } from './api/fields.ts';
import { MAX_PAGE_SIZE } from './api/paging.ts';

/** Every list of the panel that has settings. */
export const listNames = [
  'lines-iptv',
  'lines-p2p',
  'lines-new-p2p',
  'lines-abuse',
  'resellers',
  'movements',
  'accesses',
  'log',
  'extract',
  'duplicates',
  'second-factors',
  'streams-live',
  'channel-sources',
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
  'boxes',
  'blocked-ips',
  'blocked-attempts',
  'exempt-networks',
  'balancers',
  'games',
  'hostname-logs',
  'hostnames',
  'collected-hostnames',
  'dns-balancers',
  'cnames',
  'recharges',
  'recurring-pix',
  'coupons',
  'referrals',
  'invitations',
  'reminders',
  'tickets',
  'unread-recipients',
  'portal-tickets',
  'api-keys',
  'webhooks',
  'line-servers',
  'line-differences',
  'line-pushes',
  'number-rows',
  'storefront-requests',
  'storefront-sales',
  'storefront-visits',
  'win-back-rows',
  'win-back-history',
] as const;
export type ListName = (typeof listNames)[number];

/** Maximum number of views for one list and account. */
export const MAX_VIEWS = 30;
/** Maximum number of characters of one view as JSON. */
const MAX_SETTINGS_LENGTH = 4_000;

/** Heights of the rows of a table in px. */
export const rowHeights = [40, 48, 56] as const;
export type RowHeight = (typeof rowHeights)[number];

export const DEFAULT_ROW_HEIGHT: RowHeight = 48;

const columnKeys = (label: string) =>
  z
    .array(z.string().regex(/^[a-z0-9_]{1,40}$/))
    .max(40)
    .default([])
    .meta({ title: label });

/**
 * Settings of a list. A column that was added later and is not in the settings appears at its
 * declared position.
 */
export const listSettings = z
  .object({
    /** Keys of the columns in their order. */
    order: columnKeys('Ordem das colunas'),
    hidden: columnKeys('Colunas ocultas'),
    /** Columns that are shown although the list hides them by default. */
    shown: columnKeys('Colunas mostradas'),
    perPage: whole('Itens por página', 1, MAX_PAGE_SIZE).optional(),
    /** Height of the rows of a table in px. Without it the default height applies. */
    rowHeight: z
      .literal([...rowHeights])
      .optional()
      .meta({ title: 'Altura das linhas' }),
    /** Filters and sort order in the format of the URL. Only a view contains them. */
    address: z
      .record(
        z.string().regex(/^[a-zA-Z_]{1,40}$/),
        z.union([z.string().max(200), z.number(), z.boolean()]),
      )
      .optional()
      .meta({ title: 'Filtros' }),
  })
  .refine((settings) => JSON.stringify(settings).length <= MAX_SETTINGS_LENGTH, {
    error: 'Esta visão guarda filtros demais.',
  })
  .refine(({ address }) => Object.values(address ?? {}).every(isStorable), {
    error: 'O campo Filtros não esta no formato correto.',
  });
export type ListSettings = z.output<typeof listSettings>;

/**
 * Returns false for text that PostgreSQL cannot store, and for numbers such as 1e300. PostgreSQL
 * would store such a number with three hundred digits.
 */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : !/e[+-]/.test(String(value));

export const listView = z.object({
  id: z.int(),
  name: z.string(),
  /** True if this view is applied when the list opens without parameters in its URL. */
  isDefault: z.boolean(),
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
    /** Settings of the list without a view. Null if the account has not changed them. */
    arrangement: listSettings.nullable(),
    views: z.array(listView),
  }),
  errors: [],
});

/**
 * Saves a view, or the settings of the list if no name is sent. Replaces a view of the same name.
 */
export const saveListView = endpoint({
  name: 'save-list-view',
  method: 'PUT',
  path: '/api/list-views',
  summary: 'Guarda como a lista está, ou uma visão com nome.',
  access: { profiles },
  body: z.object({
    list,
    name: text('Nome da visão', 60).optional(),
    settings: listSettings.meta({ title: 'Arranjo da lista' }),
    isDefault: flag('Visão padrão').default(false),
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
