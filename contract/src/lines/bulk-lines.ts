/**
 * One act on many lines of a platform: those that were ticked, or all that a list's filters show, on
 * every page. It is looked at first (how many, how many not and why, what it costs), then begun as a
 * batch. Whoever acts pays, each row once (Q-CHARGE). Beyond the documents.
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

/** The lines, by the filters of the list they stand in, and what is done with each. */
const bulk = z.object({
  platform: z.enum(platformKeys).meta({ title: 'Plataforma' }),
  reseller_id: whoseOrAll,
  search: searchText(),
  status: described(z.enum(lineFilters).optional().meta({ title: 'Status' }), statusNote('Ativo')),
  online: onlineFilter,
  ...timeFilters,
  paid: paidFilter,
  suspect: flag('Suspeitos').optional(),
  blocked: flag('Bloqueados por abuso').optional(),
  ids: tickedLines,
  /** The order in which they are done: where credits end, it decides who still gets some. */
  sort: z.enum(lineSorts).default('exp_date').meta({ title: 'Ordem' }),
  dir: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Sentido' }),
  act: z.enum(bulkActs).meta({ title: 'Ação' }),
  /** Of `extend`, for each line. */
  credits: termCredits.optional(),
  /** Of `plan` and `migrate`, where packages are sold. */
  package: id('Pacote').optional(),
  /** The same where products are. */
  product_id: id('Pacote').optional(),
  /** Of `migrate`. */
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
    /** Those that would be done, whatever the balance. */
    doable: z.int(),
    /** Of them, those that already are as they would be. */
    unchanged: z.int(),
    /** Of them, official ones whose time is not over. */
    running: z.int(),
    refused: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** Credits for one line, and for all that would be done. */
    cost_each: z.number(),
    cost: z.number(),
    /** null for an admin. */
    balance: z.number().nullable(),
    balance_after: z.number().nullable(),
    /** For so many of those that would be done there are credits. */
    enough_for: z.int(),
    /** What ends first where it is not enough: the balance, or a limit for the day. */
    short_of: z.enum(['balance', 'limit']).nullable(),
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
    /** `total` of the preview that was seen: another number is refused. */
    total: whole('Linhas', 1).optional(),
    /** It was seen that the credits are not enough for all: the last ones are refused. */
    accept_partial: flag('Aceita parcial').default(false),
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
