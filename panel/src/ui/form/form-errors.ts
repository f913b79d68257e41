/** What was refused in a form, as texts under its fields and the dialog that goes with them. */
import type { ErrorCode } from '@ramal/contract/api/errors';
import { warningLines } from '@ramal/contract/api/validation';
import type { ApiError } from '../../foundation/api/api.ts';
import type { AlertOptions } from '../dialogs/AlertBox.tsx';

/** Wire name of a field -> the text under it. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The text of a field, or of the first of its parts: `bouquet_ids.3` speaks of `bouquet_ids`. */
export const errorOf = (errors: FieldErrors, name: string): string | undefined =>
  errors[name] ?? Object.entries(errors).find(([key]) => key.startsWith(`${name}.`))?.[1];

/** A field that is being corrected no longer says what was wrong with it. */
export const withoutFields = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([key]) => !names.some((name) => key === name || key.startsWith(`${name}.`)),
    ),
  );

/** Messages stand in the dialog as their fields stand in the form. */
export function inFieldOrder(errors: FieldErrors, order: readonly string[]): FieldErrors {
  const fieldIndex = (key: string) => {
    const index = order.indexOf(key.split('.')[0] ?? key);
    return index < 0 ? order.length : index;
  };
  return Object.fromEntries(
    Object.entries(errors).toSorted(([one], [other]) => fieldIndex(one) - fieldIndex(other)),
  );
}

/** Some codes speak of one field even where the server named none. */
export function refusalErrors(
  { code, message }: ApiError,
  fields: FieldErrors,
  codeFields: Partial<Record<ErrorCode, string>> = {},
): FieldErrors {
  const field = (codeFields as Partial<Record<string, string>>)[code];
  return field && !fields[field] ? { ...fields, [field]: message } : fields;
}

/** «Atenção» lists what is missing or malformed (V-06). */
export function validationAlert(errors: FieldErrors): AlertOptions {
  const lines = warningLines({ ...errors });
  return {
    title: 'Atenção',
    tone: 'warn',
    ...(lines.length === 1 ? { text: lines[0] } : { messages: lines }),
  };
}

/** Several wrong fields: the dialog lists every text below its own (M-40, UI-16). */
export function listingAll(message: AlertOptions, errors: FieldErrors): AlertOptions {
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

/** For `alertFor`: a refusal in the words the documents give it; `unexpected` where nobody knows why. */
export const refusalEntitled =
  (title: string, unexpected?: string) =>
  ({ refusal }: { readonly refusal?: ApiError | undefined }): AlertOptions | undefined =>
    refusal && refusalAlert(refusal.entitled(title, unexpected));
