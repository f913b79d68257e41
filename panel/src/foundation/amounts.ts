/**
 * Parses and formats amounts as people type them: `20`, `20,5`, `1.250,50`. The code stores amounts
 * as integers in hundredths (Q-MONEYUNITS).
 */
import { decimalAmount, fromHundredths } from '@ramal/contract/rules/money';

const amount = decimalAmount('');

/** Returns undefined if the text is not an amount. */
export function parseHundredths(text: string): number | undefined {
  const reading = amount.safeParse(text);
  return reading.success ? reading.data : undefined;
}

/** Converts a decimal of the wire format; null and undefined are returned unchanged. */
export function hundredthsIn(decimal: number | null | undefined): number | null | undefined {
  return typeof decimal === 'number' ? Math.round(decimal * 100) : decimal;
}

/**
 * Removes characters that cannot be part of an amount. The result has digits, and one comma or
 * point with at most two digits after it. A point before three digits separates thousands, as in
 * `1.500`, and is removed. While fewer than three digits follow, the point stays.
 */
export function typedAmount(text: string): string {
  const digits = text.replace(/[^\d.,]/g, '');
  if (digits.includes(',')) {
    const [whole = '', ...rest] = digits.replaceAll('.', '').split(',');
    return `${whole.slice(0, 9)},${rest.join('').slice(0, 2)}`;
  }
  const groups = digits.split('.');
  const last = groups.pop()!;
  const before = groups.join('');
  if (groups.length === 0 || last.length === 3) return (before + last).slice(0, 9);
  return `${before.slice(0, 9)}.${last.slice(0, 2)}`;
}

/**
 * Removes characters that cannot be part of a whole number. A comma or a minus sign stays, so that
 * validation rejects the text. Without the comma, `1,5` would become 15. A point before three
 * digits separates thousands.
 */
export const typedWhole = (text: string): string =>
  text
    .replaceAll(/[^\d.,-]/g, '')
    .replaceAll(/\.(?=\d{3}(?!\d))/g, '')
    .slice(0, 9);

/** Returns undefined if the text is not a whole number. */
export const parseWhole = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Number(text) : undefined;

/** Formats a decimal for an input field: `6,5`. */
export const amountText = (decimal: number): string => String(decimal).replace('.', ',');

/** Formats a price for its input field, always with cents. */
export const priceText = (reais: number): string => reais.toFixed(2).replace('.', ',');

/** Multiplies credits by the price of one credit, both in hundredths. The result is in cents. */
export const saleCents = (hundredths: number, priceCents: number): number =>
  Math.round((hundredths * priceCents) / 100);

/** Converts hundredths to the decimal that the formatters of numbers.ts expect. */
export const asDecimal = fromHundredths;
