/**
 * Sign-in, the session, and the profile of the signed-in account. Source: D1 §3, §7;
 * Q-LOGINPAYLOAD, Q-TWOFASHAPE, Q-REGPASS.
 */
import { z } from 'zod';
import { flags, grants, profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { currentPassword, flag, freshCode, text } from './api/fields.ts';
import { panelPassword } from './rules/passwords.ts';
import { platformKeys } from './rules/platforms.ts';
import { chosenUndoActs } from './undo.ts';

/** State of the panel after a restore, until an admin releases it. */
const quarantine = z.object({
  /** Time of the restore, dd/mm/yyyy hh:mm. */
  restoredAt: z.string(),
  /** Time of the backup. Changes after this time are lost. */
  dataOf: z.string(),
});
export type Quarantine = z.output<typeof quarantine>;

/** Response of a successful sign-in. */
export const signedIn = z.object({
  accessToken: z.string(),
  id: z.int(),
  username: z.string(),
  /**
   * Value that belongs to this sign-in. Older clients send it as `reg_password` in later requests.
   */
  cryptPass: z.string(),
  /** Value that the browser sends with its next sign-in to this account (Q-LOGINPRESSURE). */
  deviceMark: z.string(),
});

export const signIn = endpoint({
  name: 'sign-in',
  method: 'POST',
  path: '/api/login',
  alias: '/login',
  summary:
    'Entra no painel com usuário, senha, verificação humana e, se a conta pedir, o código de 2 fatores.',
  access: 'public',
  body: z.object({
    username: text('Usuário', 60),
    password: text('Senha', 200),
    /** Six digits of the authenticator, or a recovery code (`abcde-fghij`). */
    code: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^(\d{6}|[a-z0-9]{5}-?[a-z0-9]{5})$/)
      .optional()
      .meta({ title: 'Código 2 fatores' }),
    /**
     * Response of a passkey to the challenge `passkey` of the first response, in place of a code.
     */
    passkey: z.record(z.string(), z.unknown()).optional().meta({ title: 'Chave de acesso' }),
    /**
     * Solution of the human verification. In the second step: the `proof` of the first response.
     */
    gRecaptchaResponse: z.string().max(8192).optional().meta({ title: 'Verificação humana' }),
    /**
     * Value that this device received at its last sign-in. With this value, failed attempts of
     * other people do not delay the sign-in.
     */
    deviceMark: z.string().max(300).optional().meta({ title: 'Marca do aparelho' }),
    /**
     * Solution of a `level=high` challenge. It is required from unknown networks after many failed
     * attempts on the account.
     */
    proofOfWork: z.string().max(8192).optional().meta({ title: 'Verificação a mais' }),
  }),
  answer: z.union([
    signedIn,
    z.object({
      twofa: z.literal(true),
      proof: z.string(),
      /** True if the sign-in accepts a code of an authenticator or a recovery code. */
      takesCode: z.boolean(),
      /**
       * True if the account has an authenticator. Otherwise the sign-in accepts only a recovery
       * code.
       */
      hasAuthenticator: z.boolean(),
      /** Challenge for a passkey of this host; null if the account has none here. */
      passkey: z.record(z.string(), z.unknown()).nullable(),
    }),
  ]),
  errors: [
    'wrong_credentials',
    'wrong_code',
    'passkey_refused',
    'account_blocked',
    'login_closed',
    'human_check_failed',
    'proof_of_work_required',
    'too_many_attempts',
  ],
});

export const signOut = endpoint({
  name: 'sign-out',
  method: 'POST',
  path: '/api/logout',
  summary: 'Encerra este acesso na hora, em todos os processos.',
  access: { profiles },
  beforeEnrolment: true,
  answer: z.object({ message: z.string() }),
  errors: [],
});

/**
 * Changes the caller's password. All other sign-ins end on the server, and the panel ends the
 * current one too (Q-PASSCHANGE, T-33).
 */
export const changePassword = endpoint({
  name: 'change-password',
  method: 'POST',
  path: '/api/change-password-reseller',
  summary: 'Troca a própria senha, com a senha atual ou um código de 2 fatores.',
  access: { profiles },
  body: z.object({
    password: panelPassword('Nova senha'),
    ...currentPassword,
    /**
     * True also removes the passkeys, which would otherwise remain valid after a password change.
     * Removing them requires a fresh code, as for a single passkey (Q-STOLENSESSION).
     */
    endPasskeys: flag('Remover chaves de acesso').optional(),
    ...freshCode,
  }),
  answer: z.object({ message: z.string() }),
  errors: [
    'current_password_wrong',
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

const signInRow = z.object({
  id: z.string(),
  /** Device from the browser's user agent: «Chrome no Android». */
  device: z.string(),
  ip: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** True for the caller's session. */
  current: z.boolean(),
});

export const listSignIns = endpoint({
  name: 'list-sign-ins',
  method: 'GET',
  path: '/api/sign-ins',
  summary: 'Os acessos abertos desta conta.',
  access: { profiles },
  answer: z.object({ data: z.array(signInRow) }),
  errors: [],
});

export const endSignIn = endpoint({
  name: 'end-sign-in',
  method: 'POST',
  path: '/api/sign-ins/:id/end',
  summary: 'Encerra um acesso desta conta na hora.',
  access: { profiles },
  params: z.object({ id: z.uuid().meta({ title: 'ID' }) }),
  answer: z.object({ message: z.string() }),
  errors: ['sign_in_not_found'],
});

export const endOtherSignIns = endpoint({
  name: 'end-other-sign-ins',
  method: 'POST',
  path: '/api/sign-ins/end-others',
  summary: 'Encerra todos os acessos desta conta, menos este.',
  access: { profiles },
  answer: z.object({ message: z.string(), count: z.int() }),
  errors: [],
});

export const getProfile = endpoint({
  name: 'get-profile',
  method: 'GET',
  path: '/api/get-profile',
  summary: 'Quem está conectado, o que pode fazer e quanto tem de créditos.',
  access: { profiles },
  beforeEnrolment: true,
  answer: z.object({
    id: z.int(),
    username: z.string(),
    profile: z.enum(profiles),
    /** True if the account may have sub-resellers (Q-MASTER). */
    isMaster: z.boolean(),
    secondFactor: z.object({
      enrolled: z.boolean(),
      /**
       * Time from which a second factor is required, dd/mm/yyyy hh:mm; null if none is required.
       */
      requiredFrom: z.string().nullable(),
      /** True if a second factor is required and missing. Then only its setup is available. */
      mustEnrol: z.boolean(),
      /** True if an admin prepared a new authenticator (Q-QRADMIN). */
      replacementPending: z.boolean(),
    }),
    idFranchise: z.int().nullable(),
    grants: z.array(z.enum(grants)),
    flags: z.record(z.enum(flags), z.boolean()),
    /**
     * Platforms that are allowed by the limits of all accounts above. Flags and grants can still
     * exclude a platform.
     */
    platforms: z.array(z.enum(platformKeys)),
    /** Balance in credits; null for an admin, who has no wallet. */
    credits: z.number().nullable(),
    /**
     * Credits that an admin may still issue today without a fresh code. Null if issuing credits
     * never requires a code.
     */
    creditsWithoutCode: z.number().nullable(),
    timeZone: z.string(),
    /** Country for WhatsApp numbers without a country code, as two letters (Q-PHONE). */
    country: z.string(),
    /** State of the quarantine after a restore; null otherwise. */
    quarantine: quarantine.nullable(),
    /** True if the menu shows the tickets (Q-TICKETFLAG). */
    ticketsMenu: z.boolean(),
    /** Acts that the account performs without a question, because it can undo them. */
    undoActs: z.array(z.enum(chosenUndoActs)).optional(),
  }),
  errors: [],
});

export const getMyIp = endpoint({
  name: 'get-my-ip',
  method: 'GET',
  path: '/api/my-ip',
  summary: 'O endereço IP de quem pergunta.',
  access: 'public',
  answer: z.object({ ip: z.string() }),
  errors: [],
});

export const getCaptcha = endpoint({
  name: 'get-captcha',
  method: 'GET',
  path: '/api/captcha',
  summary:
    'Qual verificação humana vale e, quando é a nossa, um desafio novo. Com level=usual, sempre a nossa, para as páginas públicas. Com level=high, o desafio mais difícil que proof_of_work_required pede.',
  access: 'public',
  query: z.object({ level: z.enum(['usual', 'high']).optional().meta({ title: 'Nível' }) }),
  answer: z.object({
    provider: z.enum(['altcha', 'turnstile', 'recaptcha', 'off']),
    siteKey: z.string().optional(),
    /** An ALTCHA v2 challenge: `{ parameters, signature }`. */
    challenge: z.record(z.string(), z.unknown()).optional(),
  }),
  errors: [],
});
