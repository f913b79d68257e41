/** Formats of the figures of «Números»: money in cents, shares of counts, and months. */
import { formatMoney } from '../foundation/numbers.ts';
import { dateParts, monthName } from '../logs/months.ts';

/** Shown instead of a figure that cannot be computed. */
export const NO_FIGURE = '–';

const wholeMoney = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  maximumFractionDigits: 0,
});

export const formatCents = (cents: number): string =>
  `${cents < 0 ? '− ' : ''}${formatMoney(Math.abs(cents) / 100)}`;

/** Formats an amount in cents as whole reais, for narrow places: `R$ 7.846`. */
export const formatWholeReais = (cents: number): string =>
  wholeMoney.format(Math.round(cents / 100)).replace(/\u00a0/g, ' ');

/** Formats a change with its sign: `+ R$ 1.399,00`, `− R$ 18,00`. */
export const formatSignedCents = (cents: number): string =>
  cents === 0 ? formatCents(0) : `${cents > 0 ? '+' : '−'} ${formatCents(Math.abs(cents))}`;

const percents = (digits: number) =>
  new Intl.NumberFormat('pt-BR', {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const exactPercent = percents(1);
const wholePercent = percents(0);

/** Formats a rate in hundredths of a percent: 750 is `7,5%`. */
export const formatRate = (rate: number | null): string =>
  rate === null ? NO_FIGURE : exactPercent.format(rate / 10_000);

/**
 * Part and whole of a rate, as counts or amounts. A rate in hundredths of a percent is already
 * rounded; these numbers are not.
 */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

export const formatShare = ({ part, whole }: Share): string =>
  whole === 0 ? NO_FIGURE : exactPercent.format(part / whole);

/** Formats a share without decimals, for narrow places: `92%`. */
export const formatWholeShare = ({ part, whole }: Share): string =>
  whole === 0 ? NO_FIGURE : wholePercent.format(part / whole);

interface Month {
  readonly year: number;
  readonly month: number;
}

function parseMonth(month: string): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { year, month: number };
}

/** Returns the name of a month (yyyy-mm): `outubro`. */
export const monthWord = (month: string): string => monthName(parseMonth(month).month);

/** Returns the short name of a month (yyyy-mm): `out`. */
export const shortMonth = (month: string): string => monthWord(month).slice(0, 3);

/** Returns a month (yyyy-mm) with its year: `outubro de 2026`. */
export const monthWithYear = (month: string): string =>
  `${monthWord(month)} de ${parseMonth(month).year}`;

/** Returns a month (yyyy-mm) for the header of a table row: `abr. 2026`. */
export const monthRowHead = (month: string): string =>
  `${shortMonth(month)}. ${parseMonth(month).year}`;

/** Returns the current month in the panel's time zone, as yyyy-mm. */
export function currentMonth(now: Date): string {
  const { month, year } = dateParts(now);
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** Adds a number of months to a month. Returns yyyy-mm. */
export function addMonths(month: string, count: number): string {
  const { year, month: number } = parseMonth(month);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

/** Returns the last `count` months in descending order, starting with the current month. */
export const lastMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, back) => addMonths(currentMonth(now), -back));
