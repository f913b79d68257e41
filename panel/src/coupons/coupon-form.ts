/** Values of the form for a new coupon, and the body that they become. */
import type { createCoupon, getCouponOptions } from '@ramal/contract/coupons/coupons';
import type { RequestOf, ResponseOf } from '@ramal/contract/api/endpoint';
import {
  bonusDaysHundredths,
  couponAmountText,
  type CouponAudience,
  couponDays,
  type CouponKind,
  type CouponTerms,
} from '@ramal/contract/coupons/coupon-rules';
import type { PlanMonths } from '@ramal/contract/rules/plans';
import { parseHundredths, parseWhole } from '../foundation/amounts.ts';
import { dayFromNow } from '../foundation/dates.ts';
import { creditsInWords } from '../foundation/numbers.ts';

export type CouponOptions = ResponseOf<typeof getCouponOptions>;

export interface ChosenCustomer {
  readonly id: number;
  readonly name: string;
}

export interface CouponValues {
  readonly code: string;
  readonly kind: CouponKind;
  readonly amount: string;
  readonly leastCredits: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly mostUses: string;
  readonly plans: readonly string[];
  readonly audiences: readonly string[];
  readonly customers: readonly ChosenCustomer[];
  readonly oncePerCustomer: boolean;
}

export const initialCoupon = ({ leastCredits }: CouponOptions): CouponValues => ({
  code: '',
  kind: 'percent',
  amount: '',
  leastCredits: String(leastCredits ?? 50),
  startsOn: '',
  endsOn: dayFromNow(30),
  mostUses: '',
  plans: [],
  audiences: [],
  customers: [],
  oncePerCustomer: true,
});

/** Returns the terms of the typed coupon; undefined while the amount is not valid. */
export function readTerms({ kind, amount }: CouponValues): CouponTerms | undefined {
  const isDecimal = kind === 'value' || kind === 'credits';
  const parsed = isDecimal ? parseHundredths(amount) : parseWhole(amount);
  return parsed ? { kind, amount: parsed } : undefined;
}

export function toCouponBody(values: CouponValues): RequestOf<typeof createCoupon> {
  const { code, kind, amount, startsOn, endsOn, mostUses, oncePerCustomer } = values;
  const shared = {
    code,
    kind,
    amount,
    endsOn,
    oncePerCustomer,
    ...(startsOn === '' ? {} : { startsOn }),
    ...(mostUses === '' ? {} : { mostUses }),
  };
  if (kind === 'credits') return { body: { ...shared, leastCredits: values.leastCredits } };
  const isChosen = values.audiences.includes('chosen');
  return {
    body: {
      ...shared,
      plans: values.plans.map(Number) as PlanMonths[],
      audiences: [...values.audiences] as CouponAudience[],
      lines: isChosen ? values.customers.map(({ id }) => id) : [],
    },
  };
}

/** Label of the button: «Criar cupom de 20%». */
export function submitText(values: CouponValues): string {
  const terms = readTerms(values);
  return terms ? `Criar cupom de ${couponAmountText(terms)}` : 'Criar cupom';
}

/** States what added days cost the seller; undefined for other coupons. */
export function costText(terms: CouponTerms | undefined): string | undefined {
  const hundredths = terms ? bonusDaysHundredths(couponDays(terms)) : 0;
  return hundredths === 0
    ? undefined
    : `Custa a você ${creditsInWords(hundredths / 100)} a mais por uso, do portal.`;
}
