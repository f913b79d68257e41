/** Orders of strangers on a storefront: the charge, and the line that its payment creates. */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { text, whole } from '../api/fields.ts';
import { typedCoupon } from '../coupons/coupon-fields.ts';
import { couponRefusals } from '../coupons/coupon-refusals.ts';
import { portalCharge } from '../portal/portal.ts';
import { customerState, payerFields } from '../portal/portal-authorizations.ts';
import { offerId, SLUG_PARAM } from './page.ts';
import { credentials, humanCheck, visitor } from './tests.ts';

/** Recurring Pix of an order. */
const authorization = z.object({
  state: customerState,
  /** Amount in R$ of each month. */
  value: z.number(),
  /** Registered name of the company that receives. */
  receiver: z.string(),
  /** Day of the month on which the debits happen. */
  dueDay: z.int(),
  /** Day of the first debit after the payment, as yyyy-mm-dd. */
  firstDueOn: z.string(),
});

const order = z.object({
  /** Reads this order again. */
  key: z.string(),
  /** The charge, as the portal shows it. `value` is in R$. */
  charge: portalCharge,
  /** `priceCents` is the price without a coupon. */
  offer: z.object({ label: z.string(), months: z.int(), priceCents: z.int() }),
  /** Name of the receiver of the money. */
  receiver: z.string(),
  /** User name of the test that the payment turns into an official line; null for a new line. */
  testUsername: z.string().nullable(),
  /** Expiry that a payment now would give; null after the payment. */
  wouldExpireTimestamp: z.int().nullable(),
  /**
   * `waiting`: not paid. `preparing`: paid, and the line is created soon. `held`: paid, and the
   * seller must release the line. `ready`: the line is paid. `ended`: nothing will be delivered.
   */
  state: z.enum(['waiting', 'preparing', 'held', 'ready', 'ended']),
  /** Line of the order; null unless `ready`. */
  line: z
    .object({
      expiresTimestamp: z.int(),
      /** Null seven days after the delivery, and after a new password of the line. */
      credentials: credentials.nullable(),
      /** Signs in to `/portal`. Null without credentials. */
      portalKey: z.string().nullable(),
      /** Days for a referred friend; null while the seller's referrals are off. */
      rewardDays: z.int().nullable(),
      /** Discount in percent for a referred friend; 0 without one. Absent in answers of older servers. */
      rewardPercent: z.int().optional(),
    })
    .nullable(),
  /** Receipt of the payment; null unless it was paid. */
  receipt: z.object({ number: z.int(), paidTimestamp: z.int() }).nullable(),
  /**
   * Null for a single payment. The code of the charge also authorises the following months. Absent in
   * answers of older servers.
   */
  authorization: authorization.nullable().optional(),
});
export type StorefrontOrder = z.output<typeof order>;

export const subscribeStorefront = endpoint({
  name: 'subscribe-storefront',
  method: 'POST',
  path: '/api/loja/:slug/subscribe',
  summary: 'Pede um Pix ou um pagamento com cartão para assinar um plano da página de venda.',
  access: 'public',
  params: SLUG_PARAM,
  body: z.object({
    ...visitor,
    offerId: offerId('Plano'),
    method: z.enum(['pix', 'card']).meta({ title: 'Forma de pagamento' }),
    /** Price in cents that the page showed. The call is refused if the price has changed. */
    priceCents: whole('Preço', 1),
    /**
     * Key of a test or of a refusal. The payment then turns that line into an official line, and
     * the human check is not needed again.
     */
    testKey: text('Acesso', 200).optional(),
    /** Coupon that the visitor typed or that the link contained. Not valid together with `payer`. */
    coupon: typedCoupon.optional(),
    /**
     * Payer of recurring Pix. The code then pays the first month and authorises the following ones.
     * Only for the plan of one month by Pix.
     */
    payer: z.object(payerFields).optional().meta({ title: 'Quem paga' }),
    ...humanCheck,
  }),
  answer: order,
  reachesOut: true,
  errors: [
    'in_quarantine',
    'storefront_not_found',
    'storefront_closed',
    'storefront_key_refused',
    'human_check_failed',
    'plan_not_offered',
    'price_changed',
    'renewal_blocked',
    'debit_running',
    'recurring_not_offered',
    'authorization_exists',
    'payer_refused',
    'authorization_not_prepared',
    'payments_not_ready',
    'payment_provider_silent',
    'payment_refused',
    'too_many_attempts',
    ...couponRefusals,
  ],
});

export const getStorefrontOrder = endpoint({
  name: 'get-storefront-order',
  method: 'POST',
  path: '/api/loja/:slug/order',
  summary: 'Em que pé está um pedido; a página aberta pergunta enquanto espera.',
  access: 'public',
  params: SLUG_PARAM,
  body: z.object({ key: text('Acesso', 200) }),
  answer: order,
  errors: ['storefront_key_refused', 'too_many_attempts'],
});
