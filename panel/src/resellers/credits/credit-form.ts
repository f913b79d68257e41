/** The form of credits: its values by wire name, its effect, its body and its errors. */
import { type ErrorCode, errorText } from '@ramal/contract/api/errors';
import { MINIMUM_OPERATION_HUNDREDTHS } from '@ramal/contract/resellers/resellers';
import {
  asDecimal,
  hundredthsIn,
  parseHundredths,
  priceText,
  saleCents,
  typedAmount,
} from '../../foundation/amounts.ts';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import type { Reseller } from '../reseller.ts';

export interface CreditValues {
  readonly direction: 'give' | 'withdraw';
  /** Without a sign. */
  readonly credits: string;
  /** Price of one credit, in reais. */
  readonly sale: string;
  readonly reason: string;
}

export const initialValues = ({ sale }: Reseller): CreditValues => ({
  direction: 'give',
  credits: '',
  sale: sale === null ? '' : priceText(sale),
  reason: '',
});

/** A minus takes back, as on the wire. */
export const typedCredits = (text: string): Partial<CreditValues> => ({
  credits: typedAmount(text),
  ...(/[-−]/.test(text) ? { direction: 'withdraw' } : {}),
});

/** Both balances, in hundredths; `mine` is null for an admin and undefined until it is known. */
export interface Balances {
  readonly mine: number | null | undefined;
  readonly theirs: number;
}

export const balancesOf = (reseller: Reseller, credits: number | null | undefined): Balances => ({
  mine: hundredthsIn(credits),
  theirs: hundredthsIn(reseller.credits) ?? 0,
});

export interface CreditQuote {
  /** Undefined while no amount is typed. */
  readonly amount: number | undefined;
  readonly mineAfter: number | null | undefined;
  readonly theirsAfter: number;
  readonly saleCents: number | undefined;
}

const signOf = ({ direction }: CreditValues): 1 | -1 => (direction === 'give' ? 1 : -1);

/** The same arithmetic as the server's; a balance below zero shows how much is missing. */
export function quoteCredit(values: CreditValues, { mine, theirs }: Balances): CreditQuote {
  const amount = parseHundredths(values.credits);
  const price = parseHundredths(values.sale);
  const change = signOf(values) * (amount ?? 0);
  return {
    amount,
    mineAfter: typeof mine === 'number' ? mine - change : mine,
    theirsAfter: theirs + change,
    saleCents: amount === undefined || price === undefined ? undefined : saleCents(amount, price),
  };
}

/** A text that is no amount is sent as it is, for the contract to refuse. */
export function creditBody(values: CreditValues) {
  const credits = parseHundredths(values.credits);
  const sale = parseHundredths(values.sale);
  return {
    credits: credits === undefined ? values.credits : signOf(values) * asDecimal(credits),
    sale: sale === undefined ? values.sale : asDecimal(sale),
    reason: values.reason.trim(),
  };
}

/** V-32, Q-MIN10: ten at least, or the whole rest back; nobody below zero. */
export function creditErrors(values: CreditValues, { mine, theirs }: Balances): FieldErrors {
  const amount = parseHundredths(values.credits);
  if (!amount) return {};
  const gives = values.direction === 'give';
  const refuse = (code: ErrorCode) => ({ credits: errorText(code) });
  if (!gives && amount > theirs) return refuse('child_insufficient_credits');
  if (amount < MINIMUM_OPERATION_HUNDREDTHS && (gives || amount !== theirs))
    return refuse('minimum_operation');
  return gives && typeof mine === 'number' && amount > mine ? refuse('insufficient_credits') : {};
}

/** Codes that speak of one field even where the server names none. */
export const creditCodeFields: Partial<Record<ErrorCode, string>> = {
  minimum_operation: 'credits',
  insufficient_credits: 'credits',
  child_insufficient_credits: 'credits',
  limit_credits_a_day: 'credits',
  limit_lowest_price: 'sale',
};
