/** Address part of a storefront: `/loja/<slug>`. */
import { z } from 'zod';

export const SLUG_WRONG = 'Só letras, números e hífen, de 3 a 30';

/** Number of days for which a former slug leads to the current one. */
export const FORMER_SLUG_DAYS = 90;

/** Number of former slugs that an account keeps. Older ones are free at once. */
export const MAX_FORMER_SLUGS = 5;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,28})[a-z0-9]$/;

/** True if the text, in lower case, is a slug. */
export const isSlug = (text: string): boolean => SLUG.test(text);

/** Slug of a storefront, stored in lower case. */
export const slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(SLUG, { error: SLUG_WRONG })
  .meta({ title: 'Endereço', example: 'marcelo-tv' });

/** Suggests a slug for a name: «Marcelo TV» becomes `marcelo-tv`. */
export function suggestSlug(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replaceAll(/^-+|-+$/g, '');
  return isSlug(plain) ? plain : `loja-${plain}`.replace(/-$/, '').slice(0, 30);
}

/** Code of a link's origin, the value of `?o=`. */
export const originCode = z
  .string()
  .trim()
  .toLowerCase()
  .max(30)
  .regex(/^[a-z0-9-]+$/, { error: 'Só letras, números e hífen, até 30' })
  .meta({ title: 'Origem', example: 'status' });
