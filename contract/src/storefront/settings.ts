/**
 * Settings of a seller's storefront: address, appearance, offered plans, tests, texts and channels.
 * The prices are those of the portal (`savePlanPrices`).
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, freshCode, id, text, whole } from '../api/fields.ts';
import { pictureName } from '../brands/picture-name.ts';
import { planMonths } from '../rules/plans.ts';
import { platformKeys } from '../rules/platforms.ts';
import { TEST_HOURS } from '../rules/terms.ts';
import { slug } from './slug.ts';

export const MAX_SENTENCE = 60;
export const MAX_STOREFRONT_TEXT = 600;
/** Maximum number of products that one page offers: one for each platform. */
export const MAX_STOREFRONT_PRODUCTS = 3;

/** Texts of the storefront, in the order of the form. */
export const storefrontTexts = ['welcome', 'testReady', 'alreadyTested', 'paid'] as const;
export type StorefrontText = (typeof storefrontTexts)[number];

export const storefrontTextLabels: Readonly<Record<StorefrontText, string>> = {
  welcome: 'Boas-vindas',
  testReady: 'Teste pronto',
  alreadyTested: 'Já fez teste',
  paid: 'Pix pago',
};

/** Placeholders of the texts with their meaning. */
export const storefrontPlaceholders = {
  nome: 'Nome do cliente, vazio enquanto não se sabe',
  usuario: 'Usuário da linha',
  senha: 'Senha da linha',
  vencimento: 'Data e hora do vencimento',
  instalar: 'Endereço com os passos para o aparelho do cliente',
  link: 'Endereço da página de venda',
} as const;

export const defaultStorefrontTexts: Readonly<Record<StorefrontText, string>> = {
  welcome: 'Oi! Aqui você testa e assina sozinho: {link}',
  testReady:
    'Oi, {nome}. Seu teste vale até {vencimento}. Usuário {usuario}, senha {senha}. Como instalar: {instalar} Para assinar depois: {link}',
  alreadyTested: 'Este número já fez um teste. Para assinar: {link}',
  paid: 'Pronto, {nome}. Você assiste até {vencimento}. Usuário {usuario}, senha {senha}.',
};

/** Channels that bring requests. The link is the page itself. */
export const storefrontChannels = ['link', 'telegram', 'whatsapp'] as const;
export type StorefrontChannel = (typeof storefrontChannels)[number];

/** Time of day of the installation's time zone, as `08:00`. */
const timeOfDay = (label: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .meta({ title: label, example: '08:00' });

const product = z.object({
  platform: z.enum(platformKeys).meta({ title: 'Plataforma' }),
  /** Package of IPTV, or product of P2P. */
  productId: id('Pacote'),
  /** Plans that the page offers. */
  months: z
    .array(z.literal(planMonths))
    .max(planMonths.length)
    .meta({ title: 'Planos', example: [1, 3, 6, 12] }),
});

const texts = z.object({
  welcome: text(storefrontTextLabels.welcome, MAX_STOREFRONT_TEXT),
  testReady: text(storefrontTextLabels.testReady, MAX_STOREFRONT_TEXT),
  alreadyTested: text(storefrontTextLabels.alreadyTested, MAX_STOREFRONT_TEXT),
  paid: text(storefrontTextLabels.paid, MAX_STOREFRONT_TEXT),
});

const channels = z.object({
  link: flag('Link'),
  telegram: flag('Telegram'),
  whatsapp: flag('WhatsApp Cloud API'),
});

const tests = {
  /** Tests that strangers may take in a day; 0 offers none. */
  perDay: whole('Testes por dia', 0, 1000),
  from: timeOfDay('Início do horário'),
  /** `00:00` after `from` is the end of the day. */
  until: timeOfDay('Fim do horário'),
  hours: whole('Duração', 1, 6).pipe(z.literal(TEST_HOURS)).meta({ title: 'Duração' }),
  /** True if a visitor proves the number with a code before the test. */
  provesNumber: flag('Confirma o número por código'),
};

const MIN_CENTS = 1;
const MAX_CENTS = 10_000_000;

const planCents = z.object({
  months: z.literal(planMonths).meta({ title: 'Plano' }),
  priceCents: whole('Preço', MIN_CENTS, MAX_CENTS),
});

const settings = {
  isOnline: flag('No ar'),
  slug,
  /** Name at the top of the page. */
  name: text('Marca', 40),
  sentence: text('Frase de abertura', MAX_SENTENCE),
  /** Accent colour as `#rrggbb`. A host with a brand of its own shows its colour instead. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable()
    .meta({ title: 'Cor', example: '#3b4bdb' }),
  /**
   * Name of an uploaded picture; null without a logo. A host with a brand of its own shows its logo
   * instead. An absent value keeps the stored logo.
   */
  logo: pictureName('Logo'),
  products: z.array(product).max(MAX_STOREFRONT_PRODUCTS).meta({ title: 'Planos e preços' }),
  tests: z.object(tests).meta({ title: 'Teste grátis' }),
  texts: texts.meta({ title: 'Textos' }),
  channels: channels.meta({ title: 'Canais' }),
};

const storedSettings = z.object(settings);
export type StorefrontSettings = z.output<typeof storedSettings>;

const planRow = z.object({
  months: z.literal(planMonths),
  label: z.string(),
  /** Price in cents that the customer pays; null if the plan has no price and cannot be offered. */
  priceCents: z.int().nullable(),
  /** Portal credits that the plan costs the seller, in hundredths. */
  creditHundredths: z.int(),
  isPromotion: z.boolean(),
  /** Lowest price in cents that the limits of the account allow; null without a limit. */
  minPriceCents: z.int().nullable(),
  /** Price minus the cost of the credits; null if one of the two is unknown. */
  remainsCents: z.int().nullable(),
});

const channelState = z.object({
  channel: z.enum(storefrontChannels),
  isConnected: z.boolean(),
  /** Name or number of the channel: `@marcelotv_bot`; empty for a channel that is not connected. */
  name: z.string(),
  testsToday: z.int(),
});

const today = z.object({
  tests: z.int(),
  sales: z.int(),
  channels: z.array(channelState),
});

const state = {
  /** Null before the page was saved for the first time. */
  settings: storedSettings.nullable(),
  /** Values for the first form. They equal `settings` after the first save. */
  suggested: storedSettings,
  /** Whole address of the page without the slug: `https://rm.example/loja/`. */
  addressBase: z.string(),
  plans: z.array(planRow),
  products: z.array(
    z.object({ platform: z.enum(platformKeys), productId: z.int(), label: z.string() }),
  ),
  /** The most tests in a day that the limits of the account allow; null without a limit. */
  maxTestsPerDay: z.int().nullable(),
  /** False while the account takes no payments. Visitors then cannot subscribe. */
  takesPayments: z.boolean(),
  /**
   * Seller's switch of recurring Pix, which portal and page share. Absent in answers of older
   * servers.
   */
  recurring: z.enum(['on', 'off', 'not-eligible']).optional(),
  /** Portal credits of the account in hundredths. */
  portalHundredths: z.int(),
  /** False if no official channel can send the code. `provesNumber` is then ignored. */
  mayProveNumber: z.boolean(),
  today,
};

export const getStorefront = endpoint({
  name: 'get-storefront',
  method: 'GET',
  path: '/api/storefront',
  summary: 'A página de venda da conta: endereço, planos, testes, textos, canais e o uso de hoje.',
  access: { profiles: sellers },
  answer: z.object(state),
  errors: [],
});

export const saveStorefront = endpoint({
  name: 'save-storefront',
  method: 'PUT',
  path: '/api/storefront',
  summary: 'Guarda a página de venda. O endereço antigo leva ao novo por 90 dias.',
  access: { profiles: sellers },
  body: z.object({
    ...settings,
    /**
     * Changed prices of plans. They are the prices of the portal too, so they need the fresh code.
     */
    prices: z.array(planCents).max(planMonths.length).optional().meta({ title: 'Preços' }),
    ...freshCode,
  }),
  answer: z.object({ message: z.string(), ...state }),
  errors: [
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'storefront_slug_taken',
    'plan_without_price',
    'picture_not_found',
  ],
  freshCode: ({ prices }) => Array.isArray(prices) && prices.length > 0,
});

export const checkStorefrontSlug = endpoint({
  name: 'check-storefront-slug',
  method: 'GET',
  path: '/api/storefront/slug',
  summary: 'Se um endereço da página de venda está livre; a tela pergunta enquanto se digita.',
  access: { profiles: sellers },
  query: z.object({ slug }),
  answer: z.object({
    isFree: z.boolean(),
    /** Reason why the address is not free; empty if it is free. */
    reason: z.string(),
  }),
  errors: ['too_many_attempts'],
});

export const getStorefrontToday = endpoint({
  name: 'get-storefront-today',
  method: 'GET',
  path: '/api/storefront/today',
  summary: 'Os testes e as assinaturas de hoje, por canal.',
  access: { profiles: sellers },
  answer: today,
  errors: [],
});
