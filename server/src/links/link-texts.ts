/** A published text as a customer reads it: plain lines that any chat takes, with the line's own values in it. */
import type { AppLinkType } from '@ramal/contract/links';
import { plainLines } from '../foundation/safe-html.ts';

export interface LinkValues {
  readonly dns: string;
  readonly username: string;
  readonly password: string;
}

/** Published texts by type. */
type LinkTexts = ReadonlyMap<AppLinkType, { readonly html: string }>;

/** The text of the first of these types that was published; undefined where none was. */
export function linkText(
  texts: LinkTexts,
  types: readonly AppLinkType[],
  values: LinkValues,
): string | undefined {
  const text = types.map((type) => texts.get(type)).find((row) => row !== undefined);
  return text && filledIn(plainLines(text.html), values);
}

export const filledIn = (text: string, { dns, username, password }: LinkValues): string =>
  text.replace(
    /\{(dns|usuario|senha)\}/gi,
    (_, name: string) =>
      ({ dns, usuario: username, senha: password })[
        name.toLowerCase() as 'dns' | 'usuario' | 'senha'
      ],
  );
