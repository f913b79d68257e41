/** Sign-in, the session and who one is. Source: D1 §3, §7; Q-LOGINPAYLOAD, Q-TWOFASHAPE, Q-REGPASS. */
import { z } from 'zod';
import { flags, grants, profiles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';

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
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/)
      .optional()
      .meta({ title: 'Código 2 fatores' }),
    /** The human check's solution; on the second step the `proof` of the first answer. */
    g_recaptcha_response: z.string().max(8192).optional().meta({ title: 'Verificação humana' }),
  }),
  answer: z.union([
    z.object({
      access_token: z.string(),
      id: z.int(),
      username: z.string(),
      /** Opaque value of this sign-in that older clients send back as reg_password. */
      crypt_pass: z.string(),
    }),
    z.object({ twofa: z.literal(true), proof: z.string() }),
  ]),
  errors: [
    'wrong_credentials',
    'wrong_code',
    'account_blocked',
    'login_closed',
    'human_check_failed',
    'too_many_attempts',
  ],
});

export const signOut = endpoint({
  name: 'sign-out',
  method: 'POST',
  path: '/api/logout',
  summary: 'Encerra este acesso na hora, em todos os processos.',
  access: { profiles },
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const getProfile = endpoint({
  name: 'get-profile',
  method: 'GET',
  path: '/api/get-profile',
  summary: 'Quem está conectado, o que pode fazer e quanto tem de créditos.',
  access: { profiles },
  answer: z.object({
    id: z.int(),
    username: z.string(),
    profile: z.enum(profiles),
    id_franchise: z.int().nullable(),
    grants: z.array(z.enum(grants)),
    flags: z.record(z.enum(flags), z.boolean()),
    /** Balance in credits; null for an admin, who has none. */
    credits: z.number().nullable(),
    time_zone: z.string(),
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
  summary: 'Qual verificação humana vale e, quando é a nossa, um desafio novo.',
  access: 'public',
  answer: z.object({
    provider: z.enum(['altcha', 'turnstile', 'recaptcha', 'off']),
    site_key: z.string().optional(),
    /** An ALTCHA v2 challenge: `{ parameters, signature }`. */
    challenge: z.record(z.string(), z.unknown()).optional(),
    /** User names that skip the human check (never the password or the code): Q-SPECIALLOGIN. */
    exempt: z.array(z.string()),
  }),
  errors: [],
});
