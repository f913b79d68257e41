/**
 * Activity log «Logs Geral», which shows the events. Source: D2 §2.8, §3, §9; K-42, K-43,
 * Q-LOGSCOPE.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { id, idParam, searchText, whole } from './api/fields.ts';
import { pageSchema, pageQuery } from './api/paging.ts';

/** Types of the filter: -1 all, 1 IPTV, 2 P2P, 4 DNS Premium (needs a grant), 10 Créditos. */
export const logTypes = [-1, 1, 2, 4, 10] as const;
export type LogType = (typeof logTypes)[number];

/**
 * First year of the filter. The years up to the current one follow. The filter contains at least
 * the years until 2025 (Q-LOGYEARS).
 */
export const FIRST_LOG_YEAR = 2022;

export const logRow = z.object({
  /** Id of the event; null without the grant `logs.ids`. */
  id: z.int().nullable(),
  /**
   * Type of the event: 1, 2, 4 or 10. Other events have 0, such as sign-ins and changes of
   * accounts.
   */
  source: z.literal([0, 1, 2, 4, 10]),
  /** User name of the account that the event belongs to. */
  revenda: z.string(),
  revendaId: z.int().nullable(),
  /** User name of the affected line or account. */
  usuario: z.string(),
  /** User name of the account that acted. Empty if the account of the event acted itself. */
  autor: z.string(),
  /** HTML that the server makes from escaped values (Q-HTMLXSS). */
  acao: z.string(),
  date: z.string(),
  ip: z.string(),
});

/** Groups of line events. Home and reports count the events of these groups (Q-COUNTS). */
export const eventGroups = ['new', 'test', 'imported', 'migrated', 'renewed'] as const;
export type EventGroup = (typeof eventGroups)[number];

const logFilters = {
  /**
   * Month of the events; `year` is its year. Default: the current month in the panel's time zone.
   */
  month: whole('Mês', 1, 12).optional(),
  year: whole('Ano', FIRST_LOG_YEAR, 2100).optional(),
  logType: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,2}$/)
        .transform(Number),
    ])
    .pipe(z.literal(logTypes))
    .default(-1)
    .meta({ title: 'Tipo' }),
  group: z.enum(eventGroups).optional().meta({ title: 'Acontecimento' }),
  /**
   * Id of an account in the caller's tree. If absent, the caller and all descendants are selected.
   */
  reseller: id('Revenda').optional(),
  search: searchText('Filtro'),
};

/**
 * Columns that sort the log. All columns except the date reject more than 10,000 rows
 * (`sort_too_many`).
 */
export const logSorts = ['date', 'id', 'source', 'revenda', 'usuario', 'acao', 'ip'] as const;
export type LogSort = (typeof logSorts)[number];

export const getLog = endpoint({
  name: 'get-log',
  method: 'GET',
  path: '/api/log',
  summary: 'O que aconteceu na própria rede em um mês.',
  access: { profiles },
  query: z.object({
    ...logFilters,
    page: whole('Página', 1, 1_000_000).default(1),
    perPage: whole('Itens por página', 1, 100).default(10),
    sort: z.enum(logSorts).default('date').meta({ title: 'Ordem' }),
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  }),
  answer: z.object({
    logs: z.array(logRow),
    /**
     * Accounts for the filter, sorted by name. Contains only the first ones; `search-resellers`
     * finds the others.
     */
    resellers: z.array(z.object({ id: z.int(), username: z.string() })),
    total: z.int(),
    totalExact: z.boolean(),
    currentPage: z.int(),
    perPage: z.int(),
    lastPage: z.int(),
  }),
  errors: ['reseller_not_found', 'forbidden', 'sort_too_many'],
});

export const exportLog = endpoint({
  name: 'export-log',
  method: 'POST',
  path: '/api/export-logs-all',
  summary: 'Os logs de um mês em CSV (Logs.csv).',
  access: { profiles, grants: ['logs.export'] },
  body: z.object(logFilters),
  download: true,
  answer: z.undefined(),
  errors: ['reseller_not_found', 'forbidden', 'nothing_to_export'],
});

const accessRow = z.object({
  ip: z.string(),
  date: z.string(),
  /** Device from the browser's user agent: «Chrome no Android». */
  device: z.string(),
  /** True if the sign-in succeeded. */
  entered: z.boolean(),
});

export const accessSorts = ['date', 'ip', 'entered', 'device'] as const;

export const listAccesses = endpoint({
  name: 'list-accesses',
  method: 'GET',
  path: '/api/access-logs-reseller/:id',
  summary: 'De onde uma revenda da própria rede entrou no painel.',
  access: { profiles },
  params: idParam,
  query: pageQuery(accessSorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(accessRow).extend({ id: z.int(), username: z.string() }),
  errors: ['reseller_not_found', 'sort_too_many'],
});
