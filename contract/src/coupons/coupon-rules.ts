/** Rules of coupons that the form, the portal and the server share. */
import { type PlanMonths, getPlanTerm, planLabel } from '../rules/plans.ts';

export const couponKinds = ['percent', 'value', 'days', 'months', 'credits'] as const;
export type CouponKind = (typeof couponKinds)[number];

/**
 * Customers for whom a coupon is valid. `new` never had an official line of the seller. `trial` has
 * a test and bought nothing. `win-back` expired some days ago, or let a test end.
 */
export const couponAudiences = ['new', 'expired', 'trial', 'win-back', 'chosen'] as const;
export type CouponAudience = (typeof couponAudiences)[number];

export const audienceLabels: Readonly<Record<CouponAudience, string>> = {
  new: 'Novos',
  expired: 'Vencidos',
  trial: 'Quem fez teste',
  'win-back': 'Reconquista',
  chosen: 'Escolhidos',
};

export const couponStatuses = ['valid', 'paused', 'exhausted', 'ended'] as const;
export type CouponStatus = (typeof couponStatuses)[number];

export const couponStatusLabels: Readonly<Record<CouponStatus, string>> = {
  valid: 'Vale',
  paused: 'Pausado',
  exhausted: 'Esgotado',
  ended: 'Encerrado',
};

/** Days after the expiry from which a customer counts as lost and not as late. */
export const WIN_BACK_DAYS = 3;

/** Lowest price of any plan with a coupon, because providers refuse smaller payments. */
export const LOWEST_COUPON_CENTS = 100;

const DAYS_PER_MONTH = 30;

export interface CouponTerms {
  readonly kind: CouponKind;
  /** Percent, cents, days, months, or hundredths of a credit. */
  readonly amount: number;
}

/** Price with the coupon. The discount is rounded to whole cents, and the price is never negative. */
export function discountedCents({ kind, amount }: CouponTerms, cents: number): number {
  if (kind === 'percent') return cents - Math.round((cents * amount) / 100);
  return kind === 'value' ? Math.max(0, cents - amount) : cents;
}

/** Days that the coupon adds to a plan. */
export function couponDays({ kind, amount }: CouponTerms): number {
  if (kind === 'days') return amount;
  return kind === 'months' ? amount * DAYS_PER_MONTH : 0;
}

/** Hundredths of a credit that added days cost the seller, at the price of one month (Q-COUPONDAYS). */
export const bonusDaysHundredths = (days: number): number =>
  Math.round((days * getPlanTerm(1).hundredths) / DAYS_PER_MONTH);

/** Hundredths of a credit that a top-up gives in addition. */
export const couponCredits = ({ kind, amount }: CouponTerms): number =>
  kind === 'credits' ? amount : 0;

/**
 * Lowest allowed price of a plan with its added days. `lowestPrice` is the lowest price of a credit
 * that the limits of the seller allow (Q-COUPONFLOOR).
 */
export const floorCents = (hundredths: number, lowestPrice: number | null): number =>
  Math.max(LOWEST_COUPON_CENTS, Math.ceil(((lowestPrice ?? 0) * hundredths) / 100));

const CODE = /^[A-Z0-9]{4,12}$/;

/** Returns the stored form of a typed code; undefined if it cannot be a code. */
export function readCouponCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase();
  return CODE.test(code) ? code : undefined;
}

const decimal = (hundredths: number, places = 0): string =>
  (hundredths / 100).toLocaleString('pt-BR', { minimumFractionDigits: places });

const counted = (count: number, singular: string, plural: string): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** Amount as a short text: «20%», «R$ 5,00», «7 dias», «5 créditos». */
export function couponAmountText({ kind, amount }: CouponTerms): string {
  if (kind === 'percent') return `${amount}%`;
  if (kind === 'value') return `R$ ${decimal(amount, 2)}`;
  if (kind === 'days') return counted(amount, 'dia', 'dias');
  if (kind === 'months') return counted(amount, 'mês', 'meses');
  return `${decimal(amount)} ${amount === 100 ? 'crédito' : 'créditos'}`;
}

/** Discount as the list shows it: «15% em 12 meses», «7 dias a mais», «+5 créditos na recarga». */
export function couponText(terms: CouponTerms, plans: readonly PlanMonths[]): string {
  const amount = couponAmountText(terms);
  if (terms.kind === 'credits') return `+${amount} na recarga`;
  if (terms.kind === 'days' || terms.kind === 'months') return `${amount} a mais`;
  return plans.length === 1 ? `${amount} em ${planLabel(plans[0]!)}` : `${amount} de desconto`;
}
