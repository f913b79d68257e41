/**
 * Credits are decimals with at most two places on the wire and integers in hundredths inside;
 * prices likewise in cents of a real. No arithmetic uses the decimals (Q-MONEYUNITS).
 */
import { z } from 'zod';
import { labelled } from '../api/fields.ts';

/** Largest amount of one operation: a hundred million credits. */
const LARGEST_HUNDREDTHS = 10_000_000_000;

/** 0.6 -> 60; undefined if it has more than two places, is not finite or is out of range. */
export function toHundredths(decimal: number): number | undefined {
  if (!Number.isFinite(decimal) || Number(decimal.toFixed(2)) !== decimal) return undefined;
  const hundredths = Math.round(decimal * 100);
  return Math.abs(hundredths) <= LARGEST_HUNDREDTHS ? hundredths : undefined;
}

/** 60 -> 0.6, the wire's form. */
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
