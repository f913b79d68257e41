/**
 * Credits that an account buys from its direct parent by Pix or card. The credits are delivered
 * automatically, once.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, uuid, whole } from '../api/fields.ts';
import { typedCoupon } from '../coupons/coupon-fields.ts';
import { couponRefusals } from '../coupons/coupon-refusals.ts';
import { MINIMUM_OPERATION_HUNDREDTHS } from '../resellers/resellers.ts';
import { decimalAmount } from '../rules/money.ts';

/** Number of credits below which the panel advises the account to buy more. */
export const LOW_CREDITS = 10;

/** Minimum number of credits in one purchase (Q-MIN10). */
export const LEAST_CREDITS_SOLD = MINIMUM_OPERATION_HUNDREDTHS / 100;

/** Maximum number of whole credits in one purchase. */
const MAX_CREDITS_BOUGHT = 100_000;

export const MAX_TOP_UP_TIERS = 6;

const tier = {
  /**
   * Lower bound of the price range in whole credits. The first range begins at the minimum
   * purchase.
   */
  fromCredits: z.int(),
  /** Price of one credit in R$. */
  value: z.number(),
};

const tiers = z.array(z.object(tier));

export const getTopUpPrices = endpoint({
  name: 'get-top-up-prices',
  method: 'GET',
  path: '/api/top-up-prices',
  summary: 'Por quanto a conta vende créditos às revendas diretas.',
  access: { profiles: sellers },
  answer: z.object({ tiers }),
  errors: [],
});

export const saveTopUpPrices = endpoint({
  name: 'save-top-up-prices',
  method: 'PUT',
  path: '/api/top-up-prices',
  summary: 'Guarda por quanto a conta vende créditos às revendas diretas; sem faixa, não vende.',
  access: { profiles: sellers },
  body: z.object({
    tiers: z
      .array(
        z.object({
          fromCredits: whole('A partir de', LEAST_CREDITS_SOLD, MAX_CREDITS_BOUGHT),
          value: decimalAmount('Valor').refine((cents) => cents > 0 && cents <= 1_000_000, {
            error: 'O campo Valor não esta no formato correto.',
          }),
        }),
      )
      .max(MAX_TOP_UP_TIERS)
      .refine((all) => new Set(all.map(({ fromCredits }) => fromCredits)).size === all.length, {
        error: 'Cada faixa começa em outra quantidade.',
      })
      .meta({ title: 'Faixas' }),
    ...freshCode,
  }),
  answer: z.object({ message: z.string(), tiers }),
  errors: ['second_factor_required', 'code_2fa_missing', 'code_2fa_wrong'],
  freshCode: true,
});

export const getTopUpOffer = endpoint({
  name: 'get-top-up-offer',
  method: 'GET',
  path: '/api/top-up-offer',
  summary: 'Por quanto a conta direta acima vende créditos; sem faixas, ela não vende por aqui.',
  access: { profiles: sellers },
  answer: z.object({
    /**
     * User name of the seller. Empty if the parent sells no credits, because an account learns the
     * name of its parent only from an offer.
     */
    seller: z.string(),
    tiers,
    /** Bonus that applies today; null without one. */
    bonus: z
      .object({
        perCredits: z.int(),
        bonusCredits: z.int(),
        /** Lower bounds of the price ranges to which the bonus applies. */
        fromCredits: z.array(z.int()),
      })
      .nullable(),
    /** True for the test provider, which moves no money. */
    sandbox: z.boolean(),
  }),
  errors: [],
});

const topUp = z.object({
  reference: z.string(),
  credits: z.number(),
  /** Credits that the seller adds when the payment is delivered. */
  bonus: z.number(),
  /** Amount in R$. */
  value: z.number(),
  seller: z.string(),
  /** Code of the coupon; null without one. Absent in answers of older servers. */
  coupon: z.string().nullable().optional(),
  method: z.enum(['pix', 'card']),
  state: z.enum(['pending', 'paid', 'settled', 'cancelled', 'reversed']),
  reason: z.string().nullable(),
  pixCode: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  /** Unix seconds. */
  expiresAt: z.int(),
  sandbox: z.boolean(),
});

/**
 * Reason of a purchase that was paid after the deletion of the buyer or the seller. No credits are
 * delivered.
 */
export const ACCOUNT_DELETED = 'A conta que vendeu ou a que comprou foi excluída: devolva o valor';

export const buyCredits = endpoint({
  name: 'buy-credits',
  method: 'POST',
  path: '/api/top-ups',
  summary: 'Pede um Pix ou um pagamento com cartão por créditos da conta direta acima.',
  access: { profiles: sellers },
  body: z.object({
    credits: whole('Créditos', 1, MAX_CREDITS_BOUGHT),
    method: z.enum(['pix', 'card']).meta({ title: 'Forma de pagamento' }),
    /** Code of a coupon of the seller, which adds credits. */
    coupon: typedCoupon.optional(),
  }),
  answer: topUp,
  reachesOut: true,
  errors: [
    'in_quarantine',
    'credits_not_sold',
    'too_few_credits',
    ...couponRefusals,
    'payments_not_ready',
    'payment_provider_silent',
    'payment_refused',
    'too_many_attempts',
  ],
});

export const checkTopUpCoupon = endpoint({
  name: 'check-top-up-coupon',
  method: 'POST',
  path: '/api/top-up-coupons',
  summary: 'Quantos créditos um cupom acrescenta a uma compra, antes de pedir o pagamento.',
  access: { profiles: sellers },
  body: z.object({ credits: whole('Créditos', 1, MAX_CREDITS_BOUGHT), coupon: typedCoupon }),
  answer: z.object({ code: z.string(), bonusCredits: z.number() }),
  errors: ['credits_not_sold', 'too_few_credits', 'too_many_attempts', ...couponRefusals],
});

export const getTopUp = endpoint({
  name: 'get-top-up',
  method: 'GET',
  path: '/api/top-ups/:reference',
  summary: 'Em que pé está uma compra de créditos; a tela aberta pergunta enquanto espera.',
  access: { profiles: sellers },
  params: z.object({ reference: uuid('Pedido') }),
  answer: topUp,
  errors: ['recharge_not_found'],
});
