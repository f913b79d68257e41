/**
 * Tests that strangers take on a storefront. Keys are in the body, so that no log contains them.
 */
import { z } from 'zod';
import { whatsapp } from '../api/contact-fields.ts';
import { endpoint } from '../api/endpoint.ts';
import { labelled, text } from '../api/fields.ts';
import { storefrontDevices } from './devices.ts';
import { offerId, SLUG_PARAM } from './page.ts';
import { originCode } from './slug.ts';

export const CODE_TRIES = 3;
export const CODE_MINUTES = 10;
export const CODE_RESEND_SECONDS = 60;

/** WhatsApp number of a visitor. */
export const visitorPhone = whatsapp().refine((number) => number !== null, {
  error: 'Escreva o número com DDD.',
});

/** Fields about the visitor, which test and subscription share. */
export const visitor = {
  phone: visitorPhone,
  device: z.enum(storefrontDevices).meta({ title: 'Aparelho' }),
  /** Stable value that the page computes for this browser, 16 to 128 characters. */
  deviceSignature: text('Assinatura do aparelho', 128, 16),
  /** Origin of the link that the visitor opened first. */
  origin: originCode.optional(),
};

/** Solution of the human check of `getCaptcha`. */
export const humanCheck = {
  gRecaptchaResponse: z.string().max(8192).optional().meta({ title: 'Verificação humana' }),
};

const consent = labelled('Consentimento', z.literal(true, { error: 'Marque para continuar.' }));

/** Credentials of a line as the page shows them. */
export const credentials = z.object({
  username: z.string(),
  password: z.string(),
  /** Rows that the page shows in this order, each with a copy button. */
  links: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Instructions of the seller or of the installation. */
  howTo: z.string(),
});
export type StorefrontCredentials = z.output<typeof credentials>;

const test = z.object({
  /** Opens this test again on this device, and pays for its line. */
  key: z.string(),
  device: z.enum(storefrontDevices),
  endsTimestamp: z.int(),
  hasEnded: z.boolean(),
  /** Channel by which the credentials were sent; null if none could carry them. */
  sentBy: z.enum(['whatsapp', 'telegram']).nullable(),
  /** Null seven days after the test began, and after a new password of the line. */
  credentials: credentials.nullable(),
});
export type StorefrontTest = z.output<typeof test>;

/** Reasons of a refused test. `blocked`: only the seller helps. */
export const testRefusals = [
  'number',
  'device',
  'outside-hours',
  'day-full',
  'off',
  'blocked',
] as const;
export type TestRefusal = (typeof testRefusals)[number];

/**
 * Reasons that a visitor reads. `repeated` stands for `number` and `device` unless the number was
 * proved, so that nobody learns whether a number has taken a test.
 */
const shownRefusals = [...testRefusals, 'repeated'] as const;

const refusal = z.object({
  reason: z.enum(shownRefusals),
  /** Text for the visitor. */
  text: z.string(),
  /** Time of the former test. Null unless the number was proved. */
  testedTimestamp: z.int().nullable(),
  /** Time of the next free test; null if it is unknown or must not be shown. */
  nextTimestamp: z.int().nullable(),
  /** Line of the former test. Null unless the number was proved and the line still exists. */
  former: z
    .object({
      /** Masked user name: `77•••482`. */
      username: z.string(),
      /** Subscribes to the former line. */
      key: z.string(),
    })
    .nullable(),
});
export type StorefrontRefusal = z.output<typeof refusal>;

const codeStep = z.object({
  /** Identifies this proof in the next calls. */
  request: z.string(),
  by: z.enum(['whatsapp', 'telegram']),
  /** Number as the page shows it: `+55 (11) 95555-0142`. */
  phone: z.string(),
  triesLeft: z.int(),
  expiresTimestamp: z.int(),
  /** Earliest time of another code. */
  resendTimestamp: z.int(),
});

/** Exactly one of the parts is not null. */
const testAnswer = z.object({
  code: codeStep.nullable(),
  test: test.nullable(),
  refusal: refusal.nullable(),
});
export type StorefrontTestAnswer = z.output<typeof testAnswer>;

export const requestStorefrontTest = endpoint({
  name: 'request-storefront-test',
  method: 'POST',
  path: '/api/loja/:slug/test',
  summary: 'Pede um teste grátis na página de venda. Se o número precisa de prova, manda o código.',
  access: 'public',
  params: SLUG_PARAM,
  body: z.object({
    ...visitor,
    testId: offerId('Teste'),
    consent,
    ...humanCheck,
  }),
  answer: testAnswer,
  errors: [
    'storefront_not_found',
    'storefront_closed',
    'human_check_failed',
    'storefront_test_failed',
    'too_many_attempts',
  ],
});

export const confirmStorefrontCode = endpoint({
  name: 'confirm-storefront-code',
  method: 'POST',
  path: '/api/loja/:slug/code',
  summary: 'Confere o código de seis números e entrega o teste.',
  access: 'public',
  params: SLUG_PARAM,
  body: z.object({
    request: text('Pedido', 100),
    code: z
      .string()
      .regex(/^\d{6}$/, { error: 'São 6 números.' })
      .meta({ title: 'Código', example: '123456' }),
    /** The code is valid only on the device that requested it. */
    deviceSignature: visitor.deviceSignature,
  }),
  answer: testAnswer,
  errors: [
    'storefront_not_found',
    'storefront_closed',
    'storefront_code_wrong',
    'storefront_code_expired',
    'storefront_test_failed',
    'too_many_attempts',
  ],
});

export const resendStorefrontCode = endpoint({
  name: 'resend-storefront-code',
  method: 'POST',
  path: '/api/loja/:slug/code/resend',
  summary: 'Manda outro código para o mesmo número, depois de 60 segundos.',
  access: 'public',
  params: SLUG_PARAM,
  body: z.object({ request: text('Pedido', 100) }),
  answer: testAnswer,
  errors: [
    'storefront_not_found',
    'storefront_closed',
    'storefront_code_expired',
    'storefront_code_early',
    'too_many_attempts',
  ],
});

export const getStorefrontTest = endpoint({
  name: 'get-storefront-test',
  method: 'POST',
  path: '/api/loja/:slug/test-state',
  summary: 'Mostra de novo o teste no mesmo aparelho.',
  access: 'public',
  params: SLUG_PARAM,
  body: z.object({
    key: text('Acesso', 200),
    deviceSignature: visitor.deviceSignature,
  }),
  answer: test,
  errors: ['storefront_key_refused', 'too_many_attempts'],
});

export const notifyStorefrontReturn = endpoint({
  name: 'notify-storefront-return',
  method: 'POST',
  path: '/api/loja/:slug/notify',
  summary: 'Avisa uma vez, neste número, quando os testes voltarem.',
  access: 'public',
  params: SLUG_PARAM,
  body: z.object({ phone: visitorPhone, consent, ...humanCheck }),
  answer: z.object({ message: z.string() }),
  errors: [
    'storefront_not_found',
    'storefront_closed',
    'storefront_notice_impossible',
    'human_check_failed',
    'too_many_attempts',
  ],
});
