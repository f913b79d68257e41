/** Converts a rejected form into texts under its fields and one dialog. */
import type { ErrorCode } from '@ramal/contract/api/errors';
import { warningLines } from '@ramal/contract/api/validation';
import type { ApiError } from '../../foundation/api/api.ts';
import type { AlertOptions } from '../dialogs/AlertBox.tsx';

/** Maps the wire name of a field to the text under it. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Returns the error text of a field, or of the first of its parts: `bouquet_ids.3` belongs to
 * `bouquetIds`.
 */
export const findError = (errors: FieldErrors, name: string): string | undefined =>
  errors[name] ?? Object.entries(errors).find(([key]) => key.startsWith(`${name}.`))?.[1];

/** Removes the errors of the named fields, because the user is correcting them. */
export const withoutFields = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([key]) => !names.some((name) => key === name || key.startsWith(`${name}.`)),
    ),
  );

/** Sorts the messages of the dialog into the order of the form's fields. */
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
 * Returns the field errors of a rejected call. Some codes belong to one field even if the server
 * names no field.
 */
export function refusalErrors(
  { code, message }: ApiError,
  fields: FieldErrors,
  codeFields: Partial<Record<ErrorCode, string>> = {},
): FieldErrors {
  const field = (codeFields as Partial<Record<string, string>>)[code];
  return field && !fields[field] ? { ...fields, [field]: message } : fields;
}

/** «Atenção» lists the missing or malformed fields (V-06). */
export function validationAlert(errors: FieldErrors): AlertOptions {
  const lines = warningLines({ ...errors });
  return {
    title: 'Atenção',
    tone: 'warn',
    ...(lines.length === 1 ? { text: lines[0] } : { messages: lines }),
  };
}

/** Adds the text of every wrong field below the dialog's own text (M-40, UI-16). */
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
 * Creates an `alertFor` that shows a rejection under this title. `unexpected` replaces the message
 * of an internal error, because its cause is unknown.
 */
export const createRefusalAlert =
  (title: string, unexpected?: string) =>
  ({ refusal }: { readonly refusal?: ApiError | undefined }): AlertOptions | undefined =>
    refusal && refusalAlert(refusal.withTitle(title, unexpected));
