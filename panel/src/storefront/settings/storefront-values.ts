/** Values of the settings form, their request, and the list of unsaved changes. */
import type { RequestOf, ResponseOf } from '@ramal/contract/api/endpoint';
import { type PlanMonths, planLabel } from '@ramal/contract/rules/plans';
import {
  type getStorefront,
  type saveStorefront,
  type StorefrontChannel,
  storefrontChannels,
  type StorefrontSettings,
  storefrontTextLabels,
  storefrontTexts,
} from '@ramal/contract/storefront/settings';
import { parseHundredths, priceText } from '../../foundation/amounts.ts';

export type StorefrontState = ResponseOf<typeof getStorefront>;
export type PlanRow = StorefrontState['plans'][number];

export type Product = StorefrontSettings['products'][number];

export interface StorefrontValues {
  readonly isOnline: boolean;
  readonly slug: string;
  readonly name: string;
  readonly sentence: string;
  readonly accent: string | null;
  /** Name of the uploaded picture. */
  readonly logo: string | null;
  readonly products: StorefrontSettings['products'];
  /** Typed prices by the months of their plan. Empty for a plan without a price. */
  readonly prices: Readonly<Record<number, string>>;
  readonly perDay: string;
  readonly from: string;
  readonly until: string;
  readonly hours: StorefrontSettings['tests']['hours'];
  readonly provesNumber: boolean;
  readonly texts: StorefrontSettings['texts'];
  readonly channels: StorefrontSettings['channels'];
}

/** Wire names of the fields whose name in the form is different. */
export const wireNames = {
  isOnline: 'is_online',
  perDay: 'tests.per_day',
  from: 'tests.from',
  until: 'tests.until',
  hours: 'tests.hours',
  provesNumber: 'tests.proves_number',
} as const;

export const channelLabels: Readonly<Record<StorefrontChannel, string>> = {
  link: 'Link',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp Cloud API',
};

export function toValues({ settings, suggested, plans }: StorefrontState): StorefrontValues {
  const { tests, ...shared } = settings ?? suggested;
  return {
    ...shared,
    ...tests,
    logo: shared.logo ?? null,
    perDay: String(tests.perDay),
    prices: Object.fromEntries(
      plans.map(({ months, priceCents }) => [
        months,
        priceCents === null ? '' : priceText(priceCents / 100),
      ]),
    ),
  };
}

type Body = RequestOf<typeof saveStorefront>['body'];

export function toBody(values: StorefrontValues, plans: readonly PlanRow[]): Body {
  const { perDay, from, until, hours, provesNumber, prices: _typed, ...shared } = values;
  const prices = changedPrices(values, plans);
  return {
    ...shared,
    tests: { perDay: perDay as unknown as number, from, until, hours, provesNumber },
    ...(prices.length > 0 ? { prices } : {}),
  };
}

/** Returns the plans with a new price, with the price as it was typed. */
export const changedPrices = ({ prices }: StorefrontValues, plans: readonly PlanRow[]) =>
  plans.flatMap(({ months, priceCents }) => {
    const typed = typedCents(prices, months);
    return typed === undefined || typed === priceCents ? [] : [{ months, priceCents: typed }];
  });

/** Returns undefined for an empty price and for a text that is not an amount. */
export const typedCents = (
  prices: StorefrontValues['prices'],
  months: number,
): number | undefined => parseHundredths(prices[months] ?? '');

/** Price of a plan minus the cost of its credits. Null if the cost is unknown. */
export function remainingCents(plan: PlanRow, cents: number | undefined): number | null {
  if (cents === undefined || plan.remainsCents === null || plan.priceCents === null) return null;
  return cents - (plan.priceCents - plan.remainsCents);
}

/** True if a product of the page offers the plan. */
export const isOffered = ({ products }: StorefrontValues, months: PlanMonths): boolean =>
  products.some((product) => product.months.includes(months));

/** Changes the product of a platform. A platform without one gets its first package. */
export function changeProduct(
  state: Pick<StorefrontState, 'products'>,
  products: readonly Product[],
  change: Pick<Product, 'platform'> & Partial<Product>,
): Product[] {
  const existing = products.find(({ platform }) => platform === change.platform);
  if (existing)
    return products.map((product) => (product === existing ? { ...product, ...change } : product));
  const first = state.products.find(({ platform }) => platform === change.platform);
  return first
    ? [...products, { productId: first.productId, months: [], ...change }]
    : [...products];
}

/** Adds or removes a plan, in the order of the price table. */
export const toggleMonths = (
  plans: readonly PlanRow[],
  offered: readonly number[],
  { months, isOffered }: { readonly months: PlanMonths; readonly isOffered: boolean },
): PlanMonths[] =>
  plans
    .map((plan) => plan.months)
    .filter((other) => (other === months ? isOffered : offered.includes(other)));

const plainFields = {
  isOnline: 'No ar',
  slug: 'Endereço',
  name: 'Marca',
  sentence: 'Frase de abertura',
  accent: 'Cor',
  logo: 'Logo',
  products: 'Planos',
  perDay: 'Testes por dia',
  from: 'Início do horário',
  until: 'Fim do horário',
  hours: 'Duração do teste',
  provesNumber: 'Confirma o número por código',
} as const;

/** Returns the name of each unsaved change, in the order of the form. */
export function listChanges(
  initial: StorefrontValues,
  values: StorefrontValues,
  plans: readonly PlanRow[],
): string[] {
  const names = Object.keys(plainFields) as (keyof typeof plainFields)[];
  return [
    ...names
      .filter((name) => !isEqual(initial[name], values[name]))
      .map((name) => plainFields[name]),
    ...plans
      .filter(({ months }) => initial.prices[months] !== values.prices[months])
      .map(({ months }) => `Preço de ${planLabel(months)}`),
    ...storefrontTexts
      .filter((text) => initial.texts[text] !== values.texts[text])
      .map((text) => `Texto «${storefrontTextLabels[text]}»`),
    ...storefrontChannels
      .filter((channel) => initial.channels[channel] !== values.channels[channel])
      .map((channel) => channelLabels[channel]),
  ];
}

const isEqual = (first: unknown, second: unknown): boolean =>
  JSON.stringify(first) === JSON.stringify(second);
