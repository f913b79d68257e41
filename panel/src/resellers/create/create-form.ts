/**
 * Values of the registration form by wire name, and their conversion to the body of the call (V-28,
 * V-29).
 */
import { errorText } from '@ramal/contract/api/errors';
import { asDecimal, parseHundredths } from '../../foundation/amounts.ts';
import type { FieldErrors } from '../../ui/form/form-errors.ts';

const profileKinds = ['reseller', 'franchise', 'admin'] as const;
export type ProfileKind = (typeof profileKinds)[number];

export interface CreateValues {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly emailContact: string;
  readonly credits: string;
  readonly sale: string;
  readonly idFranchise: string;
}

export const initialValues: CreateValues = {
  username: '',
  password: '',
  email: '',
  emailContact: '',
  credits: '0',
  sale: '',
  idFranchise: '',
};

/** Returns the body of the call. An admin account has no credits and no sale price. */
export function createBody(values: CreateValues, kind: ProfileKind) {
  const { credits, sale, idFranchise, ...account } = values;
  if (kind === 'admin') return account;
  return {
    ...account,
    credits: decimalOf(credits),
    sale: decimalOf(sale),
    ...(kind === 'franchise' ? { profile: kind, idFranchise } : {}),
  };
}

/**
 * Converts typed text to a decimal. Text that is not an amount is sent unchanged, so that the
 * contract rejects it.
 */
function decimalOf(text: string): number | string {
  const hundredths = parseHundredths(text);
  return hundredths === undefined ? text : asDecimal(hundredths);
}

/**
 * Returns an error if the credits exceed the balance. `balance` is in hundredths. Null for an
 * admin; undefined until it is loaded.
 */
export const balanceErrors = (
  { credits }: CreateValues,
  kind: ProfileKind,
  balance: number | null | undefined,
): FieldErrors =>
  kind !== 'admin' && typeof balance === 'number' && (parseHundredths(credits) ?? 0) > balance
    ? { credits: errorText('insufficient_credits') }
    : {};
