/**
 * Form that assigns credits to a reseller or withdraws them: its values by wire name, the resulting
 * balances, the request body and the errors.
 */
import { type ErrorCode, errorText } from '@ramal/contract/api/errors';
import { MINIMUM_OPERATION_HUNDREDTHS } from '@ramal/contract/resellers/resellers';
import { calculateBonus, type TopUpBonus } from '@ramal/contract/rules/payments/top-up-bonus';
import {
  amountText,
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
  /** Typed amount without a sign; `direction` determines the sign. */
  readonly credits: string;
  /** Price of one credit, in reais. */
  readonly sale: string;
  readonly reason: string;
}

export const initialValues = ({ sale }: Reseller, credits?: number): CreditValues => ({
  direction: 'give',
  credits: credits === undefined ? '' : amountText(credits),
  sale: sale === null ? '' : priceText(sale),
  reason: '',
});

/**
 * Converts a typed amount into form values. A minus sign selects a withdrawal, like a negative
 * amount in the API.
 */
export const parseTypedCredits = (text: string): Partial<CreditValues> => ({
  credits: typedAmount(text),
  ...(/[-−]/.test(text) ? { direction: 'withdraw' } : {}),
});

interface BonusTerms extends TopUpBonus {
  /** Lowest price of a credit in cents; null without a limit. */
  readonly lowestPriceCents: number | null;
}

/**
 * Balances of the account and the reseller, in hundredths. `mine` is null for an admin and undefined
 * while the profile is loading.
 */
export interface Balances {
  readonly mine: number | null | undefined;
  readonly theirs: number;
  /** Bonus that the account gives its direct resellers today. */
  readonly bonus?: BonusTerms | undefined;
}

export const toBalances = (
  reseller: Reseller,
  ownCredits: number | null | undefined,
  bonus?: BonusTerms,
): Balances => ({
  bonus,
  mine: hundredthsIn(ownCredits),
  theirs: hundredthsIn(reseller.credits) ?? 0,
});

export interface CreditQuote {
  /** Amount in hundredths without a sign. Undefined if no valid amount is typed. */
  readonly amount: number | undefined;
  /** Hundredths that the bonus adds. */
  readonly bonus: number;
  readonly mineAfter: number | null | undefined;
  readonly theirsAfter: number;
  readonly saleCents: number | undefined;
}

const signOf = ({ direction }: CreditValues): 1 | -1 => (direction === 'give' ? 1 : -1);

/**
 * Calculates the balances after the operation like the server. A negative balance shows how many
 * credits are missing.
 */
export function quoteCredit(values: CreditValues, balances: Balances): CreditQuote {
  const { mine, theirs } = balances;
  const amount = parseHundredths(values.credits);
  const price = parseHundredths(values.sale);
  const bonus = bonusOf(values, balances);
  const change = signOf(values) * (amount ?? 0) + bonus;
  return {
    amount,
    bonus,
    mineAfter: typeof mine === 'number' ? mine - change : mine,
    theirsAfter: theirs + change,
    saleCents: amount === undefined || price === undefined ? undefined : saleCents(amount, price),
  };
}

const bonusOf = (values: CreditValues, { bonus }: Balances): number =>
  values.direction === 'give' && bonus
    ? calculateBonus(bonus, {
        hundredths: parseHundredths(values.credits) ?? 0,
        unitPriceCents: parseHundredths(values.sale) ?? 0,
        lowestPriceCents: bonus.lowestPriceCents,
      })
    : 0;

/** Returns the request body. Text that is not an amount is sent unchanged, so the contract rejects it. */
export function creditBody(values: CreditValues) {
  const credits = parseHundredths(values.credits);
  const sale = parseHundredths(values.sale);
  return {
    credits: credits === undefined ? values.credits : signOf(values) * asDecimal(credits),
    sale: sale === undefined ? values.sale : asDecimal(sale),
    reason: values.reason.trim(),
  };
}

/**
 * Checks the amount (V-32, Q-MIN10). The minimum is ten credits, except for a withdrawal of the
 * whole balance. Neither balance may become negative.
 */
export function creditErrors(values: CreditValues, balances: Balances): FieldErrors {
  const { mine, theirs } = balances;
  const amount = parseHundredths(values.credits);
  if (!amount) return {};
  const gives = values.direction === 'give';
  const refuse = (code: ErrorCode) => ({ credits: errorText(code) });
  if (!gives && amount > theirs) return refuse('child_insufficient_credits');
  if (amount < MINIMUM_OPERATION_HUNDREDTHS && (gives || amount !== theirs))
    return refuse('minimum_operation');
  const needed = amount + bonusOf(values, balances);
  return gives && typeof mine === 'number' && needed > mine ? refuse('insufficient_credits') : {};
}

/** The field that shows the error of a code, if the server's answer names no field. */
export const creditCodeFields: Partial<Record<ErrorCode, string>> = {
  minimum_operation: 'credits',
  insufficient_credits: 'credits',
  child_insufficient_credits: 'credits',
  limit_credits_a_day: 'credits',
  limit_lowest_price: 'sale',
};
