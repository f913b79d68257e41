/**
 * Fields for phone numbers, host names and e-mail addresses. They are in a separate file, because
 * the sign-in does not load them.
 */
import { z } from 'zod';
import { HOSTNAME_WRONG, readHostname } from '../rules/host.ts';
import { readPhone } from '../rules/phone.ts';
import { labelled, numberAsText, text } from './fields.ts';

/**
 * Accepted inputs for a WhatsApp number. A WhatsApp link with a text is accepted too, because
 * people paste such links.
 */
const whatsappForms = z.union([z.string().max(500), numberAsText]);
const whatsappNumber = z.transform((written: string, ctx): string | null => {
  if (/^\s*0?\s*$/.test(written)) return null;
  const { number, problem } = readPhone(written);
  if (number !== undefined) return number;
  ctx.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

/**
 * WhatsApp number, stored as digits with the country code. The user may write it in any form; blank
 * and 0 mean no number (V-17, Q-WHATSAPP0, Q-PHONE).
 */
export const whatsapp = (label = 'WhatsApp') =>
  labelled(label, z.pipe(whatsappForms, whatsappNumber));

/**
 * Host name. It is stored in lower case, and letters outside a to z are converted to their DNS form
 * (V-71).
 */
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

/**
 * E-mail address. The host is stored in lower case: `Nome@Exemplo.com` becomes `Nome@exemplo.com`.
 * Letters outside a to z in the host are converted to their DNS form.
 */
export const emailAddress = (label: string) =>
  text(label, 254).transform((value, ctx): string => {
    const [, local = '', host = ''] =
      /^([!#-'*+\-/-9=?A-Z^-~.]{1,64})@([^\s@:/?#[\]\\]+)$/.exec(value) ?? [];
    const domain = readHostname(host);
    if (local && domain !== undefined) return `${local}@${domain}`;
    ctx.addIssue({ code: 'custom', message: 'Escreva um e-mail inteiro, como nome@exemplo.com.' });
    return z.NEVER;
  });
