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

/** Keeps what can become an amount: figures and one comma, with two figures after it. */
export function typedAmount(text: string): string {
  const commas = text.includes(',') ? text.replaceAll('.', '') : text.replaceAll('.', ',');
  const [whole = '', ...rest] = commas.replace(/[^\d,]/g, '').split(',');
  return rest.length === 0
    ? whole.slice(0, 9)
    : `${whole.slice(0, 9)},${rest.join('').slice(0, 2)}`;
}

/** As it is written into a field: `6,5`. */
export const amountText = (decimal: number): string => String(decimal).replace('.', ',');

/** A price as its field shows it: always with its cents. */
export const priceText = (reais: number): string => reais.toFixed(2).replace('.', ',');

/** Credits times the price of one, both in hundredths, to cents. */
export const saleCents = (hundredths: number, priceCents: number): number =>
  Math.round((hundredths * priceCents) / 100);

/** Hundredths as the formats of numbers.ts take them. */
export const asDecimal = fromHundredths;
