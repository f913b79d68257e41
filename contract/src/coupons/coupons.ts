/**
 * Coupons of a seller. A customer types the code in the portal or opens a link that contains it. A
 * coupon for credits is for top-ups of the seller's own resellers. The code is unique per seller.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, flag, idParam, ids, labelled, text, whole } from '../api/fields.ts';
import { pageQuery, pageSchema } from '../api/paging.ts';
import { exportStarted } from '../exports.ts';
import { couponAudiences, couponKinds, couponStatuses, readCouponCode } from './coupon-rules.ts';
import { decimalAmount } from '../rules/money.ts';
import { planMonths } from '../rules/plans.ts';

export const MAX_COUPON_DAYS = 365;
export const MAX_COUPON_MONTHS = 12;
/** Highest percentage. With 100 % there would be no payment that renews the line. */
export const MAX_COUPON_PERCENT = 99;
export const MAX_COUPON_VALUE_CENTS = 1_000_000;
export const MAX_COUPON_HUNDREDTHS = 10_000_000;
export const MAX_COUPON_USES = 100_000;
/** Maximum number of days from the creation to the last day. */
export const MAX_COUPON_VALIDITY_DAYS = 366;
export const MAX_COUPON_CUSTOMERS = 200;
/** Maximum number of coupons of one account that have not ended. */
export const MAX_COUPONS = 500;

const CODE_WRONG = 'O código tem de 4 a 12 letras e números, sem espaços nem acentos.';

/** Code of a coupon as a person types it. Its stored form has capital letters. */
export const couponCode = text('Código', 40)
  .transform((typed, context) => {
    const code = readCouponCode(typed);
    if (code !== undefined) return code;
    context.addIssue({ code: 'custom', message: CODE_WRONG });
    return z.NEVER;
  })
  .meta({ title: 'Código', example: 'NATAL20' });

const plan = whole('Plano', 1, 12).pipe(z.literal(planMonths)).meta({ title: 'Plano' });
const plans = z.array(plan).max(planMonths.length).meta({ title: 'Planos' });
const audiences = z
  .array(z.enum(couponAudiences))
  .max(couponAudiences.length)
  .meta({ title: 'Para quem' });
const lines = ids('Clientes').max(MAX_COUPON_CUSTOMERS);

const row = z.object({
  id: z.int(),
  code: z.string(),
  kind: z.enum(couponKinds),
  /** Percent, R$, days, months or credits. */
  amount: z.number(),
  /** Smallest top-up in credits; null if the coupon is not for top-ups. */
  leastCredits: z.int().nullable(),
  /** Plans in months; empty for all plans. */
  plans: z.array(z.literal(planMonths)),
  /** Empty for all customers. */
  audiences: z.array(z.enum(couponAudiences)),
  /** Names of the first chosen customers, and their number. */
  customers: z.array(z.string()),
  customerCount: z.int(),
  oncePerCustomer: z.boolean(),
  /** First and last day as yyyy-mm-dd. */
  startsOn: z.string(),
  endsOn: z.string(),
  /** Days until the last day; negative after it. */
  daysLeft: z.int(),
  uses: z.int(),
  mostUses: z.int().nullable(),
  /** Amount in R$ of the paid charges. */
  value: z.number(),
  status: z.enum(couponStatuses),
});
export type CouponRow = z.output<typeof row>;

export const couponSorts = ['created', 'code', 'ends', 'uses', 'value'] as const;
export type CouponSort = (typeof couponSorts)[number];

/** Filter of the list. `over` contains the exhausted and the ended coupons. */
export const couponFilters = ['valid', 'paused', 'over'] as const;
export type CouponFilter = (typeof couponFilters)[number];

const filter = { status: labelled('Status', z.enum(couponFilters).optional()) };

export const listCoupons = endpoint({
  name: 'list-coupons',
  method: 'GET',
  path: '/api/coupons',
  summary: 'Os cupons da conta, com os usos e o dinheiro que veio com cada um.',
  access: { profiles: sellers },
  query: pageQuery(couponSorts).extend({
    ...filter,
    dir: labelled('Sentido', z.enum(['asc', 'desc']).default('desc')),
  }),
  answer: pageSchema(row).extend({
    counts: z.object({ all: z.int(), valid: z.int(), paused: z.int(), over: z.int() }),
    /** Amount in R$ that came with the valid coupons. */
    validValue: z.number(),
  }),
  errors: [],
});

export const exportCoupons = endpoint({
  name: 'export-coupons',
  method: 'POST',
  path: '/api/coupons/export',
  summary: 'Gera a planilha Cupons.xlsx.',
  access: { profiles: sellers },
  body: z.object(filter),
  answer: exportStarted,
  errors: ['tasks_too_many', 'nothing_to_export'],
});

const offeredPlan = z.object({ months: z.literal(planMonths), value: z.number() });

export const getCouponOptions = endpoint({
  name: 'get-coupon-options',
  method: 'GET',
  path: '/api/coupon-options',
  summary: 'O que um cupom novo pode mudar: os planos com seus preços e o menor preço permitido.',
  access: { profiles: sellers },
  answer: z.object({
    /** Plans that have a price. */
    plans: z.array(offeredPlan),
    /** Lowest price of a credit in R$ that the limits allow; null without a limit. */
    lowestPrice: z.number().nullable(),
    /** Smallest top-up in credits that the account sells; null if it sells none. */
    leastCredits: z.int().nullable(),
    /** True if the payment provider reports the CPF of the payer of a Pix. */
    knowsPayer: z.boolean(),
    /** Address of the portal; the code follows `cupom=`. */
    portalUrl: z.string(),
  }),
  errors: [],
});

export const countCouponCustomers = endpoint({
  name: 'count-coupon-customers',
  method: 'POST',
  path: '/api/coupon-customers',
  summary: 'Para quantos clientes da conta um cupom valeria agora.',
  access: { profiles: sellers },
  body: z.object({ audiences: audiences.default([]), lines: lines.default([]) }),
  answer: z.object({ customers: z.int() }),
  errors: [],
});

export const createCoupon = endpoint({
  name: 'create-coupon',
  method: 'POST',
  path: '/api/coupons',
  summary: 'Cria um cupom de porcentagem, de reais, de dias, de meses ou de créditos em recargas.',
  access: { profiles: sellers },
  body: z.object({
    code: couponCode,
    kind: z.enum(couponKinds).meta({ title: 'Desconto' }),
    /** Percent, R$, days, months or credits, depending on the kind. */
    amount: decimalAmount('Quanto').refine((hundredths) => hundredths > 0, {
      error: 'O campo Quanto não esta no formato correto.',
    }),
    leastCredits: whole('Recargas de', 1, 100_000).optional(),
    /** First day; today if absent. */
    startsOn: day('Vale de').optional(),
    endsOn: day('Vale até'),
    mostUses: whole('Usos ao todo', 1, MAX_COUPON_USES).optional(),
    plans: plans.default([]),
    audiences: audiences.default([]),
    /** Customers of a coupon for chosen customers, as ids of lines. */
    lines: lines.default([]),
    oncePerCustomer: flag('Uma vez por cliente').default(true),
  }),
  answer: z.object({ id: z.int(), code: z.string(), message: z.string() }),
  errors: ['coupon_code_taken', 'coupons_too_many', 'former_release_running'],
});

const state = z.object({
  id: z.int(),
  status: z.enum(couponStatuses),
  message: z.string(),
});

export const pauseCoupon = endpoint({
  name: 'pause-coupon',
  method: 'POST',
  path: '/api/coupons/:id/pause',
  summary: 'Pausa um cupom, ou volta a aceitá-lo. Pagamentos abertos continuam valendo.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({ paused: flag('Pausado') }),
  answer: state,
  errors: ['coupon_not_found', 'coupon_ended'],
});

export const endCoupon = endpoint({
  name: 'end-coupon',
  method: 'POST',
  path: '/api/coupons/:id/end',
  summary: 'Encerra um cupom para sempre. Pagamentos abertos continuam valendo.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({}),
  answer: state,
  errors: ['coupon_not_found'],
});
