/**
 * Calls of apps on televisions, boxes and phones (Q-P2PPLAY). Also the panel's call that creates a
 * line from the code of an app (Q-CODECOST, V-19, K-24). An app without a line requests a code with
 * the name of its device. The app shows the code in two groups of four digits («1234 5678»). Every
 * `interval_seconds` it requests the state of the code with its secret.
 *
 * The state is `waiting` until a reseller enters the code. Then it is `activated`, and the response
 * contains name, password and line. If the state is `expired`, the app requests another code. Only
 * the app knows the secret, so the code on the screen gives no access to the response. The response
 * stays available for a day, so that an app that was closed still receives it.
 *
 * An app with a line requests its state with name and password when it opens and every few minutes.
 * Web apps may call from any origin. Too frequent requests get 429 with Retry-After. If the
 * database is unavailable, the response is 503. In both cases the app waits, retries and continues
 * to play.
 */
import { z } from 'zod';
import { sellers } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { whatsapp } from './api/contact-fields.ts';
import { id, text } from './api/fields.ts';
import { chargeFields } from './lines/lines.ts';
import { p2pReceipt } from './lines/p2p-lines.ts';
import { platforms } from './rules/platforms.ts';
import { translated, wire } from './api/translated.ts';
import { lineStates } from './rules/line-status.ts';

export const CODE_DIGITS = 8;
export const CODE_MINUTES = 15;
/** Cost in credits of a line created from a code. One credit pays for 30 days (Q-CODECOST). */
export const CODE_CREDITS = 1;

/** Line in the form that its app receives. */
const activationLine = z.object({
  status: z.enum(lineStates),
  isTrial: z.boolean(),
  /** Expiry in ISO 8601 and UTC: `2026-12-21T15:00:00.000Z`. */
  expiresAt: z.iso.datetime(),
  /** The same expiry in Unix seconds. */
  expiresAtTimestamp: z.int(),
  productId: z.int(),
  /** Name of the product: «PLANO COMPLETO». */
  productName: z.string(),
});
export type ActivationLine = z.output<typeof activationLine>;

/** Access of calls by apps. They have no session, and an app may be a web page of any origin. */
const byApps = { access: 'public', fromAnywhere: true } as const;

export const requestActivationCode = endpoint({
  ...byApps,
  name: 'ask-activation-code',
  method: 'POST',
  path: '/api/activation/codes',
  summary: `Para aplicativos P2P: pede um código de ${CODE_DIGITS} dígitos para mostrar na tela; vale ${CODE_MINUTES} minutos.`,
  body: z.object({
    /** Name of the device as the reseller sees it: «TV da sala», «TV Box Android». */
    device: text('Aparelho', 60),
  }),
  answer: z.object({
    /** Eight digits, never 00000000. */
    code: z.string(),
    /** Secret of this app. The app sends it with each request and never shows it. */
    secret: z.string(),
    expiresAt: z.iso.datetime(),
    expiresAtTimestamp: z.int(),
    /** Seconds that the app waits between two requests. */
    intervalSeconds: z.int(),
  }),
  errors: ['too_many_attempts'],
});

export const checkActivationCode = endpoint({
  ...byApps,
  name: 'check-activation-code',
  method: 'POST',
  path: '/api/activation/codes/check',
  summary:
    'Para aplicativos P2P: pergunta, com o segredo, se o código já foi digitado; devolve usuário, senha e a linha.',
  body: z.object({ secret: text('Segredo', 100) }),
  answer: z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting'), expiresAtTimestamp: z.int() }),
    /**
     * State `expired`. An unknown secret and a deleted line get the same response. The app then
     * requests another code.
     */
    z.object({ status: z.literal('expired') }),
    z.object({
      status: z.literal('activated'),
      name: z.string(),
      pass: z.string(),
      line: activationLine,
    }),
  ]),
  errors: ['too_many_attempts'],
});

export const checkP2pLine = endpoint({
  ...byApps,
  name: 'check-p2p-line',
  method: 'POST',
  path: '/api/activation/lines/check',
  summary:
    'Para aplicativos P2P: com usuário e senha, diz se a linha P2P ou Novo P2P vale, até quando e com qual pacote.',
  body: z.object({ name: text('Usuário', 100), pass: text('Senha', 100) }),
  answer: activationLine,
  /** An unknown user name and a wrong password get the same error. */
  errors: ['wrong_credentials', 'too_many_attempts'],
});

/**
 * Activation code in the forms that people type: «1234 5678», «1234-5678», 12345678. Empty text, 0
 * and 00000000 mean that no code was typed.
 */
const activationCode = z
  .union([z.string(), z.number().int().nonnegative().transform(String)])
  .transform((value) => value.replace(/[\s.-]/g, ''))
  .pipe(
    z.union([
      z.literal(['', '0', '0'.repeat(CODE_DIGITS)]).transform(() => undefined),
      z.string().regex(/^\d{8}$/),
    ]),
  )
  .optional()
  .meta({ title: 'Código', example: '12345678' });

const newP2p = platforms['new-p2p'];

export const createLineFromCode = endpoint({
  name: 'create-new-p2p-line-from-code',
  method: 'POST',
  path: '/api/create-new-user-p2p-code',
  summary: `Cria uma linha ${newP2p.label} oficial, de 1 crédito e 30 dias, para o aparelho que mostra este código; cada código serve uma vez.`,
  access: { profiles: sellers, flag: newP2p.flag, grants: newP2p.grants },
  keyed: true,
  body: translated({
    code: activationCode,
    /** Default: the first product of the platform (Q-QUICKP2P). */
    productid: id('Pacote').optional(),
    /** Note of the line. Default: a text that states how the line was created. */
    note: wire('nota', text('Anotações', 255).optional()),
    whatsapp: whatsapp().optional(),
  }),
  answer: translated({ ...p2pReceipt, ...chargeFields }),
  errors: [
    'activation_code_missing',
    'activation_code_unknown',
    'activation_code_expired',
    'activation_code_used',
    'package_unknown',
    'insufficient_credits',
    'platform_off',
    'limit_platform',
    'limit_lines',
    'limit_credits_a_day',
    'key_reused',
    'too_many_attempts',
  ],
});
