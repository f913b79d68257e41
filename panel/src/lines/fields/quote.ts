/**
 * Calculates the cost and the result of an action before it runs. Uses the rule of the server
 * (terms.ts) and the known balance. The texts always have the order cost · time · expiry · balance
 * after.
 */
import { fromHundredths } from '@ramal/contract/rules/money';
import { extendExpiry, firstExpiry, findTerm, trialExpiry } from '@ramal/contract/rules/terms';
import {
  calendarDays,
  formatDate,
  formatDateTime,
  formatTime,
  panelTimeZone,
} from '../../foundation/dates.ts';
import { capitalised } from '../../foundation/capitalised.ts';
import { pluralize, creditsInWords, formatCredits, missingVerb } from '../../foundation/numbers.ts';

/**
 * Credits of the paying account. Null for an admin, who has no balance; undefined until it is
 * loaded.
 */
export type Balance = number | null | undefined;

export interface Quote {
  readonly cost: string;
  readonly time: string;
  readonly expiresAt: Date;
  /** Undefined until the balance is loaded. Null if the account has no balance. */
  readonly after: number | null | undefined;
  /** Number of missing credits; 0 if there are enough. */
  readonly missing: number;
}

const hundredths = (credits: number): number => Math.round(credits * 100);

export function quoteOfficial(credits: number, balance: Balance, now: Date): Quote {
  const days = daysOf(credits);
  return {
    ...calculatePayment(credits, balance),
    time: pluralize(days, 'dia', 'dias'),
    expiresAt: firstExpiry(now, days, panelTimeZone),
  };
}

export function quoteTest(hours: number, balance: Balance, now: Date): Quote {
  return {
    cost: 'grátis',
    time: pluralize(hours, 'hora', 'horas'),
    expiresAt: trialExpiry(now, hours),
    after: balance,
    missing: 0,
  };
}

export function quoteRenewal(expiresAt: Date, credits: number, balance: Balance, now: Date): Quote {
  const days = daysOf(credits);
  return {
    ...calculatePayment(credits, balance),
    time: pluralize(days, 'dia', 'dias'),
    expiresAt: extendExpiry(expiresAt, days, now, panelTimeZone),
  };
}

/**
 * Describes the result in one sentence: «1 crédito · 30 dias · vence em 20/12/2026 · saldo depois:
 * 41,4». Undefined until the balance is loaded.
 */
export function describeQuote(quote: Quote, now: Date): string | undefined {
  if (quote.after === undefined) return undefined;
  const cost = quote.cost.charAt(0).toUpperCase() + quote.cost.slice(1);
  const parts = [cost, quote.time, `vence ${expiryWords(quote.expiresAt, now)}`];
  // The sentence of a test contains no balance, because a test costs nothing.
  if (quote.cost !== 'grátis' && quote.after !== null)
    parts.push(`saldo depois: ${formatCredits(quote.after)}`);
  return parts.join(' · ');
}

/** Returns «em 20/12/2026», with the time if the day is today or tomorrow. */
export function expiryWords(expiresAt: Date, now: Date): string {
  const days = calendarDays(expiresAt, now);
  if (days === 0) return `hoje às ${formatTime(expiresAt)}`;
  if (days === 1) return `amanhã às ${formatTime(expiresAt)}`;
  return `em ${formatDate(expiresAt)}`;
}

/** Returns the headline of the summary: «20/12/2026, 14:32», «hoje, às 20:32». */
export function expiryHeadline(expiresAt: Date, now: Date): string {
  const days = calendarDays(expiresAt, now);
  if (days === 0) return `hoje, às ${formatTime(expiresAt)}`;
  if (days === 1) return `amanhã, às ${formatTime(expiresAt)}`;
  return formatDateTime(expiresAt).replace(' ', ', ');
}

export const missingText = (quote: Quote, what: string): string =>
  `${capitalised(missingVerb(quote.missing))} ${creditsInWords(quote.missing)} para ${what}.`;

/**
 * Calculates the missing credits and the balance after a payment. Uses integers, so that 42,4 − 1
 * is exactly 41,4 (Q-MONEYUNITS).
 */
export function calculatePayment(
  credits: number,
  balance: Balance,
): Pick<Quote, 'cost' | 'after' | 'missing'> {
  const cost = creditsInWords(credits);
  if (balance === undefined || balance === null) return { cost, after: balance, missing: 0 };
  const left = hundredths(balance) - hundredths(credits);
  return {
    cost,
    after: fromHundredths(Math.max(left, 0)),
    missing: fromHundredths(Math.max(-left, 0)),
  };
}

const daysOf = (credits: number): number => findTerm(hundredths(credits))?.days ?? 0;
