/** Quantity at the end of a typed act: «renovar maria 3», «crédito canal-livre 20». */
import { type Term, terms } from '@ramal/contract/rules/terms';
import { pluralize } from '../foundation/numbers.ts';

export interface TypedQuantity {
  /** The text before the quantity. */
  readonly name: string;
  readonly amount: number | undefined;
  readonly isDays: boolean;
}

/** A number of more digits belongs to a name or a WhatsApp number. */
const QUANTITY = /^(.*\S)\s+(\d{1,3}(?:,\d{1,2})?)(?:\s+(dias?|m[eê]s|meses|cr[eé]ditos?))?$/i;

export function readQuantity(text: string): TypedQuantity {
  const [, name, amount, unit = ''] = QUANTITY.exec(text) ?? [];
  if (name === undefined || amount === undefined)
    return { name: text, amount: undefined, isDays: false };
  return { name, amount: Number(amount.replace(',', '.')), isDays: /^dia/i.test(unit) };
}

/** Returns the sold term, and undefined for one that is not sold. Without a number it is a month. */
export function findTypedTerm({ amount = 1, isDays }: TypedQuantity): Term | undefined {
  const label = isDays ? pluralize(amount, 'dia', 'dias') : pluralize(amount, 'mês', 'meses');
  return terms.find((term) => term.label === label);
}

/** «15 dias, 1, 2, 3, 4, 6 ou 12 meses». */
export const soldTerms = (): string => {
  const labels = terms.map(({ label }) => label);
  const others = labels.slice(0, -1).map((label) => label.replace(/ m(?:ês|eses)$/, ''));
  return `${others.join(', ')} ou ${labels.at(-1)!}`;
};
