/** Refusals of the account forms: texts under the fields, by wire name, and the dialog that goes with them. */
import { type ErrorCode, errorText } from '@ramal/contract/api/errors';
import { warningLines } from '@ramal/contract/api/validation';
import type { ApiError } from '../foundation/api/api.ts';
import type { AlertOptions } from '../ui/dialogs/AlertBox.tsx';

export type FormTexts = Readonly<Record<string, string>>;

/** A forbidden sign in a password has its own documented dialog (M-38); everything else is «Atenção» (V-06). */
export function objectionTo(fields: FormTexts): AlertOptions {
  const characters = errorText('password_characters');
  if (fields.password === characters && Object.keys(fields).length === 1)
    return { title: 'Erro', text: characters };
  const lines = warningLines(fields);
  return {
    title: 'Atenção',
    tone: 'warn',
    ...(lines.length === 1 ? { text: lines[0] } : { messages: lines }),
  };
}

/** Codes that speak of one field even where the server named none. */
export const accountCodeFields: Partial<Record<ErrorCode, string>> = {
  account_taken: 'username',
  password_characters: 'password',
  insufficient_credits: 'credits',
  limit_credits_a_day: 'credits',
  limit_lowest_price: 'sale',
  new_master_unknown: 'newMaster',
  new_master_below: 'newMaster',
};

export function textsOf({ code, message, fields }: ApiError): FormTexts {
  const field = (accountCodeFields as Partial<Record<string, string>>)[code];
  return field && !fields[field] ? { ...fields, [field]: message } : fields;
}

export const refusalOf = ({ title, message, requestId }: ApiError): AlertOptions => ({
  title,
  text: message,
  requestId,
});

/** A field that is being corrected no longer says what was wrong with it. */
export const without = (texts: FormTexts, names: readonly string[]): FormTexts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));
