/** Amounts as people type them: `20`, `20,5`, `1.250,50`. Inside they are integers, in hundredths (Q-MONEYUNITS). */
import { decimalAmount, fromHundredths } from '@ramal/contract/rules/money';

const amount = decimalAmount('');

/** Undefined while the text is no amount. */
export function hundredthsOf(text: string): number | undefined {
  const reading = amount.safeParse(text);
  return reading.success ? reading.data : undefined;
}

/** A decimal of the wire, where there is one. */
export function hundredthsIn(decimal: number | null | undefined): number | null | undefined {
  return typeof decimal === 'number' ? Math.round(decimal * 100) : decimal;
}

/**
 * Keeps what can become an amount: figures and one comma or point, with two figures after it. A point before
 * three figures divides thousands, as in `1.500`: until they are typed nobody knows, so it stays a point.
 */
export function typedAmount(text: string): string {
  const kept = text.replace(/[^\d.,]/g, '');
  if (kept.includes(',')) {
    const [whole = '', ...rest] = kept.replaceAll('.', '').split(',');
    return `${whole.slice(0, 9)},${rest.join('').slice(0, 2)}`;
  }
  const groups = kept.split('.');
  const last = groups.pop()!;
  const before = groups.join('');
  if (groups.length === 0 || last.length === 3) return (before + last).slice(0, 9);
  return `${before.slice(0, 9)}.${last.slice(0, 2)}`;
}

/**
 * Keeps what can become a whole number. A comma or a minus stays as well, so that it is refused: without it `1,5`
 * would be 15. A point before three figures divides thousands.
 */
export const typedWhole = (text: string): string =>
  text
    .replaceAll(/[^\d.,-]/g, '')
    .replaceAll(/\.(?=\d{3}(?!\d))/g, '')
    .slice(0, 9);

/** Undefined while the text is no whole number. */
export const wholeOf = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Number(text) : undefined;

/** As it is written into a field: `6,5`. */
export const amountText = (decimal: number): string => String(decimal).replace('.', ',');

/** A price as its field shows it: always with its cents. */
export const priceText = (reais: number): string => reais.toFixed(2).replace('.', ',');

/** Credits times the price of one, both in hundredths, to cents. */
export const saleCents = (hundredths: number, priceCents: number): number =>
  Math.round((hundredths * priceCents) / 100);

/** Hundredths as the formats of numbers.ts take them. */
export const asDecimal = fromHundredths;
