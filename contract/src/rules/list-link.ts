/**
 * Parses list links of customers in the form that people paste, for the migrators, files and forms.
 */
import { readHost } from './host.ts';

export interface ListAddress {
  /** Host in lower case. The port is removed, because one panel uses several ports. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

type ListLinkReading =
  | { readonly list: ListAddress; readonly problem?: undefined }
  | { readonly list?: undefined; readonly problem: string };

const EXAMPLE = 'Escreva como http://servidor.exemplo/get.php?username=123456&password=senha01.';

export const listLinkProblems = {
  addressMissing: `Link inválido, não contém o endereço da lista. ${EXAMPLE}`,
  bothMissing: `Link inválido, não contém username e password. ${EXAMPLE}`,
  usernameMissing: `Link inválido, não contém username. ${EXAMPLE}`,
  passwordMissing: `Link inválido, não contém password. ${EXAMPLE}`,
} as const;

/**
 * Address with a scheme, or host with a path. Text before the address must end with a blank or a
 * bracket.
 */
const address =
  /(?<![^\s<>()"'«“:,;])(?:https?:\/\/[^\s<>"'«»“”]+|(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+(?::\d+)?[/?][^\s<>"'«»“”]*)/giu;

/**
 * Parses the first address in the text that contains access data. If no address contains access
 * data, parses the first address.
 */
export function readListLink(text: string): ListLinkReading {
  const readings = [...text.replaceAll('&amp;', '&').matchAll(address)].map(([match]) =>
    readAddress(match.replace(/[),;]+$/, '')),
  );
  return (
    readings.find(({ list }) => list) ?? readings[0] ?? { problem: listLinkProblems.addressMissing }
  );
}

/** Returns the access data of a list link; undefined if the text has none (V-35). */
export const readListAddress = (text: string): ListAddress | undefined => readListLink(text).list;

function readAddress(written: string): ListLinkReading {
  const url = URL.parse(/^https?:/i.test(written) ? written : `http://${written}`);
  if (!url || url.hostname === '') return { problem: listLinkProblems.addressMissing };
  const username = url.searchParams.get('username')?.trim();
  const password = url.searchParams.get('password');
  if (username && password) {
    const { hostname } = url;
    return { list: { host: readHost(hostname) ?? hostname, username, password } };
  }
  if (username) return { problem: listLinkProblems.passwordMissing };
  return { problem: password ? listLinkProblems.usernameMissing : listLinkProblems.bothMissing };
}
