/**
 * Converts a published text for a customer: plain text that any chat accepts, with the values of
 * the customer's line.
 */
import type { AppLinkType } from '@ramal/contract/links';
import { plainLines } from '../foundation/safe-html.ts';

export interface LinkValues {
  readonly dns: string;
  readonly username: string;
  readonly password: string;
}

/** Published texts by type. */
type LinkTexts = ReadonlyMap<AppLinkType, { readonly html: string }>;

/**
 * Returns the text of the first of these types that was published; undefined if none was published.
 */
export function linkText(
  texts: LinkTexts,
  types: readonly AppLinkType[],
  values: LinkValues,
): string | undefined {
  const text = types.map((type) => texts.get(type)).find((row) => row !== undefined);
  return text && fillPlaceholders(plainLines(text.html), values);
}

export const fillPlaceholders = (text: string, { dns, username, password }: LinkValues): string =>
  text.replace(
    /\{(dns|usuario|senha)\}/gi,
    (_, name: string) =>
      ({ dns, usuario: username, senha: password })[
        name.toLowerCase() as 'dns' | 'usuario' | 'senha'
      ],
  );
