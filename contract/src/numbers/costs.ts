/** Costs of the business: costs that Ramal computes, and costs that the seller enters. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, idParam, text, whole } from '../api/fields.ts';
import { platformKeys } from '../rules/platforms.ts';
import { month } from './filters.ts';

export const enteredCostKinds = ['server', 'credit', 'hostname', 'channel', 'other'] as const;
export type EnteredCostKind = (typeof enteredCostKinds)[number];

/** Kinds of costs. Ramal computes the first three kinds automatically. */
export const costKinds = ['credits', 'fees', 'messages', ...enteredCostKinds] as const;
export type CostKind = (typeof costKinds)[number];

export const costKindLabels: Readonly<Record<CostKind, string>> = {
  credits: 'Créditos usados',
  fees: 'Tarifas',
  messages: 'Mensagens',
  server: 'Servidor',
  credit: 'Crédito',
  hostname: 'DNS',
  channel: 'Canal',
  other: 'Outro',
};

const MAX_CENTS = 100_000_000;

const cost = z.object({
  /** Id of an entered cost. Null for a cost that Ramal computes. */
  id: z.int().nullable(),
  kind: z.enum(costKinds),
  name: z.string(),
  /** Null if the cost applies to all platforms. */
  platform: z.enum(platformKeys).nullable(),
  cents: z.int(),
  /**
   * Amount behind a computed cost: credits in hundredths, number of payments or number of messages.
   */
  quantity: z.int().nullable(),
  /**
   * Day of the cost, yyyy-mm-dd. For a monthly cost, its day in the listed month. Null for a cost
   * that Ramal computes.
   */
  day: z.string().nullable(),
  /** First day of the cost, yyyy-mm-dd. */
  since: z.string().nullable(),
  repeats: z.enum(['once', 'monthly']).nullable(),
  /**
   * True for a single cost of an earlier month, which counts in the listed month as a correction.
   */
  correction: z.boolean(),
});
export type Cost = z.output<typeof cost>;

export const listCosts = endpoint({
  name: 'list-costs',
  method: 'GET',
  path: '/api/numbers/costs',
  summary: 'Os custos de um mês: os que somam sozinhos e os lançados. A soma é a dos números.',
  access: { profiles },
  query: z.object({
    /** Default: the current month. */
    month: month('Mês').optional(),
    platform: z.enum(platformKeys).optional().meta({ title: 'Plataforma' }),
  }),
  answer: z.object({
    month: z.string(),
    closedAtTimestamp: z.int().nullable(),
    data: z.array(cost),
    totalCents: z.int(),
  }),
  errors: [],
});

const fields = {
  name: text('Nome', 60),
  kind: z.enum(enteredCostKinds).meta({ title: 'Tipo' }),
  cents: whole('Valor', 1, MAX_CENTS),
  platform: z.enum(platformKeys).optional().meta({ title: 'Vale para' }),
};

export const createCost = endpoint({
  name: 'create-cost',
  method: 'POST',
  path: '/api/numbers/costs',
  summary: 'Lança um custo, uma vez ou todo mês. Com data de mês fechado, entra neste mês.',
  access: { profiles },
  body: z.object({
    ...fields,
    since: day('Desde'),
    repeats: z.enum(['once', 'monthly']).meta({ title: 'Repete' }),
  }),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['costs_too_many'],
});

export const editCost = endpoint({
  name: 'edit-cost',
  method: 'PUT',
  path: '/api/numbers/costs/:id',
  summary: 'Muda um custo deste mês em diante; meses fechados ficam como estão.',
  access: { profiles },
  params: idParam,
  body: z.object(fields),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['cost_not_found', 'cost_closed'],
});

export const deleteCost = endpoint({
  name: 'delete-cost',
  method: 'DELETE',
  path: '/api/numbers/costs/:id',
  summary: 'Tira um custo só deste mês, ou deste mês em diante. Meses fechados ficam.',
  access: { profiles },
  params: idParam,
  query: z.object({
    from: z.enum(['this-month', 'from-now-on']).default('from-now-on').meta({ title: 'Tirar' }),
  }),
  answer: z.object({ message: z.string() }),
  errors: ['cost_not_found', 'cost_closed'],
});
