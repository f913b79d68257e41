/**
 * Acts on many lines of a platform. The lines are selected lines, or all lines that the filters of
 * a list find, on every page. A preview returns the numbers of rows, the cost, and the reasons of
 * rejected rows. Then a batch starts. The acting account pays once for each row (Q-CHARGE). The
 * specification has no such call.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { batchStarted } from '../batches.ts';
import { endpoint } from '../api/endpoint.ts';
import { described, flag, id, searchText, whole } from '../api/fields.ts';
import { paidFilter } from './line-payments.ts';
import {
  lineFilters,
  lineSorts,
  onlineFilter,
  termCredits,
  tickedLines,
  ownerOrAllFilter,
  timeFilters,
  statusNote,
} from './lines.ts';
import { platformKeys } from '../rules/platforms.ts';

export const bulkActs = [
  'extend',
  'switch-on',
  'switch-off',
  'end-of-day',
  'plan',
  'delete',
  'migrate',
] as const;
export type BulkAct = (typeof bulkActs)[number];

/** Act to execute, and the filters of the list that contains the lines. */
const bulk = z.object({
  platform: z.enum(platformKeys).meta({ title: 'Plataforma' }),
  resellerId: ownerOrAllFilter,
  search: searchText(),
  status: described(z.enum(lineFilters).optional().meta({ title: 'Status' }), statusNote('Ativo')),
  online: onlineFilter,
  ...timeFilters,
  paid: paidFilter,
  suspect: flag('Suspeitos').optional(),
  blocked: flag('Bloqueados por abuso').optional(),
  ids: tickedLines,
  /**
   * Order of the rows. If the credits do not cover all rows, the first rows in this order are
   * executed.
   */
  sort: z.enum(lineSorts).default('exp_date').meta({ title: 'Ordem' }),
  dir: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Sentido' }),
  act: z.enum(bulkActs).meta({ title: 'Ação' }),
  /** Credits per line for the act `extend`. */
  credits: termCredits.optional(),
  /** Package of the lines for the acts `plan` and `migrate`, on platforms with packages. */
  package: id('Pacote').optional(),
  /** Product of the lines for the acts `plan` and `migrate`, on platforms with products. */
  productId: id('Pacote').optional(),
  /** Target platform of the act `migrate`. */
  to: z.enum(platformKeys).optional().meta({ title: 'Plataforma de destino' }),
});

const refusals = [
  'reseller_not_found',
  'batch_too_large',
  'package_unknown',
  'platform_off',
  'limit_platform',
] as const;

export const previewBulkLines = endpoint({
  name: 'preview-bulk-lines',
  method: 'POST',
  path: '/api/bulk-lines/preview',
  summary: 'O que uma ação em lote faria: quantas linhas, quantas não e por quê, e quanto custa.',
  access: { profiles },
  body: bulk,
  answer: z.object({
    total: z.int(),
    /** Number of rows that the act accepts. The balance is not considered. */
    doable: z.int(),
    /** Number of accepted rows that the act would not change. */
    unchanged: z.int(),
    /** Number of accepted rows that are official and not expired. */
    running: z.int(),
    refused: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** Cost of one line in credits. `cost` is the cost of all accepted rows. */
    costEach: z.number(),
    cost: z.number(),
    /** Balance of the acting account in credits; null for an admin. */
    balance: z.number().nullable(),
    balanceAfter: z.number().nullable(),
    /** Number of rows that the credits cover. */
    enoughFor: z.int(),
    /**
     * Limit that the accepted rows exceed first: the balance, or a daily limit. Null if they exceed
     * no limit.
     */
    shortOf: z.enum(['balance', 'limit']).nullable(),
  }),
  errors: refusals,
});

export const startBulkLines = endpoint({
  name: 'start-bulk-lines',
  method: 'POST',
  path: '/api/bulk-lines',
  summary: 'Começa uma ação em lote; cada linha é feita e cobrada uma única vez.',
  access: { profiles },
  keyed: true,
  body: bulk.extend({
    /**
     * `total` of the preview that the user confirmed. The call is rejected if the number has
     * changed.
     */
    total: whole('Linhas', 1).optional(),
    /**
     * True if the caller accepts that the credits may not cover all rows. The last rows are then
     * rejected.
     */
    acceptPartial: flag('Aceita parcial').default(false),
  }),
  answer: batchStarted,
  errors: [
    ...refusals,
    'batch_empty',
    'selection_changed',
    'insufficient_credits',
    'batches_too_many',
    'key_reused',
  ],
});
