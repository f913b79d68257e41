/**
 * Portal credits, and the payments of customers on the portal. Source: D2 §2.11, §7; S-RECHARGE,
 * V-51 to V-55, Q-PORTALCREDIT, Q-RECSTATUS, Q-2FAGATE, Q-TUTORIAL.
 */
import { z } from 'zod';
import { profiles, sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, searchText, text, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { exportStarted } from '../exports.ts';
import { typedCoupon } from '../coupons/coupon-fields.ts';
import { decimalAmount } from '../rules/money.ts';
import { planLabel, planMonths } from '../rules/plans.ts';

/** Both wallets of the caller. The values are null for an admin, who has no wallets. */
const bothWallets = {
  credits: z.number().nullable(),
  portalCredits: z.number().nullable(),
  id: z.int(),
};

export const getPortalCredits = endpoint({
  name: 'get-portal-credits',
  method: 'GET',
  path: '/api/recargas/credits',
  summary: 'Os créditos da conta e os que ela reservou para o portal.',
  access: { profiles },
  answer: z.object({
    ...bothWallets,
    /** Address of the tutorial video; null hides its banner (Q-TUTORIAL). */
    tutorial: z.string().nullable(),
  }),
  errors: [],
});

const portalMove = z.object({
  /** Id of the caller's account. Any other id is refused (Q-PORTALCREDIT). */
  idRes: whole('Revenda', 1),
  qtdCreditos: whole('Créditos', 1, 1_000_000),
});
const portalMoved = z.object({ message: z.string(), ...bothWallets });

export const creditPortal = endpoint({
  name: 'credit-portal',
  method: 'POST',
  path: '/api/recargas/criar',
  summary: 'Passa créditos inteiros da conta para o portal.',
  access: { profiles },
  body: portalMove,
  answer: portalMoved,
  errors: ['admin_no_recharge', 'second_factor_required', 'portal_credit_exceeds'],
  keyed: true,
});

export const returnPortalCredits = endpoint({
  name: 'return-portal-credits',
  method: 'POST',
  path: '/api/recargas/devolver',
  summary: 'Traz créditos inteiros do portal de volta para a conta.',
  access: { profiles },
  body: portalMove,
  answer: portalMoved,
  errors: ['admin_no_return', 'second_factor_required', 'portal_return_exceeds'],
  keyed: true,
});

/** Statuses on the wire. The screen shows Aprovado, Pendente and Cancelado (Q-RECSTATUS). */
export const rechargeStatuses = ['approved', 'pending', 'cancelled'] as const;
export type RechargeStatus = (typeof rechargeStatuses)[number];
export const rechargeStatusLabels: Record<RechargeStatus, string> = {
  approved: 'Aprovado',
  pending: 'Pendente',
  cancelled: 'Cancelado',
};

const rechargeRow = z.object({
  id: z.int(),
  /** User name of the line, or of the account whose credits were topped up. */
  username: z.string(),
  /** Name of the customer; empty without one. */
  name: z.string(),
  status: z.enum(rechargeStatuses),
  /** Time of approval, dd/mm/yyyy hh:mm, or «-» (S-RECHARGE-25). */
  approvedText: z.string(),
  createdAt: z.string(),
  reasonText: z.string(),
  /** Amount in R$. */
  value: z.number(),
  credits: z.number(),
  months: z.int().nullable(),
  purpose: z.enum(['renewal', 'top-up', 'test', 'sale']),
  method: z.enum(['pix', 'card']),
  /**
   * True if the customer has paid, but the seller's portal credits are not sufficient for the
   * renewal.
   */
  waiting: z.boolean(),
  disputed: z.boolean(),
  refundable: z.boolean(),
  /**
   * True if the charge was reversed and the provider later returned the money to the seller. The
   * days of the line can then be added again.
   */
  returned: z.boolean(),
  sandbox: z.boolean(),
  /** Code of the coupon; null without one. Absent in answers of older servers. */
  coupon: z.string().nullable().optional(),
  /** Account that received the payment. An admin sees the payments of all accounts. */
  reseller: z.string(),
});

const rechargeFilters = {
  search: searchText(),
  status: z.enum(rechargeStatuses).optional().meta({ title: 'Status' }),
  /** Code of a coupon. Only payments that count as its uses are listed. */
  coupon: typedCoupon.optional(),
};

export const rechargeSorts = [
  'id',
  'username',
  'status',
  'data_aprovacao',
  'created_at',
  'value',
  'motivo',
] as const;
export type RechargeSort = (typeof rechargeSorts)[number];

export const listRecharges = endpoint({
  name: 'list-recharges',
  method: 'POST',
  path: '/api/recargas/listar',
  summary: 'As recargas pagas pelo portal: as próprias, ou todas para a administração.',
  access: { profiles },
  body: pageQuery(rechargeSorts)
    .omit({ search: true })
    .extend({
      dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
      filters: z.object(rechargeFilters).default({}).meta({ title: 'Filtros' }),
    }),
  answer: pageSchema(rechargeRow)
    .omit({ data: true })
    .extend({
      recharges: z.array(rechargeRow),
      /**
       * Number of payments by status, without the filter. Each number is counted only up to the
       * limit of a total.
       */
      counts: z.object({
        all: z.int(),
        approved: z.int(),
        pending: z.int(),
        cancelled: z.int(),
      }),
    }),
  errors: ['sort_too_many'],
});

export const exportRecharges = endpoint({
  name: 'export-recharges',
  method: 'POST',
  path: '/api/recargas/exportar',
  summary: 'Gera a planilha Recargas.xlsx.',
  access: { profiles },
  body: z.object(rechargeFilters),
  answer: exportStarted,
  errors: ['tasks_too_many', 'nothing_to_export'],
});

export const getRevenue = endpoint({
  name: 'get-revenue',
  method: 'GET',
  path: '/api/recargas/receita',
  summary: 'O que foi recebido pelo portal em um mês, dia a dia.',
  access: { profiles },
  query: z.object({
    /** Month as yyyy-mm. Default: the current month. */
    month: z
      .string()
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
      .optional()
      .meta({ title: 'Mês', example: '2026-12' }),
  }),
  answer: z.object({
    month: z.string(),
    /** Amount in R$. */
    total: z.number(),
    payments: z.int(),
    days: z.array(z.object({ day: z.string(), value: z.number(), payments: z.int() })),
  }),
  errors: [],
});

const price = (label: string) =>
  decimalAmount(label).refine((cents) => cents >= 0 && cents <= 10_000_000, {
    error: `O campo ${label} não esta no formato correto.`,
  });

const NO_VALUE = 'O valor não pode estar vazio.';

export const saveCreditValue = endpoint({
  name: 'save-credit-value',
  method: 'POST',
  path: '/api/save-value-mp',
  summary: 'Muda o que o cliente paga por um crédito no portal; zero tira o preço.',
  access: { profiles: sellers },
  body: z.object({
    creditPortal: z
      .union([z.number(), z.string()], { error: NO_VALUE })
      .pipe(price('Valor'))
      .meta({ title: 'Valor' }),
    ...freshCode,
  }),
  answer: z.object({ message: z.string(), creditPortal: z.number().nullable() }),
  errors: ['second_factor_required', 'code_2fa_missing', 'code_2fa_wrong'],
  freshCode: true,
});

export const getCreditValue = endpoint({
  name: 'get-credit-value',
  method: 'GET',
  path: '/api/get-mp-credit-value',
  summary: 'O que o cliente paga por um crédito no portal.',
  access: { profiles: sellers },
  answer: z.object({ creditPortal: z.number().nullable() }),
  errors: [],
});

const planPrice = z.object({
  months: z.literal(planMonths),
  /** Price of the plan in R$. Null if the price is calculated from the value of a credit. */
  value: z.number().nullable(),
  /** Price in R$ that the portal shows. Null if neither the plan nor a credit has a price. */
  shown: z.number().nullable(),
  /** Portal credits that the plan costs the seller. */
  credits: z.number(),
});

export const getPlanPrices = endpoint({
  name: 'get-plan-prices',
  method: 'GET',
  path: '/api/portal-prices',
  summary: 'O preço de cada plano no portal.',
  access: { profiles: sellers },
  answer: z.object({ plans: z.array(planPrice) }),
  errors: [],
});

const planField = (months: number) =>
  z
    .union([z.number(), z.string()])
    .pipe(price(planLabel(months)))
    .nullish()
    .meta({ title: planLabel(months) });

/**
 * Saves prices of plans. Null, empty text or zero removes a price, so that the value of a credit
 * applies. An absent price stays.
 */
export const savePlanPrices = endpoint({
  name: 'save-plan-prices',
  method: 'PUT',
  path: '/api/portal-prices',
  summary: 'Guarda o preço de cada plano no portal.',
  access: { profiles: sellers },
  body: z.object({
    month1: planField(1),
    month2: planField(2),
    month3: planField(3),
    month6: planField(6),
    month12: planField(12),
    ...freshCode,
  }),
  answer: z.object({ message: z.string(), plans: z.array(planPrice) }),
  errors: ['second_factor_required', 'code_2fa_missing', 'code_2fa_wrong'],
  freshCode: true,
});

const NO_KEYS = 'As chaves não podem estar vazias.';

/** Schema of a provider key. Both keys are replaced together (V-49, V-50). */
const key = (label: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? NO_KEYS : undefined) })
    .trim()
    .max(300)
    .refine((value) => /^APP_USR-[\w-]+$/.test(value), {
      error: 'As chaves devem começar com APP_USR-.',
    })
    .meta({ title: label });

const keyState = {
  mercadoPagoPublicKey: z.string().nullable(),
  /** Masked token; null without a token. The token itself is never returned (Q-MPKEYS). */
  mercadoPagoAccessToken: z.string().nullable(),
  configured: z.boolean(),
  /** True if the operator enabled the test provider, which serves accounts without keys. */
  testPayments: z.boolean(),
  /** API that the provider's application uses; null while unknown. */
  api: z.enum(['payments', 'orders']).nullable(),
  collector: z.string().nullable(),
  live: z.boolean().nullable(),
  finding: z.string().nullable(),
  hasWebhookSecret: z.boolean(),
  /** Webhook address to enter in the provider's panel. */
  noticeUrl: z.string(),
  /** Unix seconds. */
  lastNoticeAt: z.int().nullable(),
  provenAt: z.int().nullable(),
};

export const getPaymentKeys = endpoint({
  name: 'get-payment-keys',
  method: 'GET',
  path: '/api/get-mp-infos',
  summary: 'Se as chaves do Mercado Pago estão configuradas e o que se sabe delas.',
  access: { profiles: sellers },
  answer: z.object(keyState),
  errors: [],
});

export const savePaymentKeys = endpoint({
  name: 'save-payment-keys',
  method: 'POST',
  path: '/api/save-mp-infos',
  summary: 'Troca as chaves do Mercado Pago e descobre o que a aplicação aceita.',
  access: { profiles: sellers },
  body: z.object({
    mercadoPagoPublicKey: key('Chave pública'),
    mercadoPagoAccessToken: key('Chave privada'),
    webhookSecret: text('Assinatura secreta', 300).optional(),
    ...freshCode,
  }),
  answer: z.object({ message: z.string(), ...keyState }),
  errors: [
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'payment_keys_refused',
    'payment_provider_silent',
  ],
  freshCode: true,
});
