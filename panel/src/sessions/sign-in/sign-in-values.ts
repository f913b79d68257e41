/** Values of the sign-in form, and the check for missing values. */
import { messages } from '@ramal/contract/api/validation';
import type { SignInMethod } from './second-step.ts';

export interface SignInValues {
  readonly username: string;
  readonly password: string;
  readonly code: string;
}

export type SignInErrors = Partial<Record<keyof SignInValues, string>>;

const labels = { username: 'Usuário', password: 'Senha' } as const;
const codes = {
  authenticator: { label: 'Código 2 fatores', complete: /^\d{6}$/ },
  recovery: { label: 'Código de recuperação', complete: /^[a-z0-9]{5}-?[a-z0-9]{5}$/i },
} as const;

const RECOVERY_CODE_LENGTH = 'abcde-fghij'.length;

/**
 * Removes whitespace, because pasted codes may contain it. Then cuts the text to its maximum
 * length.
 */
export const cleanCode = (typed: string): string =>
  typed.replaceAll(/\s/g, '').slice(0, RECOVERY_CODE_LENGTH);

export function missingValues(
  values: SignInValues,
  method: SignInMethod | undefined,
): SignInErrors {
  const missing: SignInErrors = {};
  for (const field of ['username', 'password'] as const) {
    if (values[field].trim() === '') missing[field] = messages.required(labels[field]);
  }
  if (method === 'authenticator' || method === 'recovery') {
    const { label, complete } = codes[method];
    const code = cleanCode(values.code);
    if (code === '') missing.code = messages.required(label);
    else if (!complete.test(code)) missing.code = messages.incomplete(label);
  }
  return missing;
}
