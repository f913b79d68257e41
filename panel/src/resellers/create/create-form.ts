/** The registration form: what is typed, and how it becomes a call or the texts that say why not (V-28, V-29). */
import type { RequestOf } from '@ramal/contract/api/endpoint';
import { errorText } from '@ramal/contract/api/errors';
import { createAdmin, createReseller } from '@ramal/contract/resellers/resellers';
import { readInput } from '@ramal/contract/api/validation';
import { newKey } from '../../foundation/keys.ts';
import { asDecimal } from '../../foundation/amounts.ts';
import type { FormTexts } from '../form-texts.ts';

/** Wire names; the password is kept apart, because a draft holds no secrets. */
export interface CreateForm {
  readonly profile: 'reseller' | 'franchise' | 'admin';
  readonly username: string;
  readonly email: string;
  readonly email_contact: string;
  readonly credits: string;
  readonly sale: string;
  readonly id_franchise: string;
  /** Idempotency-Key of this form: kept with what was typed, so that a reload after a lost answer makes no second account. */
  readonly key: string;
}

export const freshForm = (): CreateForm => ({
  profile: 'reseller',
  username: '',
  email: '',
  email_contact: '',
  credits: '0',
  sale: '',
  id_franchise: '',
  key: newKey(),
});

export type CreateReading =
  | { ok: true; body: RequestOf<typeof createReseller>['body'] }
  | { ok: false; fields: FormTexts };

export type AdminReading =
  | { ok: true; body: RequestOf<typeof createAdmin>['body'] }
  | { ok: false; fields: FormTexts };

/** An administration account holds no credits and sells nothing. */
export function readAdmin(
  { username, email, email_contact }: CreateForm,
  password: string,
): AdminReading {
  const body = { username, email, email_contact, password };
  const reading = readInput(createAdmin.body, body);
  return reading.ok ? { ok: true, body } : { ok: false, fields: reading.fields };
}

/** `balance` in hundredths; null for an admin, undefined until it is known. */
export function readCreate(
  form: CreateForm,
  password: string,
  isAdmin: boolean,
  balance: number | null | undefined,
): CreateReading {
  const { key: _, profile, id_franchise, ...typed } = form;
  const franchise = isAdmin && profile === 'franchise' ? { profile, id_franchise } : {};
  const sent = { ...typed, ...franchise, password };
  const reading = readInput(createReseller.body, sent);
  if (!reading.ok) return { ok: false, fields: reading.fields };
  const { credits, sale } = reading.data;
  if (typeof balance === 'number' && credits > balance) {
    return { ok: false, fields: { credits: errorText('insufficient_credits') } };
  }
  return {
    ok: true,
    body: {
      ...sent,
      credits: asDecimal(credits),
      ...(sale === undefined ? {} : { sale: asDecimal(sale) }),
    },
  };
}
