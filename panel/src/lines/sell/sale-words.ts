/** Texts about a sale that home and sheet share. */
import { findTerm, terms } from '@ramal/contract/rules/terms';
import { formatDate, formatDayMonth } from '../../foundation/dates.ts';
import { quoteOfficial } from '../fields/quote.ts';

/** Returns «28/12», or «26/02/27» in another year. */
export function shortDay(day: Date, now: Date): string {
  const [, , year] = formatDate(day).split('/');
  const isThisYear = formatDate(now).endsWith(`/${year}`);
  return isThisYear ? formatDayMonth(day) : `${formatDayMonth(day)}/${year!.slice(2)}`;
}

export const periodLabel = (credits: number): string =>
  findTerm(Math.round(credits * 100))?.label ?? '';

/** Periods that most sales use. The full form offers all. */
const commonPeriods: readonly number[] = [1, 3, 5, 10];

/** Returns the periods of the sheet with their expiry. The chosen period is always among them. */
export const periodTiles = (chosen: number, now: Date) =>
  terms
    .filter(({ credits }) => credits === chosen || commonPeriods.includes(credits))
    .map(({ credits, label }) => ({
      value: String(credits),
      label,
      detail: shortDay(quoteOfficial(credits, undefined, now).expiresAt, now),
    }));
