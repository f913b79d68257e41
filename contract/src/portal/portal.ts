/**
 * Portal for customers. A customer signs in with the credentials of a line or opens a link from the
 * reseller. The portal shows the line and renews it. Its calls have their key in the body, so that
 * no log and no browser history contains the key.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, text, uuid, whole } from '../api/fields.ts';
import { typedCoupon } from '../coupons/coupon-fields.ts';
import { couponRefusals } from '../coupons/coupon-refusals.ts';
import { decimalAmount } from '../rules/money.ts';
import { planMonths } from '../rules/plans.ts';

const key = { key: text('Acesso', 200) };
const months = whole('Plano', 1, 12).pipe(z.literal(planMonths)).meta({ title: 'Plano' });

export const signInToPortal = endpoint({
  name: 'sign-in-to-portal',
  method: 'POST',
  path: '/api/portal/sign-in',
  summary: 'Entra no portal do cliente com o usuário e a senha da linha.',
  access: 'public',
  body: z.object({
    username: text('Usuário', 100),
    password: text('Senha', 100),
    /**
     * Value that this browser received at its last sign-in. With this value, failed attempts of
     * other people do not delay the sign-in.
     */
    browserMark: z.string().max(300).optional().meta({ title: 'Marca do navegador' }),
    /** Solution of a `level=high` challenge of `getCaptcha`. */
    proofOfWork: z.string().max(8192).optional().meta({ title: 'Verificação a mais' }),
  }),
  answer: z.object({
    key: z.string(),
    /** Value that the browser sends with its next sign-in to this line. */
    browserMark: z.string(),
  }),
  errors: ['portal_wrong_credentials', 'proof_of_work_required', 'too_many_attempts'],
});

/** A plan for which a coupon is valid. */
const couponPlan = z.object({
  months: z.literal(planMonths),
  /** Prices in R$ with and without the coupon. */
  value: z.number(),
  listValue: z.number(),
  bonusDays: z.int(),
  /** Expiry after the renewal, in Unix seconds. */
  renewedUntil: z.int(),
});

const receipt = z.object({
  id: z.int(),
  /** Amount in R$. */
  value: z.number(),
  months: z.int(),
  method: z.enum(['pix', 'card']),
  state: z.enum(['paid', 'settled', 'reversed']),
  /** Unix seconds. */
  paidAt: z.int(),
  renewedUntil: z.int().nullable(),
});

export const getPortal = endpoint({
  name: 'get-portal',
  method: 'POST',
  path: '/api/portal/home',
  summary: 'A linha de quem entrou: vencimento, plano, links, preços e recibos.',
  access: 'public',
  body: z.object(key),
  answer: z.object({
    username: z.string(),
    /** Name of the customer, as the seller wrote it. */
    name: z.string(),
    platform: z.string(),
    plan: z.string(),
    expiresAt: z.int(),
    isTrial: z.boolean(),
    /** True if the seller has not disabled the line. A renewal does not enable a disabled line. */
    isOn: z.boolean(),
    /** True if the line is blocked for abuse. The portal then offers no renewal. */
    blocked: z.boolean(),
    /** Number of screens being watched. */
    watching: z.int(),
    seller: z.object({ name: z.string(), whatsapp: z.string().nullable() }),
    /** True for the test provider, which moves no money. */
    sandbox: z.boolean(),
    /** Ways of paying that the seller's providers serve. Absent in answers of older servers. */
    methods: z.array(z.enum(['pix', 'card'])).optional(),
    plans: z.array(
      z.object({ months: z.literal(planMonths), value: z.number(), renewedUntil: z.int() }),
    ),
    /** Notices of the administration to customers of this platform, newest first. */
    notices: z.array(z.object({ title: z.string(), text: z.string(), publishedAt: z.int() })),
    links: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Instructions for customers, as the franchise wrote them. */
    howTo: z.string(),
    receipts: z.array(receipt),
    /**
     * Days that the customer receives for a friend; null if the page «Indique e ganhe» does not
     * exist. Absent in answers of older servers.
     */
    referralDays: z.int().nullable().optional(),
    /** Discount in percent for a friend; 0 for days. Absent in answers of older servers, as the next. */
    referralPercent: z.int().optional(),
    /** Coupon of a reward that the next payment uses; null without one. */
    reward: z
      .object({ code: z.string(), percent: z.int(), plans: z.array(couponPlan) })
      .nullable()
      .optional(),
  }),
  errors: ['portal_key_refused'],
});

/** Results of a failed charge. The portal has a text for each result. */
const chargeOutcomes = [
  /** The received amount differs from the charge. The seller must check the payment. */
  'mismatched',
  'refused',
  'expired',
  'cancelled',
  'refunded',
] as const;
export type ChargeOutcome = (typeof chargeOutcomes)[number];

/** Payment of a renewal, as the portal shows it. */
export const portalCharge = z.object({
  reference: z.string(),
  value: z.number(),
  months: z.int(),
  method: z.enum(['pix', 'card']),
  state: z.enum(['pending', 'paid', 'settled', 'cancelled', 'reversed']),
  /**
   * Outcome of the last attempt. An open charge can have an outcome too, because the customer may
   * pay again after a refused card.
   */
  outcome: z.enum(chargeOutcomes).nullable(),
  pixCode: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  expiresAt: z.int(),
  renewedUntil: z.int().nullable(),
  sandbox: z.boolean(),
  /** Code of the coupon; null without one. Absent in answers of older servers, as the two below. */
  coupon: z.string().nullable().optional(),
  /** Price in R$ without the coupon; null without one. */
  listValue: z.number().nullable().optional(),
  /** Days that the coupon adds to the plan. */
  bonusDays: z.int().optional(),
  /** Receipt of the payment; null unless it was paid. Absent in answers of older servers. */
  receipt: z.object({ id: z.int(), paidAt: z.int() }).nullable().optional(),
});

export const readPortalCoupon = endpoint({
  name: 'read-portal-coupon',
  method: 'POST',
  path: '/api/portal/coupon',
  summary: 'O que um cupom muda nos planos da linha, antes de pedir o pagamento.',
  access: 'public',
  body: z.object({ ...key, coupon: typedCoupon }),
  answer: z.object({
    code: z.string(),
    /** Plans for which the coupon is valid. */
    plans: z.array(couponPlan),
  }),
  errors: ['portal_key_refused', 'too_many_attempts', ...couponRefusals],
});

export const chargePortal = endpoint({
  name: 'charge-portal',
  method: 'POST',
  path: '/api/portal/charge',
  summary: 'Pede um Pix ou um pagamento com cartão para renovar a linha.',
  access: 'public',
  body: z.object({
    ...key,
    months,
    method: z.enum(['pix', 'card']).meta({ title: 'Forma de pagamento' }),
    /** Price in R$ that the page showed. The call is refused if the price has changed. */
    value: decimalAmount('Valor'),
    coupon: typedCoupon.optional(),
  }),
  answer: portalCharge,
  reachesOut: true,
  errors: [
    'in_quarantine',
    'portal_key_refused',
    'plan_not_offered',
    'price_changed',
    ...couponRefusals,
    'renewal_blocked',
    'debit_running',
    'payments_not_ready',
    'payment_provider_silent',
    'payment_refused',
    'too_many_attempts',
  ],
});

export const getPortalCharge = endpoint({
  name: 'get-portal-charge',
  method: 'POST',
  path: '/api/portal/charge-state',
  summary: 'Em que pé está um pagamento; a página aberta pergunta enquanto espera.',
  access: 'public',
  body: z.object({ ...key, reference: uuid('Pedido') }),
  answer: portalCharge,
  errors: ['portal_key_refused', 'recharge_not_found'],
});

export const createRenewalLink = endpoint({
  name: 'create-renewal-link',
  method: 'POST',
  path: '/api/renewal-links/:id',
  summary: 'Cria um link com que o cliente renova a linha sem digitar nada, com o Pix já pronto.',
  access: { profiles },
  params: idParam,
  body: z.object({
    months,
    /** Code of a coupon that the link contains. It is redeemed when the customer asks to pay. */
    coupon: typedCoupon.optional(),
  }),
  answer: z.object({
    url: z.string(),
    /** Unix seconds. */
    expiresAt: z.int(),
    value: z.number(),
    /**
     * Pix code. Null with a coupon, and if the provider did not return it in time; the link works
     * without it.
     */
    pixCode: z.string().nullable(),
    /** Message with the link, ready to send. */
    message: z.string(),
    whatsapp: z.string().nullable(),
    sandbox: z.boolean(),
  }),
  errors: [
    'line_not_found',
    'trial_not_renewable',
    'renewal_link_blocked',
    'plan_not_offered',
    'plan_without_price',
    ...couponRefusals,
    'payments_not_configured',
    'debit_running',
    'payments_not_ready',
    'payment_provider_silent',
    'payment_refused',
  ],
});

export const revokeRenewalLinks = endpoint({
  name: 'revoke-renewal-links',
  method: 'DELETE',
  path: '/api/renewal-links/:id',
  summary: 'Revoga todos os links de renovação de uma linha.',
  access: { profiles },
  params: idParam,
  answer: z.object({ message: z.string(), revoked: z.int() }),
  errors: ['line_not_found'],
});
