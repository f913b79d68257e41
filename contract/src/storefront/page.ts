/**
 * Public page of a seller. The server writes `storefrontPage` as JSON into a meta element of the
 * page, so that the first paint is complete. An open page reads it again with `getStorefrontPage`.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { typedCoupon } from '../coupons/coupon-fields.ts';
import { couponRefusals } from '../coupons/coupon-refusals.ts';
import { planMonths } from '../rules/plans.ts';
import { platformKeys } from '../rules/platforms.ts';
import { slug } from './slug.ts';

/** Public id of an offer: ten characters. */
export const offerId = (label: string) =>
  z
    .string()
    .regex(/^[0-9A-Za-z]{10}$/)
    .meta({ title: label, example: 't6H4pZs1Yw' });

export const SLUG_PARAM = z.object({ slug });

const offer = z.object({
  /** Public id of the offer, ten characters. */
  id: z.string(),
  months: z.literal(planMonths),
  label: z.string(),
  priceCents: z.int(),
  /** Price in cents without the coupon; null if the coupon of the request does not change it. */
  listCents: z.int().nullable(),
  /** Days that the coupon adds to the plan. */
  bonusDays: z.int(),
  /** Price of one month in cents; null for the plan of one month. */
  monthCents: z.int().nullable(),
});
export type StorefrontOffer = z.output<typeof offer>;

/** Reasons why no test is available now. */
export const testPauses = ['outside-hours', 'day-full', 'off'] as const;

export const storefrontPage = z.object({
  /** `closed`: the page is switched off, or its seller is blocked or deleted. */
  state: z.enum(['open', 'closed']),
  slug: z.string(),
  name: z.string(),
  sentence: z.string(),
  accent: z.string().nullable(),
  /** Name of the picture of the logo; null without one. Absent in answers of older servers. */
  logo: z.string().nullable().optional(),
  /** The seller. Null on a closed page whose seller was deleted. */
  seller: z.object({ name: z.string(), whatsapp: z.string().nullable() }).nullable(),
  products: z.array(
    z.object({
      platform: z.enum(platformKeys),
      label: z.string(),
      /** Short description: «2 telas, todos os canais». */
      description: z.string(),
      /** True if an app plays the line with an address, so that the page shows the address. */
      hasAddress: z.boolean(),
      offers: z.array(offer),
      /** Public id of the test of this product; null if visitors cannot test it. */
      testId: z.string().nullable(),
    }),
  ),
  tests: z.object({
    hours: z.int(),
    /** Null while a test is available. */
    pause: z.enum(testPauses).nullable(),
    /** Next time at which tests are available, in Unix seconds; null without a pause or an end. */
    returnsTimestamp: z.int().nullable(),
    /** Channel that sends the code for the number; null if the number is not proved. */
    codeBy: z.enum(['whatsapp', 'telegram']).nullable(),
  }),
  /** Empty if visitors cannot subscribe now. */
  methods: z.array(z.enum(['pix', 'card'])),
  /** True for the test provider, which moves no money. */
  sandbox: z.boolean(),
  /** Link to the seller's chat with the bot; null without one. */
  telegramUrl: z.string().nullable(),
  /** Link to the seller's chat with the number of WhatsApp Cloud API. Absent in older servers. */
  whatsappUrl: z.string().nullable().optional(),
  /**
   * Set if visitors can pay the plan of one month by recurring Pix. `receiver` is the registered name
   * of the company. Null with a coupon, which is for a single payment. Absent in answers of older
   * servers.
   */
  recurring: z.object({ receiver: z.string() }).nullable().optional(),
  /** Code of the valid coupon of the request; null without one. */
  coupon: z.string().nullable(),
});
export type StorefrontPage = z.output<typeof storefrontPage>;

export const getStorefrontPage = endpoint({
  name: 'get-storefront-page',
  method: 'GET',
  path: '/api/loja/:slug',
  summary: 'A página de venda de uma revenda, como os visitantes a veem.',
  access: 'public',
  params: SLUG_PARAM,
  query: z.object({ cupom: typedCoupon.optional() }),
  answer: storefrontPage,
  errors: ['storefront_not_found', 'too_many_attempts', ...couponRefusals],
});
