/** Rows that a figure counts. The sum of the rows equals the figure to the cent. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { exportStarted } from '../exports.ts';
import { lineOrigins } from '../lines/line-origins.ts';
import { platformKeys } from '../rules/platforms.ts';
import { costKinds } from './costs.ts';
import { figureKeys, lossReasons, priceSources } from './figures.ts';
import { lineFilters, month, periodField, scopeField } from './filters.ts';
import { figure } from './numbers.ts';

/**
 * Kinds of rows. Figures about profit and corrections have rows of payments and costs. The forecast
 * has due lines and one row for new customers. Every other figure has rows of one kind.
 */
export const rowKinds = ['customer', 'trial', 'payment', 'cost', 'due', 'newcomers'] as const;

export const numberRow = z.object({
  /** Unique within the list. */
  key: z.string(),
  kind: z.enum(rowKinds),
  /** Id of the line. Null if the line was erased or if the row has no line. */
  lineId: z.int().nullable(),
  platform: z.enum(platformKeys).nullable(),
  /** User name, customer name and contact. Null if the owner does not show them to the reader. */
  username: z.string().nullable(),
  name: z.string().nullable(),
  whatsapp: z.string().nullable(),
  reseller: z.string(),
  /** Days of the plan; null for rows without one. */
  plan: z.int().nullable(),
  origin: z.enum(lineOrigins).nullable(),
  /** First payment of the customer in Unix seconds. */
  sinceTimestamp: z.int().nullable(),
  /**
   * Time of the row in Unix seconds. Its meaning depends on the kind: start, end, payment, expected
   * payment or day of the cost.
   */
  atTimestamp: z.int().nullable(),
  /**
   * Contribution of the row to the figure in cents, with its sign. Null for tests and for lines of
   * other accounts.
   */
  cents: z.int().nullable(),
  /**
   * Monthly price at the start of the period, for rows of the figure `changed`. `afterCents` is the
   * price at the end of the period. In the forecast: full price of the due line.
   */
  beforeCents: z.int().nullable(),
  afterCents: z.int().nullable(),
  priceSource: z.enum(priceSources).nullable(),
  reason: z.enum(lossReasons).nullable(),
  /** Current state of the line. `paused` means that the line is switched off before its expiry. */
  now: z
    .enum(['active', 'paused', 'expired', 'deleted', 'refunded', 'blocked', 'trial', 'erased'])
    .nullable(),
  /**
   * Start of the current state in Unix seconds. Null for `active`, `paused`, `trial` and `erased`.
   */
  nowSinceTimestamp: z.int().nullable(),
  /**
   * Duration of a test in hours. `device`, `giver` and `converted` also belong to tests. They
   * contain the device, the creating account, and whether the customer paid.
   */
  hours: z.int().nullable(),
  device: z.string().nullable(),
  giver: z.string().nullable(),
  converted: z.boolean().nullable(),
  method: z.enum(['pix', 'card', 'manual']).nullable(),
  costKind: z.enum(costKinds).nullable(),
  /** Name of a cost, or a note about the row. */
  text: z.string(),
  /** True if the row concerns a closed month. */
  correction: z.boolean(),
});
export type NumberRow = z.output<typeof numberRow>;

export const numberRowSorts = [
  'at',
  'name',
  'plan',
  'since',
  'cents',
  'origin',
  'reseller',
] as const;
export type NumberRowSort = (typeof numberRowSorts)[number];

const rowFilters = {
  scope: scopeField,
  period: periodField,
  ...lineFilters,
  reason: z.enum(lossReasons).optional().meta({ title: 'Motivo' }),
  /** For the figures of a network: lists only the lines of this reseller and of its descendants. */
  resellerId: whole('Revenda', 1).optional(),
  /**
   * Selects a cell of the cohort table: month of the first payment. `age` is the number of months
   * after it. Without a month, selects all closed cells of this age.
   */
  cohort: month('Mês de entrada').optional(),
  age: whole('Meses depois', 1, 60).optional(),
  /** Part of a rate whose rows are listed. Default: the numerator. */
  part: z.enum(['numerator', 'denominator', 'rest']).default('numerator').meta({
    title: 'Parte',
    description:
      'numerator: quem a taxa conta. denominator: todos de quem ela parte. rest: os demais.',
  }),
};

const figureParam = z.object({ figure: z.enum(figureKeys).meta({ title: 'Número' }) });

export const listNumberRows = endpoint({
  name: 'list-number-rows',
  method: 'GET',
  path: '/api/numbers/rows/:figure',
  summary: 'As linhas, os pagamentos ou os custos que um número conta. A soma é o número.',
  access: { profiles },
  params: figureParam,
  query: pageQuery(numberRowSorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
    ...rowFilters,
  }),
  answer: pageSchema(numberRow).extend({
    figure,
    /**
     * Sum of all rows on all pages with these filters. Null for a network, whose amounts are not
     * shown.
     */
    sumCents: z.int().nullable(),
    /**
     * Number of rows for each reason. The filter by reason does not change these numbers. Empty for
     * figures without reasons.
     */
    reasons: z.array(z.object({ reason: z.enum(lossReasons), count: z.int() })),
    /** First and last day of the period, yyyy-mm-dd. */
    from: z.string(),
    until: z.string(),
    /** Time at which the month was closed, in Unix seconds. Null while its figures can change. */
    closedAtTimestamp: z.int().nullable(),
    asOfTimestamp: z.int().nullable(),
  }),
  errors: ['sort_too_many', 'reseller_not_found'],
});

export const exportNumberRows = endpoint({
  name: 'export-number-rows',
  method: 'POST',
  path: '/api/numbers/rows/:figure/export',
  summary: 'Gera a planilha Numeros.xlsx com as linhas de um número.',
  access: { profiles },
  params: figureParam,
  body: z.object(rowFilters),
  answer: exportStarted,
  errors: ['tasks_too_many', 'nothing_to_export', 'reseller_not_found'],
});
