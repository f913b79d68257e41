/** The form of a registration by wire name, and how it becomes the body of a call (V-28, V-29). */
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

/** An administration account holds no credits and sells nothing. */
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

/** A text that is no amount is sent as it is, for the contract to refuse. */
function decimalOf(text: string): number | string {
  const hundredths = parseHundredths(text);
  return hundredths === undefined ? text : asDecimal(hundredths);
}

/** `balance` in hundredths; null for an admin, undefined until it is known. */
export const balanceErrors = (
  { credits }: CreateValues,
  kind: ProfileKind,
  balance: number | null | undefined,
): FieldErrors =>
  kind !== 'admin' && typeof balance === 'number' && (parseHundredths(credits) ?? 0) > balance
    ? { credits: errorText('insufficient_credits') }
    : {};
