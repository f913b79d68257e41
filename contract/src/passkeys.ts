/**
 * Passkeys (WebAuthn) as second factor, sign-in and confirmation of sensitive acts. Each host of
 * the panel is a separate relying party, because each brand has its own host.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { currentPassword, freshCode, idParam, text } from './api/fields.ts';
import { signedIn } from './sessions.ts';

/** Options and responses of the browser's WebAuthn API, in JSON form. */
const options = z.record(z.string(), z.unknown());
const response = z
  .object({ id: z.string().max(2000), rawId: z.string().max(2000), type: z.literal('public-key') })
  .loose()
  .meta({ title: 'Chave de acesso' });

const passkeyRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Host on which the passkey was created. It works only on this host. */
  host: z.string(),
  here: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

export const listPasskeys = endpoint({
  name: 'list-passkeys',
  method: 'GET',
  path: '/api/passkeys',
  summary: 'As chaves de acesso desta conta.',
  access: { profiles },
  beforeEnrolment: true,
  answer: z.object({ data: z.array(passkeyRow) }),
  errors: [],
});

export const offerPasskey = endpoint({
  name: 'offer-passkey',
  method: 'POST',
  path: '/api/passkeys/options',
  summary: 'Começa a criação de uma chave de acesso.',
  access: { profiles },
  beforeEnrolment: true,
  /**
   * The password is required for two reasons. A passkey signs in without a password, and it remains
   * valid after a password change. An account with a second factor also sends a fresh code. A wrong
   * password does not consume the code.
   */
  body: z.object({ ...currentPassword, ...freshCode }),
  answer: z.object({ options }),
  errors: [
    'passkey_needs_tls',
    'passkeys_too_many',
    'current_password_wrong',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

export const addPasskey = endpoint({
  name: 'add-passkey',
  method: 'POST',
  path: '/api/passkeys',
  summary: 'Guarda a chave de acesso que o aparelho criou.',
  access: { profiles },
  beforeEnrolment: true,
  body: z.object({ name: text('Nome', 60), response }),
  answer: z.object({
    message: z.string(),
    data: passkeyRow,
    /**
     * Recovery codes of the account. They are created together with its first second factor; null
     * if the account already had one.
     */
    recoveryCodes: z.array(z.string()).nullable(),
  }),
  errors: ['passkey_refused', 'passkey_needs_tls', 'passkeys_too_many'],
});

export const removePasskey = endpoint({
  name: 'remove-passkey',
  method: 'POST',
  path: '/api/passkeys/:id/remove',
  summary: 'Remove uma chave de acesso.',
  access: { profiles },
  freshCode: true,
  params: idParam,
  body: z.object({ ...freshCode }),
  answer: z.object({ message: z.string() }),
  errors: [
    'passkey_not_found',
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

/**
 * Returns a challenge to a signed-in account. The signed response is exchanged for one
 * confirmation.
 */
export const requestConfirmation = endpoint({
  name: 'ask-confirmation',
  method: 'POST',
  path: '/api/passkeys/confirm-options',
  summary: 'Pede à chave de acesso a confirmação de um ato.',
  access: { profiles },
  answer: z.object({ options }),
  errors: ['passkey_none_here', 'passkey_needs_tls'],
});

export const confirmWithPasskey = endpoint({
  name: 'confirm-with-passkey',
  method: 'POST',
  path: '/api/passkeys/confirm',
  summary:
    'Troca a resposta da chave de acesso por uma confirmação que vale uma vez, por um minuto.',
  access: { profiles },
  body: z.object({ response }),
  answer: z.object({ code2fa: z.string() }),
  errors: ['passkey_refused', 'too_many_attempts'],
});

/**
 * Returns a challenge for a sign-in with a passkey. The request has no user name, because the
 * device stores the accounts of its passkeys.
 */
export const offerPasskeySignIn = endpoint({
  name: 'offer-passkey-sign-in',
  method: 'POST',
  path: '/api/passkeys/sign-in-options',
  summary: 'Começa a entrada com chave de acesso.',
  access: 'public',
  answer: z.object({ options }),
  errors: ['passkey_needs_tls', 'too_many_attempts'],
});

export const signInWithPasskey = endpoint({
  name: 'sign-in-with-passkey',
  method: 'POST',
  path: '/api/passkeys/sign-in',
  summary: 'Entra no painel com uma chave de acesso, sem senha e sem código.',
  access: 'public',
  body: z.object({ response }),
  answer: signedIn,
  errors: ['passkey_refused', 'account_blocked', 'login_closed', 'too_many_attempts'],
});
