/**
 * An act on many lines of a platform: the ticked ones, or all that a list's filters show, on every
 * page. A preview returns the numbers, the reasons of refusals and the cost; then a batch starts.
 * The acting account pays, each row once (Q-CHARGE). Beyond the documents.
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
  whoseOrAll,
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

/** The lines, by the filters of their list, and the act. */
const bulk = z.object({
  platform: z.enum(platformKeys).meta({ title: 'Plataforma' }),
  resellerId: whoseOrAll,
  search: searchText(),
  status: described(z.enum(lineFilters).optional().meta({ title: 'Status' }), statusNote('Ativo')),
  online: onlineFilter,
  ...timeFilters,
  paid: paidFilter,
  suspect: flag('Suspeitos').optional(),
  blocked: flag('Bloqueados por abuso').optional(),
  ids: tickedLines,
  /** Order of the rows, which matters when credits run out. */
  sort: z.enum(lineSorts).default('exp_date').meta({ title: 'Ordem' }),
  dir: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Sentido' }),
  act: z.enum(bulkActs).meta({ title: 'Ação' }),
  /** For `extend`: credits per line. */
  credits: termCredits.optional(),
  /** For `plan` and `migrate` on platforms with packages. */
  package: id('Pacote').optional(),
  /** For `plan` and `migrate` on platforms with products. */
  productId: id('Pacote').optional(),
  /** For `migrate`: the target platform. */
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
    /** Number of possible rows, whatever the balance. */
    doable: z.int(),
    /** Number of possible rows without a change. */
    unchanged: z.int(),
    /** Number of possible rows that are official and not expired. */
    running: z.int(),
    refused: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** Credits for one line, and for all that would be done. */
    costEach: z.number(),
    cost: z.number(),
    /** Null for an admin. */
    balance: z.number().nullable(),
    balanceAfter: z.number().nullable(),
    /** Number of rows that the credits cover. */
    enoughFor: z.int(),
    /** The bound that is reached first: the balance, or a limit for the day. */
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
    /** `total` of the confirmed preview: another number is refused. */
    total: whole('Linhas', 1).optional(),
    /** The caller accepted that the credits do not cover all rows: the last ones are refused. */
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
