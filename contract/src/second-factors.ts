/**
 * The second factor: codes of an authenticator, recovery codes, and the rule that requires a second
 * factor. Source: D2 §2.5, §4, §7; S-ME, S-2FAMGR; Q-2FASETUP, Q-QRLEAK, Q-QRADMIN, Q-BULK2FA,
 * Q-TWOFASHAPE.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import {
  currentPassword,
  digits,
  flag,
  freshCode,
  idParam,
  searchText,
  text,
  whole,
  day,
} from './api/fields.ts';
import { MAX_PAGE_SIZE, pageSchema } from './api/paging.ts';

export const RECOVERY_CODES = 10;

/**
 * Code of exactly six digits, although the specification also accepts fewer («at most 6», V-41).
 */
const totpCode = z
  .string()
  .trim()
  .min(6)
  .regex(/^\d{6}$/)
  .meta({ title: 'Código', example: '123456' });

/** Recovery code, shown as two groups of five characters. Letters that look alike are not used. */
export const recoveryCode = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]{5}-?[a-z0-9]{5}$/)
  .meta({ title: 'Código de recuperação', example: 'abcde-23456' });

export const verifySecondFactor = endpoint({
  name: 'verify-2fa',
  method: 'POST',
  path: '/api/verify2fa',
  summary: 'O que esta conta tem de segundo fator e o que dela se exige.',
  access: { profiles },
  beforeEnrolment: true,
  answer: z.object({
    /** True if an authenticator is set up. */
    has2fa: z.boolean(),
    passkeys: z.int(),
    /** Number of unused recovery codes. */
    recoveryCodes: z.int(),
    /**
     * Time from which the account must have a second factor, dd/mm/yyyy hh:mm; null if no rule
     * requires one.
     */
    requiredFrom: z.string().nullable(),
    /** True if a second factor is required and missing. Then only its setup is available. */
    mustEnrol: z.boolean(),
    /**
     * True if the administration has prepared a new authenticator. The account activates it by
     * using its first code at sign-in (Q-QRADMIN).
     */
    replacementPending: z.boolean(),
  }),
  errors: [],
});

export const enableSecondFactor = endpoint({
  name: 'enable-2fa',
  method: 'POST',
  path: '/api/enable2fa',
  summary: 'Começa a configuração: o segredo fica pendente no servidor até um código confirmar.',
  access: { profiles },
  beforeEnrolment: true,
  /**
   * A fresh code is required if the account already has a passkey. Otherwise the current password
   * is required.
   */
  body: z.object({ ...currentPassword, ...freshCode }),
  answer: z.object({ qrCodeUrl: z.string(), secret: z.string() }),
  errors: [
    'second_factor_configured',
    'current_password_wrong',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

export const confirmSecondFactor = endpoint({
  name: 'confirm-2fa',
  method: 'POST',
  path: '/api/confirmConfig2fa',
  summary: 'Confirma a configuração com um código e entrega os códigos de recuperação, uma só vez.',
  access: { profiles },
  beforeEnrolment: true,
  body: z.object({ secret: text('Segredo', 64, 16), token: totpCode }),
  answer: z.object({ message: z.string(), recoveryCodes: z.array(z.string()) }),
  errors: [
    'second_factor_configured',
    'second_factor_not_started',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

export const renewRecoveryCodes = endpoint({
  name: 'renew-recovery-codes',
  method: 'POST',
  path: '/api/recovery-codes',
  summary: 'Dez códigos de recuperação novos; os antigos deixam de valer.',
  access: { profiles },
  freshCode: true,
  body: z.object({ ...freshCode }),
  answer: z.object({ message: z.string(), recoveryCodes: z.array(z.string()) }),
  errors: ['second_factor_missing', 'code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'],
});

export const disableSecondFactor = endpoint({
  name: 'disable-2fa',
  method: 'POST',
  path: '/api/disable2fa',
  summary: 'Desliga o aplicativo autenticador desta conta.',
  access: { profiles },
  freshCode: true,
  body: z.object({ ...freshCode }),
  answer: z.object({ message: z.string() }),
  errors: [
    'second_factor_missing',
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

/**
 * Prepares another authenticator and returns its QR code. The old QR code cannot be shown again,
 * because the stored secret cannot be read (Q-QRADMIN).
 */
export const replaceSecondFactor = endpoint({
  name: 'replace-2fa',
  method: 'GET',
  path: '/api/reseller/:id/2fa/qrcode',
  summary:
    'Prepara um segundo fator novo para uma revenda; vale quando ela confirmar um código ao entrar.',
  access: { profiles: ['admin'] },
  freshCode: true,
  params: idParam,
  query: z.object({ ...freshCode }),
  answer: z.object({
    qrCodeUrl: z.string(),
    secret: z.string(),
    username: z.string(),
    message: z.string(),
  }),
  errors: ['reseller_not_found', 'forbidden', 'second_factor_missing'],
});

export const removeSecondFactor = endpoint({
  name: 'remove-2fa',
  method: 'DELETE',
  path: '/api/reseller/:id/2fa/qrcode',
  summary:
    'Remove o segundo fator de uma conta: aplicativo, códigos de recuperação e chaves de acesso.',
  access: { profiles: ['admin'] },
  freshCode: true,
  params: idParam,
  query: z.object({ ...freshCode }),
  answer: z.object({ message: z.string() }),
  errors: ['reseller_not_found', 'forbidden', 'second_factor_missing'],
});

/** Maximum number of accounts in one call: ten pages of the bulk screen. */
const MAX_REMOVED_AT_ONCE = 500;

/**
 * Removes the second factors of all selected accounts. One fresh code is sufficient. The
 * specification has a separate DELETE for each account (Q-BULK2FA).
 */
export const removeSecondFactors = endpoint({
  name: 'remove-2fa-of-many',
  method: 'POST',
  path: '/api/2fa-accounts/remove',
  summary: 'Remove o segundo fator de várias contas; diz em quais não deu.',
  access: { profiles: ['admin'] },
  freshCode: true,
  body: z.object({
    ids: z.array(whole('Contas', 1)).min(1).max(MAX_REMOVED_AT_ONCE).meta({ title: 'Contas' }),
    ...freshCode,
  }),
  answer: z.object({
    message: z.string(),
    removed: z.int(),
    /**
     * Accounts that were not changed. They are deleted, have no second factor, or are the account
     * of the caller.
     */
    failed: z.array(z.int()),
  }),
  errors: [],
});

/**
 * Rule that requires a second factor. A franchise may set the rule for its tree. An admin may set
 * it for all accounts except admins.
 */
const secondFactorRule = z.object({
  /** Start of the rule, dd/mm/yyyy hh:mm; null without a rule. */
  requiredFrom: z.string().nullable(),
  requiredFromDay: z.iso.date().nullable(),
  setBy: z.string().nullable(),
  /**
   * Number of accounts to which the rule applies. `enrolled` is the number of those accounts with a
   * second factor.
   */
  accounts: z.int(),
  enrolled: z.int(),
});

export const getSecondFactorRule = endpoint({
  name: 'get-2fa-rule',
  method: 'GET',
  path: '/api/2fa-rule',
  summary: 'A exigência de segundo fator definida por quem pergunta para quem está abaixo.',
  access: { profiles: ['admin', 'franchise'] },
  answer: secondFactorRule,
  errors: [],
});

export const setSecondFactorRule = endpoint({
  name: 'set-2fa-rule',
  method: 'PUT',
  path: '/api/2fa-rule',
  summary: 'Exige segundo fator de todos abaixo a partir de um dia, ou deixa de exigir.',
  access: { profiles: ['admin', 'franchise'] },
  freshCode: true,
  body: z.object({
    /**
     * First day of the rule, yyyy-mm-dd in the panel's time zone. If absent, the rule is removed.
     */
    from: day('A partir de').optional(),
    ...freshCode,
  }),
  answer: secondFactorRule.extend({ message: z.string() }),
  errors: ['code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'],
});

/** Columns that sort the accounts of the bulk screen (S-2FAMGR). */
export const secondFactorSorts = ['username', 'id', 'owner', 'has2fa'] as const;

export const listSecondFactors = endpoint({
  name: 'list-2fa',
  method: 'GET',
  path: '/api/2fa-accounts',
  summary: 'As contas e o segundo fator de cada uma.',
  access: { profiles: ['admin'] },
  query: z.object({
    page: whole('Página', 1, 1_000_000).default(1),
    perPage: whole('Itens por página', 1, MAX_PAGE_SIZE).default(50),
    search: searchText('Nome'),
    searchID: digits('ID', 16).optional(),
    /** True lists only accounts with a second factor, false only accounts without one. */
    has2fa: flag('Com 2FA').optional(),
    sort: z.enum(secondFactorSorts).default('username').meta({ title: 'Ordem' }),
    dir: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(
    z.object({
      id: z.int(),
      username: z.string(),
      owner: z.string().nullable(),
      has2fa: z.boolean(),
      passkeys: z.int(),
    }),
  ),
  errors: [],
});
