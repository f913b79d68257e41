/** Fields of requests; each has the label that its messages name (V-01 to V-04, Q-WIRE). */
import { z } from 'zod';
import { readPhone } from '../rules/phone.ts';
import { messages } from './validation.ts';

/** Without NUL and lone surrogates, which PostgreSQL cannot store. */
const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** Required text. Empty text never arrives: `readInput` removes it first (V-07). */
export const text = (label: string, max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine(isStorable, { error: messages.malformed(label) })
    .meta({ title: label });

/** What people search for; blanks alone mean nothing is searched. */
export const searchText = (label = 'Busca') =>
  z
    .string()
    .trim()
    .max(100)
    .refine(isStorable, { error: messages.malformed(label) })
    .transform((value) => value || undefined)
    .optional()
    .meta({ title: label });

export const digits = (label: string, max: number, min = 1) =>
  z
    .union([z.string(), z.number().int().nonnegative().transform(String)])
    .pipe(z.string().trim().regex(/^\d+$/).min(min).max(max))
    .meta({ title: label });

/** true/false/1/0 on the way in, also as text in a query. */
export const flag = (label: string) =>
  z
    .union([z.boolean(), z.literal([0, 1]), z.literal(['0', '1', 'true', 'false'])])
    .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
    .meta({ title: label });

/** A whole number, also as text: queries and older clients send text. */
export const whole = (label: string, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,16}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max))
    .meta({ title: label });

/**
 * WhatsApp number, kept as digits with country code however it is written; blank and 0 mean none (V-17,
 * Q-WHATSAPP0, Q-PHONE).
 */
export const whatsapp = (label = 'WhatsApp') =>
  z
    .union([z.string().max(60), z.number().int().nonnegative().transform(String)])
    .transform((written, ctx): string | null => {
      if (/^\s*0?\s*$/.test(written)) return null;
      const { number, problem } = readPhone(written);
      if (number !== undefined) return number;
      ctx.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    })
    .meta({ title: label });

/** The opaque value of a sign-in that older clients send; a wrong value is refused with 403 (Q-REGPASS). */
export const regPassword = z.string().max(200).optional().meta({ title: 'Senha de registro' });

export const idParam = z.object({ id: whole('ID', 1) });

/**
 * A date as people of the panel's time zone write it in a form: yyyy-mm-dd (Q-EXPDAY). Of this
 * century: at the ends of the calendar a day more is a date that nobody can write.
 */
export const day = (label: string) => z.iso.date().regex(/^20/).meta({ title: label });

/** A minute of this century as people of the panel's time zone write it in a form: yyyy-mm-ddThh:mm. */
export const minute = (label: string) =>
  z.iso
    .datetime({ local: true, precision: -1 })
    .regex(/^20\d\d-.*:\d\d$/)
    .meta({ title: label });

/** An address on the web: `http://…` or `https://…`. */
export const webAddress = (label: string) =>
  text(label, 2000).refine((value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value), {
    error: 'Os links devem começar com http:// ou https://',
  });

/** `Nome@Exemplo.com` → `Nome@exemplo.com`; a host with other letters than a to z is written as the network has it. */
export const emailAddress = (label: string) =>
  text(label, 254).transform((value, ctx): string => {
    const [, local = '', host = ''] =
      /^([!#-'*+\-/-9=?A-Z^-~.]{1,64})@([^\s@:/?#[\]\\]+)$/.exec(value) ?? [];
    const domain = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
    if (local && /^[a-z0-9.-]+\.[a-z0-9-]*[a-z][a-z0-9-]*$/.test(domain))
      return `${local}@${domain}`;
    ctx.addIssue({ code: 'custom', message: 'Escreva um e-mail inteiro, como nome@exemplo.com.' });
    return z.NEVER;
  });

/** A set chosen among many, by id. */
export const ids = (label: string) => z.array(whole(label, 1)).max(2000).meta({ title: label });

/** The account's own password once more, where a session alone proves too little (Q-STOLENSESSION). */
export const currentPassword = {
  current_password: z.string().max(200).optional().meta({ title: 'Senha atual' }),
};

/**
 * Authorises one sensitive action (Q-2FASETUP): six digits of the authenticator, or the one-use
 * confirmation that a passkey was exchanged for. Required of every account with a second factor.
 */
export const freshCode = { code_2fa: text('Código 2FA', 200).optional() };

const SHORT_REASON = 'O motivo deve ter pelo menos 10 caracteres.';

/** Reason of a block: at least ten characters, with one text for a short and a missing one (V-31). */
export const blockReason = z
  .string({
    error: ({ input }) => (input === undefined || input === null ? SHORT_REASON : undefined),
  })
  .trim()
  .max(500)
  .refine((value) => value.length >= 10, { error: SHORT_REASON })
  .refine(isStorable, { error: messages.malformed('Motivo') })
  .meta({ title: 'Motivo' });
