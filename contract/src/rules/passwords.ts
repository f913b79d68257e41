/** Password of a panel account: the rules that forms and server share (V-29, V-39, V-40). */
import { z } from 'zod';

const forbiddenInPassword = /["';:]/;

export const passwordCharactersText = 'A senha não pode conter alguns caracteres especiais';

/** At least 8 characters, none of them `" ' ; :` (V-29, Q-PASSRULE). */
export const panelPassword = (label = 'Senha') =>
  z
    .string()
    .min(8)
    .max(200)
    .refine((value) => !forbiddenInPassword.test(value), {
      error: passwordCharactersText,
    })
    .meta({ title: label });
