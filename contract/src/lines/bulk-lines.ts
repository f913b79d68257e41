/**
 * An act on many lines of a platform: the selected lines, or all lines that the filters of a list
 * find, on every page. A preview returns the numbers, the reasons of refusals and the cost. Then a
 * batch starts. The acting account pays each row once (Q-CHARGE). The specification has no such
 * call.
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

/** The act, and the lines as the filters of their list. */
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
  /** Order of the rows. If the credits do not cover all rows, the first rows are done. */
  sort: z.enum(lineSorts).default('exp_date').meta({ title: 'Ordem' }),
  dir: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Sentido' }),
  act: z.enum(bulkActs).meta({ title: 'Ação' }),
  /** Credits per line; for `extend`. */
  credits: termCredits.optional(),
  /** Package of the lines; for `plan` and `migrate` on platforms with packages. */
  package: id('Pacote').optional(),
  /** Product of the lines; for `plan` and `migrate` on platforms with products. */
  productId: id('Pacote').optional(),
  /** Target platform; for `migrate`. */
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
    /** Number of possible rows, without regard to the balance. */
    doable: z.int(),
    /** Number of possible rows that the act would not change. */
    unchanged: z.int(),
    /** Number of possible rows that are official and not expired. */
    running: z.int(),
    refused: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** `costEach` is the cost of one line in credits, `cost` the cost of all possible rows. */
    costEach: z.number(),
    cost: z.number(),
    /** Balance of the acting account in credits; null for an admin. */
    balance: z.number().nullable(),
    balanceAfter: z.number().nullable(),
    /** Number of rows that the credits cover. */
    enoughFor: z.int(),
    /**
     * Limit that is reached first: the balance, or a limit for the day. Null if neither is reached.
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
    /** `total` of the confirmed preview. The call is rejected if the number differs now. */
    total: whole('Linhas', 1).optional(),
    /**
     * True if the caller accepts that the credits do not cover all rows. The last rows are then
     * refused.
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
