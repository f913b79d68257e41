/** Figures of the business («Números»), their groups, and the settings of the account for them. */
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
  /** Definition of the figure from `figureTexts`. */
  definition: z.string(),
  /**
   * Value in cents, a count, or hundredths of a percent. Null if there are not enough data, and for
   * amounts of a network.
   */
  value: z.int().nullable(),
  /** Value of the same figure in the previous period. Null if it is unknown. */
  before: z.int().nullable(),
  /** Numerator and denominator of a rate or of an average, as counts or cents. */
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  /** Number of counted customers, payments, tests or costs. */
  count: z.int().nullable(),
});
export type Figure = z.output<typeof figure>;

/**
 * State of the computed figures. `preparing`: the first computation over old data has not finished.
 * `ready`: it has finished.
 */
const freshness = {
  state: z.enum(['ready', 'preparing']),
  /** Progress of the first computation in percent. The value is 100 when the figures are ready. */
  progress: z.int(),
  /**
   * Time at which the figures were computed, in Unix seconds, at most some minutes ago. Null before
   * the first computation.
   */
  asOfTimestamp: z.int().nullable(),
};

const period = z.object({
  /** Selected period: `30d`, or a month as yyyy-mm. */
  key: z.string(),
  /** First day of the period, yyyy-mm-dd. `until` is the last day. */
  from: z.string(),
  until: z.string(),
  /** Month that the receipts, costs and profit belong to, yyyy-mm. */
  month: z.string(),
  /** Time at which the month was closed, in Unix seconds. Null while its figures can change. */
  closedAtTimestamp: z.int().nullable(),
});

const monthRow = z.object({
  /** Month as yyyy-mm. */
  month: z.string(),
  receivedCents: z.int(),
  costCents: z.int(),
  profitCents: z.int(),
  revenueCents: z.int(),
  customers: z.int(),
  /**
   * Sum of the changes to closed months that were entered in this month. The other amounts of the
   * month include it.
   */
  correctionCents: z.int(),
  corrections: z.int(),
  closedAtTimestamp: z.int().nullable(),
});

/** Forecast amount, its likely range, and its two parts: renewals and new customers. */
const forecast = z.object({
  cents: z.int(),
  lowCents: z.int(),
  highCents: z.int(),
  renewalCents: z.int(),
  newCents: z.int(),
  /**
   * Forecast for the last closed month, with the amount received in that month. Null before the
   * first closed month.
   */
  last: z
    .object({
      month: z.string(),
      forecastCents: z.int(),
      receivedCents: z.int(),
      /** Error of the forecast in hundredths of a percent. Null if nothing was received. */
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
    /** Number of days until the account has 30 days of data. The value is 0 after that. */
    daysMissing: z.int(),
    /** True if the account has entered a cost. The profit is null if no cost was entered. */
    hasCosts: z.boolean(),
    /**
     * Number of customers without a registered payment. Their price comes from the line or the plan,
     * or is missing. `withoutPrice` counts the customers without any price.
     */
    withoutPayment: z.int(),
    withoutPrice: z.int(),
    figures: z.array(figure),
    /**
     * Recurring revenue and number of customers at the end of each month, up to the selected one.
     * The current month has the current values. The revenue is null for a network.
     */
    trend: z.array(
      z.object({ day: z.string(), revenueCents: z.int().nullable(), customers: z.int() }),
    ),
    /** Forecast of the receipts. Null before the first computation, and for a network. */
    forecast: forecast.nullable(),
    /** Six months up to the selected one, oldest first. Empty for a network. */
    months: z.array(monthRow),
    /** Costs of the month by kind, largest first. Empty for a network. */
    costs: z.array(z.object({ kind: z.enum(costKinds), cents: z.int(), count: z.int() })),
    /** Receipts of the month by payment method. Empty for a network. */
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
    /** Groups, largest first. The sum of all groups equals the figures. */
    groups: z.array(
      z.object({
        /** Key of the group: origin, days of the plan, platform, or id of the reseller. */
        key: z.string(),
        label: z.string(),
        customers: z.int(),
        /** Recurring revenue of the group. Null for a network, whose amounts are not shown. */
        revenueCents: z.int().nullable(),
        /** Share of the recurring revenue. For a network: share of the customers. */
        share: z.int().nullable(),
        /**
         * Number of customers at the start of the period. `remaining` counts those that are still
         * customers.
         */
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
        /**
         * Conversion rate in hundredths of a percent. Null if the group has fewer than ten tests.
         */
        conversion: z.int().nullable(),
      }),
    ),
  }),
  errors: [],
});

const settings = {
  /** True if ancestor accounts may see names and contacts of this account's customers. */
  masterSeesCustomers: z.boolean(),
  /**
   * Fee of a Pix payment in hundredths of a percent. `cardFee` is the fee of a card payment, and
   * `messageCents` is the cost of one message.
   */
  pixFee: z.int(),
  cardFee: z.int(),
  messageCents: z.int(),
  /**
   * True if the account receives a summary each Monday. The summary is sent through the channels
   * that the account selected for notices about customers.
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
