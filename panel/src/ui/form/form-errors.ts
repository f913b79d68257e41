/** Converts the errors of a rejected form: a text below each field, and one dialog. */
import type { ErrorCode } from '@ramal/contract/api/errors';
import { warningLines } from '@ramal/contract/api/validation';
import type { ApiError } from '../../foundation/api/api.ts';
import type { AlertOptions } from '../dialogs/AlertBox.tsx';

/** Error texts by the wire name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Returns the error text of a field. If only parts of the field have errors, returns the text of
 * the first such part: `bouquetIds.3` belongs to `bouquetIds`.
 */
export const findError = (errors: FieldErrors, name: string): string | undefined =>
  errors[name] ?? Object.entries(errors).find(([key]) => key.startsWith(`${name}.`))?.[1];

/**
 * Removes the errors of the named fields and of their parts, because the user is correcting them.
 */
export const withoutFields = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([key]) => !names.some((name) => key === name || key.startsWith(`${name}.`)),
    ),
  );

/** Sorts errors by the order of the form's fields, for the messages of the dialog. */
export function inFieldOrder(errors: FieldErrors, order: readonly string[]): FieldErrors {
  const fieldIndex = (key: string) => {
    const index = order.indexOf(key.split('.')[0] ?? key);
    return index < 0 ? order.length : index;
  };
  return Object.fromEntries(
    Object.entries(errors).toSorted(([field], [other]) => fieldIndex(field) - fieldIndex(other)),
  );
}

/**
 * Returns the field errors of a rejected call. If the error code belongs to one field, and this
 * field has no error, the message becomes its error.
 */
export function refusalErrors(
  { code, message }: ApiError,
  fields: FieldErrors,
  codeFields: Partial<Record<ErrorCode, string>> = {},
): FieldErrors {
  const field = (codeFields as Partial<Record<string, string>>)[code];
  return field && !fields[field] ? { ...fields, [field]: message } : fields;
}

/** Returns the dialog «Atenção» that lists the missing or malformed fields (V-06). */
export function validationAlert(errors: FieldErrors): AlertOptions {
  const lines = warningLines({ ...errors });
  return {
    title: 'Atenção',
    tone: 'warn',
    ...(lines.length === 1 ? { text: lines[0] } : { messages: lines }),
  };
}

/**
 * Adds the texts of all wrong fields to a dialog without messages, if two or more fields are wrong
 * (M-40).
 */
export function addFieldMessages(message: AlertOptions, errors: FieldErrors): AlertOptions {
  const lines = warningLines({ ...errors });
  if (lines.length < 2 || message.messages) return message;
  return { ...message, messages: lines };
}

export const refusalAlert = ({ title, message, requestId }: ApiError): AlertOptions => ({
  title,
  text: message,
  requestId,
  ...(title === 'Atenção' ? { tone: 'warn' } : {}),
});

/**
 * Returns an `alertFor` that shows a rejection with this title. `unexpected` replaces the message
 * of an internal error, because its cause is unknown.
 */
export const createRefusalAlert =
  (title: string, unexpected?: string) =>
  ({ refusal }: { readonly refusal?: ApiError | undefined }): AlertOptions | undefined =>
    refusal && refusalAlert(refusal.withTitle(title, unexpected));
