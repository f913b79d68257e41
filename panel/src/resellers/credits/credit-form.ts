/** The credit form: what is typed, what it would do, and how it becomes a call or the texts that say why not. */
import { errorText } from '@ramal/contract/api/errors';
import { MINIMUM_OPERATION_HUNDREDTHS, moveCredits } from '@ramal/contract/resellers/resellers';
import { readInput } from '@ramal/contract/api/validation';
import { newKey } from '../../foundation/keys.ts';
import {
  asDecimal,
  hundredthsIn,
  hundredthsOf,
  priceText,
  saleCents,
} from '../../foundation/amounts.ts';
import type { Reseller } from '../reseller.ts';

export interface CreditForm {
  readonly direction: 'give' | 'withdraw';
  readonly amount: string;
  /** Price of one credit, in reais. */
  readonly price: string;
  readonly reason: string;
  /** Idempotency-Key of this form: kept with what was typed, so that a reload after a lost answer cannot pay twice. */
  readonly key: string;
}

export const freshForm = ({ sale }: Reseller): CreditForm => ({
  direction: 'give',
  amount: '',
  price: sale === null ? '' : priceText(sale),
  reason: '',
  key: newKey(),
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

/** The same arithmetic as the server's; what would go below zero shows how much is missing. */
export function quoteCredit(form: CreditForm, { mine, theirs }: Balances): CreditQuote {
  const amount = hundredthsOf(form.amount);
  const price = hundredthsOf(form.price);
  const change = (form.direction === 'give' ? 1 : -1) * (amount ?? 0);
  return {
    amount,
    mineAfter: typeof mine === 'number' ? mine - change : mine,
    theirsAfter: theirs + change,
    saleCents: amount === undefined || price === undefined ? undefined : saleCents(amount, price),
  };
}

export type CreditField = 'credits' | 'sale' | 'reason';
export type CreditTexts = Partial<Record<CreditField, string>>;

export interface CreditBody {
  readonly credits: number;
  readonly sale: number;
  readonly reason?: string | undefined;
}

export type CreditReading = { ok: true; body: CreditBody } | { ok: false; fields: CreditTexts };

export function readCredit(form: CreditForm, balances: Balances): CreditReading {
  const sign = form.direction === 'give' ? '' : '-';
  const credits = form.amount === '' ? '' : sign + form.amount;
  const reading = readInput(moveCredits.body, {
    credits,
    sale: form.price,
    reason: form.reason.trim(),
  });
  if (!reading.ok) return { ok: false, fields: reading.fields };
  const { data } = reading;
  const refused = refusedBy(data.credits, balances);
  if (refused) return { ok: false, fields: { credits: refused } };
  return {
    ok: true,
    body: { credits: asDecimal(data.credits), sale: asDecimal(data.sale), reason: data.reason },
  };
}

/** V-32, Q-MIN10: ten at least, or the whole rest back; nobody below zero. */
function refusedBy(hundredths: number, { mine, theirs }: Balances): string | undefined {
  const amount = Math.abs(hundredths);
  const gives = hundredths > 0;
  if (!gives && amount > theirs) return errorText('child_insufficient_credits');
  if (amount < MINIMUM_OPERATION_HUNDREDTHS && (gives || amount !== theirs))
    return errorText('minimum_operation');
  return gives && typeof mine === 'number' && amount > mine
    ? errorText('insufficient_credits')
    : undefined;
}

/** Codes that speak of one field even where the server named none. */
const fieldOfCode: Partial<Record<string, CreditField>> = {
  minimum_operation: 'credits',
  insufficient_credits: 'credits',
  child_insufficient_credits: 'credits',
  limit_credits_a_day: 'credits',
  limit_lowest_price: 'sale',
};

export function creditTexts(error: {
  code: string;
  message: string;
  fields: Readonly<Record<string, string>>;
}): CreditTexts {
  const field = fieldOfCode[error.code];
  return { ...error.fields, ...(field ? { [field]: error.message } : {}) };
}
