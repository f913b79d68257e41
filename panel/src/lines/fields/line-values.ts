/** Values of the forms about a line, derived from the descriptions of its fields (V-08 to V-18). */
import { findLabel, messages } from '@ramal/contract/api/validation';
import {
  type LineAct,
  type LineField,
  type LineFields,
  type LineFormValues,
} from '@ramal/contract/lines/line-fields';
import { parseHundredths, priceText } from '../../foundation/amounts.ts';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import type { Line } from '../line.ts';
import { formFields } from './form-fields.ts';
import type { BouquetOption, LineInput } from '../platforms/platform.ts';
import { type ProductChoice, readProduct, readyPackage } from './product.ts';
import { storedToTyped } from './whatsapp.ts';

/** Values of the create and edit forms; an edit does not send the term. */
export type LineForm = LineFormValues & ProductChoice;

type ValueName = keyof LineFormValues;

/**
 * Returns the fields of a form that have a single value. The product is excluded, because it
 * consists of several values.
 */
const valueFields = (fields: LineFields, act?: LineAct) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.empty === undefined || (act && !field[act])
      ? []
      : [{ name, field, valueName: (field.formField ?? name) as ValueName }],
  );

/**
 * Builds the values of a form. Their order is the order of the error messages: first the term, then
 * the product, then the customer.
 */
function buildForm(product: ProductChoice, valueOf: (name: string, field: LineField) => unknown) {
  const form: Record<string, unknown> = {};
  for (const { name, field, valueName } of valueFields(formFields)) {
    if (valueName === 'username') Object.assign(form, product);
    form[valueName] = valueOf(name, field);
  }
  return form as unknown as LineForm;
}

export const emptyForm: LineForm = buildForm(readyPackage(null), (_, { empty }) => empty);

export const readForm = (line: Line, product: ProductChoice): LineForm =>
  buildForm(product, (name, { typedAs, empty }) => {
    const value = line[name as keyof Line];
    if (typedAs === 'cents') return typedCents(value as number | null | undefined);
    if (typedAs === 'phone') return storedToTyped(value as string | null);
    return value ?? empty;
  });

export const toLineInput = (values: LineForm, bouquets: readonly BouquetOption[]): LineInput => ({
  ...Object.fromEntries(
    valueFields(formFields).map(({ name, field, valueName }) => {
      const value = values[valueName];
      return [name, field.typedAs === 'cents' ? parseCents(String(value)) : value];
    }),
  ),
  ...readProduct(values, bouquets).product,
});

/** Returns undefined if nothing was typed. */
export const parseCents = (amount: string): number | undefined =>
  amount === '' ? undefined : parseHundredths(amount);

export const typedCents = (cents: number | null | undefined): string =>
  typeof cents === 'number' ? priceText(cents / 100) : '';

/** Returns the error of a typed amount. Empty text is valid, and 0 is not. */
export const amountError = (amount: string): string | undefined =>
  amount !== '' && !parseHundredths(amount) ? 'Escreva um valor, como 25,00.' : undefined;

/**
 * Returns the errors of the fields that an action sends. Amounts must be valid. In an edit form, a
 * text must not be emptied: empty text is not sent (V-07), so the edit would have no effect. Only
 * the WhatsApp number can be removed.
 */
export function valueErrors(
  fields: LineFields,
  act: LineAct,
  values: LineForm,
  stored?: LineForm,
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { field, valueName } of valueFields(fields, act)) {
    const value = String(values[valueName]);
    const wrong = field.typedAs === 'cents' && amountError(value);
    const isEmptied = !field.typedAs && stored?.[valueName] && value.trim() === '';
    if (wrong) errors[valueName] = wrong;
    if (isEmptied) errors[valueName] = messages.required(findLabel(field[act]!, []) ?? valueName);
  }
  return errors;
}
