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

/** Kinds of movements, from the view of the account. */
export const movementKinds = ['received', 'given', 'spent', 'returned'] as const;

export const movementRow = z.object({
  id: z.int(),
  /** Credits, positive for the kind `received` and negative for the other kinds. */
  amount: z.number(),
  /** Note of the account that moved the credits. */
  reason: z.string(),
  /** Portuguese text of the reason: «Recarga», «Retirada», «Linha criada». */
  reasonLabel: z.string(),
  kind: z.enum(movementKinds),
  /**
   * Price of one credit in R$. Null if the movement is neither a sale nor the withdrawal of sold
   * credits. `billed` is amount × sale (S-SHARED-22).
   */
  sale: z.number().nullable(),
  billed: z.number().nullable(),
  /** Both accounts of the movement: «marcelo → nortetv». */
  fromTo: z.string(),
  /** User name of the account that acted: the parent, the account itself, or an admin. */
  actor: z.string(),
  /**
   * Balance of the account before the movement. `after` is the balance after it. Both are null for
   * an admin, who has no wallet.
   */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** User name of the sold or renewed line. */
  line: z.string().nullable(),
  registered: z.string(),
  /** Account of the movement. The list of a tree may contain both sides of one entry. */
  reseller: z.string(),
  resellerId: z.int(),
});

/**
 * Columns by which movements can be sorted. Date and id give the order in which the rows were
 * written. The other columns refuse more than 10,000 rows (`sort_too_many`).
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

/**
 * Lists movements, by default the newest first. `search` matches names and notes, and amounts if it
 * is a number.
 */
export const listMovements = endpoint({
  name: 'list-movements',
  method: 'GET',
  path: '/api/logs-reseller/:id',
  summary: 'As movimentações de créditos de uma revenda da própria rede, ou as próprias.',
  access: { profiles },
  params: idParam,
  query: pageQuery(movementSorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
    /**
     * True lists the movements of the account and all its descendants; for an admin those of all
     * accounts.
     */
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
     * Beginning of the searched period. A search in a very large network covers only a part of the
     * movements. Null if all movements were searched.
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

/**
 * Kinds of the sums in the statement. `received`, `recovered` and `reinstated` are incoming
 * credits, and the other kinds are outgoing.
 */
export const extractKinds = [
  'received',
  'given',
  'spent',
  'returned',
  // `recovered`: credits of a deleted account, moved to its parent. `undone`: the same credits,
  // moved back after a restoration. `reinstated`: credits of the account after its own restoration,
  // and refunds.
  'recovered',
  'undone',
  'reinstated',
] as const;

/** Portuguese names of the kinds, in the same order. */
export const extractTypes = [
  'Recebido',
  'Enviado',
  'Consumido',
  'Devolvido',
  'Devolução recebida',
  'Devolução desfeita',
  'Restituído',
] as const;

/**
 * Sum of one account, month and type. The columns of the specification are Mês, Total, Revenda,
 * Via, Valor.
 */
export const extractRow = z.object({
  /** mm/yyyy */
  date: z.string(),
  amount: z.number(),
  reseller: z.string(),
  resellerId: z.int(),
  type: z.enum(extractTypes),
  /** Price of one credit in R$; null if the movement had no price. */
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

/**
 * Returns the schema of the query. It is a function, because the build of the panel removes the
 * queries of calls (see `resellersQuery`).
 */
const extractQuery = () =>
  z.object({
    /**
     * Account of the statement. Default: the caller, and for an admin all accounts
     * (Q-EXTRACTTARGET).
     */
    target: id('Revenda').optional(),
    /** True includes the whole network of the target. */
    tree: z.stringbool().optional().meta({ title: 'Rede' }),
    /** Month as yyyy-mm. Default: the last six months. */
    month,
    /** Type of movement. Default: every type. */
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
    /**
     * Time at which the sums were computed, at most a minute ago. Null before the first
     * computation.
     */
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
   * An empty body exports everything that the caller may see, as the specification says. A body
   * with any field has the same meaning as in `get-extract`, so that the file contains the rows of
   * the screen.
   */
  body: extractQuery()
    .omit({ page: true, perPage: true, tree: true, sort: true, dir: true })
    .extend({
      tree: z.boolean().optional().meta({ title: 'Rede' }),
    }),
  download: true,
  answer: z.undefined(),
  // An empty export returns the text M-50, as exports of guides and tickets do.
  errors: ['reseller_not_found', 'no_items_to_export'],
});
