/** The business in numbers: figures, their parts and the settings of the account. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, whole } from '../api/fields.ts';
import { costKinds } from './costs.ts';
import { figureKeys } from './figures.ts';
import { lineFilters, periodField, scopeField, scopes } from './filters.ts';

export const figure = z.object({
  figure: z.enum(figureKeys),
  unit: z.enum(['cents', 'count', 'rate']),
  /** The sentence of `figureTexts`. */
  definition: z.string(),
  /**
   * Cents, a count, or hundredths of a percent. Null if there are not enough data, and for amounts
   * of the network.
   */
  value: z.int().nullable(),
  /** The same figure of the period before; null if it is unknown. */
  before: z.int().nullable(),
  /** Parts of a rate or of an average, in counts or cents. */
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  /** Number of counted customers, payments, tests or costs. */
  count: z.int().nullable(),
});
export type Figure = z.output<typeof figure>;

/** State of the figures: `preparing` until the first roll-up of old data has finished. */
const freshness = {
  state: z.enum(['ready', 'preparing']),
  /** Share of the first roll-up that is done, in percent; 100 when ready. */
  progress: z.int(),
  /** Unix seconds of the figures, at most some minutes ago; null before the first roll-up. */
  asOfTimestamp: z.int().nullable(),
};

const period = z.object({
  /** `30d` or yyyy-mm. */
  key: z.string(),
  /** First and last day, yyyy-mm-dd. */
  from: z.string(),
  until: z.string(),
  /** Month of the receipts, costs and profit, yyyy-mm. */
  month: z.string(),
  /** Unix seconds at which the month was closed; null while it may change. */
  closedAtTimestamp: z.int().nullable(),
});

const monthRow = z.object({
  /** yyyy-mm */
  month: z.string(),
  receivedCents: z.int(),
  costCents: z.int(),
  profitCents: z.int(),
  revenueCents: z.int(),
  customers: z.int(),
  /** Changes of this month about closed months; they are part of the sums. */
  correctionCents: z.int(),
  corrections: z.int(),
  closedAtTimestamp: z.int().nullable(),
});

/** Amount of a forecast, its likely range and its two parts. */
const forecast = z.object({
  cents: z.int(),
  lowCents: z.int(),
  highCents: z.int(),
  renewalCents: z.int(),
  newCents: z.int(),
  /** Forecast and receipts of the last closed month; null before the first. */
  last: z
    .object({
      month: z.string(),
      forecastCents: z.int(),
      receivedCents: z.int(),
      /** Hundredths of a percent; null if nothing was received. */
      error: z.int().nullable(),
    })
    .nullable(),
});

export const getNumbers = endpoint({
  name: 'get-numbers',
  method: 'GET',
  path: '/api/numbers',
  summary: 'Os números do negócio: cada um com a definição e o período anterior.',
  access: { profiles },
  query: z.object({ scope: scopeField, period: periodField, ...lineFilters }),
  answer: z.object({
    ...freshness,
    scope: z.enum(scopes),
    period,
    /** Days until the account has 30 days of data; 0 from then on. */
    daysMissing: z.int(),
    /** False if the account has entered no cost. The profit is null then. */
    hasCosts: z.boolean(),
    /** Customers whose price no payment states, and those without any price. */
    withoutPayment: z.int(),
    withoutPrice: z.int(),
    figures: z.array(figure),
    /**
     * Recurring revenue and customers at the end of each month; the last point is now. The revenue
     * is null for the figures of a network.
     */
    trend: z.array(
      z.object({ day: z.string(), revenueCents: z.int().nullable(), customers: z.int() }),
    ),
    /** Null before the first roll-up, and for the figures of a network. */
    forecast: forecast.nullable(),
    /** Six months including the current one, oldest first; empty for the figures of a network. */
    months: z.array(monthRow),
    /**
     * Costs of the month of the period by kind, largest first; empty for the figures of a network.
     */
    costs: z.array(z.object({ kind: z.enum(costKinds), cents: z.int(), count: z.int() })),
    /** Receipts of the month by method; empty for the figures of a network. */
    methods: z.array(
      z.object({ method: z.enum(['pix', 'card', 'manual']), cents: z.int(), count: z.int() }),
    ),
  }),
  errors: [],
});

export const groupings = ['origin', 'plan', 'platform', 'reseller'] as const;
export type Grouping = (typeof groupings)[number];

export const getNumberGroups = endpoint({
  name: 'get-number-groups',
  method: 'GET',
  path: '/api/numbers/groups',
  summary: 'Clientes, receita por mês e retenção por origem, plano, plataforma ou revenda.',
  access: { profiles },
  query: z.object({
    scope: scopeField,
    by: z.enum(groupings).default('origin').meta({ title: 'Por' }),
    period: periodField,
    ...lineFilters,
  }),
  answer: z.object({
    ...freshness,
    by: z.enum(groupings),
    /** Largest group first. The sums of the groups equal the figures. */
    groups: z.array(
      z.object({
        /** Origin, days of the plan, platform, or id of the reseller. */
        key: z.string(),
        label: z.string(),
        customers: z.int(),
        /** Null for the figures of a network, which show no amounts. */
        revenueCents: z.int().nullable(),
        /** Share of the recurring revenue; for the figures of a network, share of the customers. */
        share: z.int().nullable(),
        /** Customers at the start of the period, and how many of them remain. */
        base: z.int(),
        remaining: z.int(),
        retention: z.int().nullable(),
      }),
    ),
  }),
  errors: [],
});

export const trialGroupings = ['hours', 'device', 'origin', 'giver'] as const;

export const getTrialGroups = endpoint({
  name: 'get-trial-groups',
  method: 'GET',
  path: '/api/numbers/trials',
  summary: 'Conversão dos testes por horas, aparelho, origem ou quem deu.',
  access: { profiles },
  query: z.object({
    by: z.enum(trialGroupings).default('hours').meta({ title: 'Por' }),
    period: periodField,
    platform: lineFilters.platform,
  }),
  answer: z.object({
    ...freshness,
    by: z.enum(trialGroupings),
    groups: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        trials: z.int(),
        converted: z.int(),
        /** Hundredths of a percent. Null with fewer than ten tests. */
        conversion: z.int().nullable(),
      }),
    ),
  }),
  errors: [],
});

const settings = {
  /** True if the accounts above may see names and contacts of this account's customers. */
  masterSeesCustomers: z.boolean(),
  /** Fee of a Pix and of a card payment in hundredths of a percent, and cost of a message. */
  pixFee: z.int(),
  cardFee: z.int(),
  messageCents: z.int(),
  /**
   * True if the account receives a summary each Monday, by the channels that it chose for notices
   * about customers.
   */
  weeklySummary: z.boolean(),
};

export const getNumberSettings = endpoint({
  name: 'get-number-settings',
  method: 'GET',
  path: '/api/numbers/settings',
  summary: 'O que a conta escolheu para os números: tarifas e quem vê os dados dos clientes.',
  access: { profiles },
  answer: z.object(settings),
  errors: [],
});

export const saveNumberSettings = endpoint({
  name: 'save-number-settings',
  method: 'PUT',
  path: '/api/numbers/settings',
  summary: 'Guarda as tarifas e se o master vê os dados dos clientes; o que falta fica como está.',
  access: { profiles },
  body: z.object({
    masterSeesCustomers: flag('Meu master vê dados dos meus clientes').optional(),
    pixFee: whole('Tarifa do Pix', 0, 10_000).optional(),
    cardFee: whole('Tarifa do cartão', 0, 10_000).optional(),
    messageCents: whole('Custo da mensagem', 0, 10_000).optional(),
    weeklySummary: flag('Resumo da semana').optional(),
  }),
  answer: z.object({ message: z.string(), ...settings }),
  errors: [],
});
