/** Fields for phone numbers, host names and e-mail addresses, apart because the sign-in needs none of them. */
import { z } from 'zod';
import { HOSTNAME_WRONG, readHostname } from '../rules/host.ts';
import { readPhone } from '../rules/phone.ts';
import { labelled, numberAsText, text } from './fields.ts';

/** Links with a text are pasted too. */
const whatsappForms = z.union([z.string().max(500), numberAsText]);
const whatsappNumber = z.transform((written: string, ctx): string | null => {
  if (/^\s*0?\s*$/.test(written)) return null;
  const { number, problem } = readPhone(written);
  if (number !== undefined) return number;
  ctx.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

/**
 * WhatsApp number, kept as digits with country code however it is written; blank and 0 mean none (V-17,
 * Q-WHATSAPP0, Q-PHONE).
 */
export const whatsapp = (label = 'WhatsApp') =>
  labelled(label, z.pipe(whatsappForms, whatsappNumber));

/** A name in DNS, kept as DNS writes it (V-71). */
export const hostname = (label: string, schema: z.ZodType<string, string> = text(label, 253)) =>
  labelled(
    label,
    z.pipe(
      schema,
      z.transform((written: string, ctx): string => {
        const name = readHostname(written);
        if (name !== undefined) return name;
        ctx.issues.push({ code: 'custom', message: HOSTNAME_WRONG, input: written });
        return z.NEVER;
      }),
    ),
  );

/** `Nome@Exemplo.com` → `Nome@exemplo.com`; a host with other letters than a to z is written as the network has it. */
export const emailAddress = (label: string) =>
  text(label, 254).transform((value, ctx): string => {
    const [, local = '', host = ''] =
      /^([!#-'*+\-/-9=?A-Z^-~.]{1,64})@([^\s@:/?#[\]\\]+)$/.exec(value) ?? [];
    const domain = readHostname(host);
    if (local && domain !== undefined) return `${local}@${domain}`;
    ctx.addIssue({ code: 'custom', message: 'Escreva um e-mail inteiro, como nome@exemplo.com.' });
    return z.NEVER;
  });
