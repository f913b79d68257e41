/** Texts about coupons, for the list and the form. */
import type { CouponRow } from '@ramal/contract/coupons/coupons';
import { audienceLabels, type CouponTerms } from '@ramal/contract/coupons/coupon-rules';
import { planLabel } from '@ramal/contract/rules/plans';
import { pluralize } from '../foundation/numbers.ts';

/** Number of days before the last day in which the list warns. */
const ENDS_SOON_DAYS = 7;

/** Terms with the amount in the unit of the rules: cents and hundredths instead of decimals. */
export const toCouponTerms = ({
  kind,
  amount,
}: Pick<CouponRow, 'kind' | 'amount'>): CouponTerms => ({
  kind,
  amount: kind === 'value' || kind === 'credits' ? Math.round(amount * 100) : amount,
});

export const planText = ({ kind, plans, leastCredits }: CouponRow): string => {
  if (kind === 'credits') return `Recargas de ${leastCredits}+`;
  return plans.length === 0 ? 'Todos' : plans.map(planLabel).join(', ');
};

export function audienceText({ kind, audiences, customers, customerCount }: CouponRow): string {
  if (kind === 'credits') return 'Suas revendas';
  if (audiences.length === 0) return 'Todos';
  const more = customerCount - customers.length;
  const names = [...customers, ...(more > 0 ? [`mais ${more}`] : [])].join(', ');
  return audiences
    .map((audience) => (audience === 'chosen' ? names : audienceLabels[audience]))
    .join(', ');
}

/** «em 5 dias», «hoje», «começa em 2 dias»; undefined if the coupon does not end soon. */
export function endWord({ status, daysLeft }: CouponRow): string | undefined {
  if (status !== 'valid' || daysLeft < 0 || daysLeft > ENDS_SOON_DAYS) return undefined;
  if (daysLeft === 0) return 'hoje';
  return `em ${pluralize(daysLeft, 'dia', 'dias')}`;
}

export const dayText = (day: string): string => day.split('-').toReversed().join('/');

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const pick = (characters: string, random: number): string =>
  characters[random % characters.length]!;

/** Returns a code that nobody guesses, of letters and digits that are not mistaken for others. */
export function newCode(): string {
  const random = crypto.getRandomValues(new Uint32Array(8));
  return [...random].map((value, at) => pick(at < 5 ? LETTERS : DIGITS, value)).join('');
}

export const typedCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .slice(0, 12);
