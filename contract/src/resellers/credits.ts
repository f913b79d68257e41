/**
 * The log of an account's credit movements, and the financial statement.
 * Source: D2 §2.2, §3 Movement log; D3 §2 Financial statement; S-SHARED-19 to 24, S-EXTRACT, Q-EXTRACT.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, id, idParam, searchText, whole } from '../api/fields.ts';
import { exportStarted } from '../exports.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';

/** Reason of a movement as the ledger stores it; `reason_label` is its Portuguese text. */
export const movementKinds = ['received', 'given', 'spent', 'returned'] as const;

export const movementRow = z.object({
  id: z.int(),
  /** Credits: positive if the account received them, negative if it gave them. */
  amount: z.number(),
  /** Note of the account that moved them. */
  reason: z.string(),
  /** The reason in words: «Recarga», «Retirada», «Linha criada». */
  reasonLabel: z.string(),
  kind: z.enum(movementKinds),
  /**
   * Price of a credit in R$ for a sale; `billed` = amount × sale (S-SHARED-22), in either
   * direction.
   */
  sale: z.number().nullable(),
  billed: z.number().nullable(),
  /** «marcelo → nortetv» */
  fromTo: z.string(),
  /** Actor: the parent, the account itself, or an admin. */
  actor: z.string(),
  /** Balance of the account before and after; null for an admin, who has no wallet. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** User name of the sold or renewed line. */
  line: z.string().nullable(),
  registered: z.string(),
  /** Account of the movement; in a tree both sides of one entry may be listed. */
  reseller: z.string(),
  resellerId: z.int(),
});

/**
 * Columns by which movements are sorted. Date and id are the order in which they were written; the
 * others refuse more than 10,000 rows (`sort_too_many`).
 */
export const movementSorts = [
  'registered',
  'id',
  'amount',
  'billed',
  'from_to',
  'after',
  'reseller',
] as const;
export type MovementSort = (typeof movementSorts)[number];

const movementFilters = {
  kind: z.enum(movementKinds).optional().meta({ title: 'Tipo' }),
  /** Days, inclusive, in the panel's time zone: yyyy-mm-dd. */
  from: day('De').optional(),
  until: day('Até').optional(),
};

/** Newest first by default; `search` matches names, notes and, if it is a number, values. */
export const listMovements = endpoint({
  name: 'list-movements',
  method: 'GET',
  path: '/api/logs-reseller/:id',
  summary: 'As movimentações de créditos de uma revenda da própria rede, ou as próprias.',
  access: { profiles },
  params: idParam,
  query: pageQuery(movementSorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
    /** True for the account and all its descendants; for an admin all accounts. */
    tree: z.stringbool().optional().meta({ title: 'Rede' }),
    ...movementFilters,
  }),
  answer: pageSchema(movementRow).extend({
    id: z.int(),
    username: z.string(),
    isMaster: z.literal([0, 1]),
    /** Credits; null for an admin, who has no wallet. */
    balance: z.number().nullable(),
    /**
     * Start of the period that a search in a very large network covered; null if it covered all.
     */
    searchedSince: z.string().nullable(),
  }),
  errors: ['reseller_not_found', 'sort_too_many'],
});

export const exportMovements = endpoint({
  name: 'export-movements',
  method: 'POST',
  path: '/api/export-logs',
  summary: 'Gera a planilha Movimentacoes.xlsx das movimentações de uma revenda.',
  access: { profiles },
  body: z.object({
    id: whole('ID', 1),
    search: searchText(),
    tree: z.boolean().optional().meta({ title: 'Rede' }),
    ...movementFilters,
  }),
  answer: exportStarted,
  errors: ['tasks_too_many', 'reseller_not_found', 'nothing_to_export'],
});

/** Kinds of the statement's sums. Each has one direction: three incoming, the others outgoing. */
export const extractKinds = [
  'received',
  'given',
  'spent',
  'returned',
  // Returned by the deletion of an account; reversed, and received by the account, by its
  // restoration.
  'recovered',
  'undone',
  'reinstated',
] as const;

/** The words for them, in the same order. */
export const extractTypes = [
  'Recebido',
  'Enviado',
  'Consumido',
  'Devolvido',
  'Devolução recebida',
  'Devolução desfeita',
  'Restituído',
] as const;

/** A month of one account and one type: the documents' columns Mês, Total, Revenda, Via, Valor. */
export const extractRow = z.object({
  /** mm/yyyy */
  date: z.string(),
  amount: z.number(),
  reseller: z.string(),
  resellerId: z.int(),
  type: z.enum(extractTypes),
  /** Price in R$ of the sale; null if no price was given. */
  value: z.number().nullable(),
  /** Stable reference of the row, also in the export (Q-EXTRACT). */
  token: z.string(),
});

const extractSum = extractRow.pick({ type: true, amount: true, value: true });

export const extractSorts = ['date', 'amount', 'reseller', 'type', 'value', 'token'] as const;
export type ExtractSort = (typeof extractSorts)[number];

const month = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
  .optional()
  .meta({ title: 'Mês', example: '2026-12' });

/** A function, as `resellersQuery` is. */
const extractQuery = () =>
  z.object({
    /** By default the caller; for admins all accounts (Q-EXTRACTTARGET). */
    target: id('Revenda').optional(),
    /** True for the target's whole network. */
    tree: z.stringbool().optional().meta({ title: 'Rede' }),
    /** yyyy-mm; by default the last six months. */
    month,
    /** By default every type. */
    type: z.enum(extractTypes).optional().meta({ title: 'Via' }),
    search: searchText(),
    page: whole('Página', 1, 1_000_000).default(1),
    perPage: whole('Itens por página', 1, 100).default(30),
    sort: z.enum(extractSorts).default('date').meta({ title: 'Ordem' }),
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  });

export const getExtract = endpoint({
  name: 'get-extract',
  method: 'GET',
  path: '/api/extract',
  summary:
    'Extrato financeiro por mês, revenda e tipo, da própria rede ou, para a administração, de todos.',
  access: { profiles },
  query: extractQuery(),
  answer: z.object({
    extracts: z.array(extractRow),
    /** Sums by type over the whole filter, not only the page. */
    totals: z.array(extractSum),
    /** The same sums for each month with movements, newest first. */
    months: z.array(z.object({ date: extractRow.shape.date, sums: z.array(extractSum) })),
    /**
     * Accounts that can be chosen as target, the first ones by name; `search-resellers` finds more.
     */
    resellers: z.array(z.object({ id: z.int(), username: z.string() })),
    /** Months with movements, yyyy-mm, newest first. */
    dates: z.array(z.string()),
    total: z.int(),
    totalExact: z.boolean(),
    currentPage: z.int(),
    perPage: z.int(),
    lastPage: z.int(),
    /** Time of the last summing of the months, at most a minute ago; null before the first one. */
    asOf: z.string().nullable(),
  }),
  errors: ['reseller_not_found'],
});

export const exportExtract = endpoint({
  name: 'export-extract',
  method: 'POST',
  path: '/api/export-extract-financial',
  summary: 'O extrato financeiro em CSV (ExtratoFinanceiro.csv).',
  access: { profiles, grants: ['extract.export'] },
  /**
   * Sent empty, as in the documents, it includes everything visible to the caller. With any field
   * it has the meaning of `get-extract`, so that the file contains the screen's rows.
   */
  body: extractQuery()
    .omit({ page: true, perPage: true, tree: true, sort: true, dir: true })
    .extend({
      tree: z.boolean().optional().meta({ title: 'Rede' }),
    }),
  download: true,
  answer: z.undefined(),
  // M-50, as for guides and tickets.
  errors: ['reseller_not_found', 'no_items_to_export'],
});
