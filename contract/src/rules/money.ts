/**
 * Units of money. On the wire, credits are decimals with at most two places. In the code, credits
 * are integers in hundredths and prices are integers in cents. Calculations use only integers
 * (Q-MONEYUNITS).
 */
import { z } from 'zod';
import { labelled } from '../api/fields.ts';

/** Largest amount of one operation in hundredths: a hundred million credits. */
const MAX_HUNDREDTHS = 10_000_000_000;

/**
 * Converts 0.6 to 60. Undefined if the number has more than two places, is not finite or is out of
 * range.
 */
export function toHundredths(decimal: number): number | undefined {
  if (!Number.isFinite(decimal) || Number(decimal.toFixed(2)) !== decimal) return undefined;
  const hundredths = Math.round(decimal * 100);
  return Math.abs(hundredths) <= MAX_HUNDREDTHS ? hundredths : undefined;
}

/** Converts 60 to 0.6, the form on the wire. */
export const fromHundredths = (hundredths: number): number => hundredths / 100;

const decimalText = /^-?\d{1,12}([.,]\d{1,2})?$/;

const decimalForms = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(decimalText)
    .transform((t) => Number(t.replace(',', '.'))),
]);

/** A decimal in a request (number, or text with `.` or `,`), parsed to integer hundredths. */
export const decimalAmount = (label: string) =>
  labelled(label, z.pipe(decimalForms, hundredthsOf(label)));

const hundredthsOf = (label: string) =>
  z.transform((decimal: number, context) => {
    const hundredths = toHundredths(decimal);
    if (hundredths !== undefined) return hundredths;
    context.addIssue({ code: 'custom', message: `O campo ${label} não esta no formato correto.` });
    return z.NEVER;
  });
