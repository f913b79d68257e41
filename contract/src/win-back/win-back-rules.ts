/**
 * Groups, texts and periods of win-back messages. Server and preview use the same functions.
 */
import { type CouponTerms, discountedCents } from '../coupons/coupon-rules.ts';
import { customerName } from '../rules/customer-name.ts';
import { moneyText } from '../rules/message.ts';

interface WinBackGroupRange {
  readonly label: string;
  /** First day of the group, in calendar days after the expiry or the end of the test. */
  readonly from: number;
  /** Last day of the group; null if the group has no end. */
  readonly to: number | null;
  /** Last day on which a message of the group can be sent. */
  readonly lastSendDay: number;
  readonly isTrial: boolean;
}

/** Groups of customers by the calendar days since their expiry, and of tests without a purchase. */
export const winBackGroups = {
  d3: { label: '3 a 6 dias', from: 3, to: 6, lastSendDay: 6, isTrial: false },
  d7: { label: '7 a 29 dias', from: 7, to: 29, lastSendDay: 29, isTrial: false },
  d30: { label: '30 a 89 dias', from: 30, to: 89, lastSendDay: 89, isTrial: false },
  d90: { label: '90 dias ou mais', from: 90, to: null, lastSendDay: 365, isTrial: false },
  test: { label: 'Teste sem compra', from: 1, to: null, lastSendDay: 30, isTrial: true },
} as const satisfies Record<string, WinBackGroupRange>;
export type WinBackGroupKey = keyof typeof winBackGroups;

export const winBackGroupKeys = Object.keys(winBackGroups) as [
  WinBackGroupKey,
  ...WinBackGroupKey[],
];

export const winBackRange = (key: WinBackGroupKey): WinBackGroupRange => winBackGroups[key];

export const MAX_WIN_BACK_LENGTH = 1_000;
/** Percentage of the people of a group who receive no message, so that the effect is measurable. */
export const DEFAULT_CONTROL_PERCENT = 10;
export const MAX_CONTROL_PERCENT = 50;
/** A payment within this number of days after the message counts as a return. */
export const WIN_BACK_RETURN_DAYS = 14;
/** Number of past days whose messages the results contain. */
export const WIN_BACK_RESULT_DAYS = 90;
/** Below this number of people in the control group its rate is not used. */
export const MIN_CONTROL_PEOPLE = 10;

/** Placeholders of win-back messages, in the order of the form. */
export const winBackPlaceholders = {
  nome: 'Nome do cliente, do começo da anotação',
  dias: 'Dias desde o vencimento ou o fim do teste',
  cupom: 'Código do cupom do grupo',
  valor: 'Quanto o cliente paga por um mês, com o cupom',
  link: 'Endereço em que o cliente renova sozinho',
} as const;
export type WinBackPlaceholder = keyof typeof winBackPlaceholders;

const ASKING = '\n\nSeu cupom: {cupom}\nO mês sai por {valor}\nPara voltar: {link}';

export const defaultWinBackTexts: Readonly<Record<WinBackGroupKey, string>> = {
  d3: `Oi, {nome}! Sua TV está parada há {dias} dias. Quer voltar a assistir?${ASKING}`,
  d7: `Oi, {nome}! Sua TV está parada há {dias} dias. Volte quando quiser, com o mesmo usuário.${ASKING}`,
  d30: `Oi, {nome}! Sentimos sua falta. Seu usuário ainda está aqui.${ASKING}`,
  d90: `Oi, {nome}! Faz tempo que você não assiste. Temos novidades e seu usuário ainda está aqui.${ASKING}`,
  test: 'Oi, {nome}! O que achou do teste? Assine e continue assistindo.\n\nSeu cupom: {cupom}\nO mês sai por {valor}\nAssine aqui: {link}',
};

/** Coupon that the messages of a group offer. */
export interface WinBackCoupon extends CouponTerms {
  readonly code: string;
  /** Plans in months; empty for all plans. */
  readonly plans: readonly number[];
}

/** Price of one month with the coupon, if the coupon is valid for it. */
const monthCents = (cents: number, coupon: WinBackCoupon | null): number =>
  coupon && (coupon.plans.length === 0 || coupon.plans.includes(1))
    ? discountedCents(coupon, cents)
    : cents;

/** Values of a customer for the placeholders. */
export interface WinBackFacts {
  readonly username: string;
  readonly note: string;
  /** Calendar days since the expiry. */
  readonly days: number;
  /** Price of one month without the coupon. */
  readonly priceCents: number | null;
  readonly coupon: WinBackCoupon | null;
  /** Link to the payment; empty if the customer cannot pay without the seller. */
  readonly link: string;
}

export function winBackValues({
  username,
  note,
  days,
  priceCents,
  coupon,
  link,
}: WinBackFacts): Record<WinBackPlaceholder, string> {
  const { name } = customerName({ username, note });
  return {
    // Braces are removed from the name, because a name in braces would look like a placeholder.
    nome: name === username ? '' : name.replaceAll(/[{}]/g, ''),
    dias: String(days),
    cupom: coupon?.code ?? '',
    valor: priceCents === null ? '' : moneyText(monthCents(priceCents, coupon)),
    link,
  };
}

/** Reasons why a person of a group has or has not received the message of the group. */
export const winBackStatuses = [
  'received',
  'control',
  'stopped',
  'unreachable',
  'excluded',
  'waiting',
] as const;
export type WinBackStatus = (typeof winBackStatuses)[number];
