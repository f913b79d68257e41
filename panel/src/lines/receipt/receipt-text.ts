/**
 * Creates every text that is copied for a customer. The sections have this order: M3U8, X-CLOUD,
 * STB, WEB PLAYER, then the franchise's additions. The last text line is «APROVEITE!». Source:
 * Q-COPYTEXT, S-SHARED-06 to 08, M-19.
 */
import { pluralize } from '../../foundation/numbers.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { type Line, passwordShown } from '../line.ts';
import {
  type LinkRow,
  type LinkType,
  m3u8Rows,
  type Receipt,
  type ReceiptLinks,
} from './receipt.ts';

const CLOSING = 'APROVEITE!';

/** Access data of the customer, with the expiry. */
export type Access = Pick<
  Receipt,
  'username' | 'password' | 'expiresText' | 'isTrial' | 'testHours' | 'adultPassword'
>;

export const toAccess = (line: Line): Access => ({
  username: line.username,
  password: line.password,
  expiresText: formatDateTime(line.expiresAt),
  isTrial: line.isTrial,
});

/** Returns the text of «Copiar Simples»: only user, password and expiry. */
export const simpleText = (line: Access): string =>
  [
    `Usuário: ${line.username}`,
    `Senha: ${passwordShown(line)}`,
    `Vencimento: ${line.expiresText}`,
  ].join('\n');

/** Returns the text of «Copiar» for lines that are opened by addresses: access data and expiry. */
export const shortText = (line: Access): string => join([access(line)]);

/**
 * Returns the text of «Copiar Completo», and of «Copiar» for lines without addresses: all data and
 * the franchise's additions.
 */
export const completeText = (receipt: Receipt): string =>
  join([
    access(receipt),
    ...(receipt.links ? linkSections(receipt.links) : []),
    /https?:\/\//.test(receipt.franchise) ? titled('Links', receipt.franchise) : receipt.franchise,
  ]);

/** Returns the text of one link type (K-25), with the access data. */
export function linkText(receipt: Receipt, type: LinkType): string {
  if (type === 9 || !receipt.links) return completeText(receipt);
  return join([access(receipt), sectionOf(receipt.links, type)]);
}

function sectionOf(links: ReceiptLinks, type: Exclude<LinkType, 9>): string {
  switch (type) {
    case 1:
      return titled('Smarters', `DNS: ${links.smarters}`);
    case 2:
      return titled('Android', `DNS: ${links.smarters}\nLista: ${links.m3u8Short}`);
    case 4:
      return rows('SSIPTV', m3u8Rows(links).slice(4));
    case 5:
      return titled('STB', links.stb);
    case 6:
      return titled('WEB PLAYER', links.webPlayer);
    case 7:
      return titled('X-CLOUD', links.xCloud ?? '');
    case 8:
      return rows('Links M3U8', m3u8Rows(links));
  }
}

const linkSections = (links: ReceiptLinks): string[] => [
  rows('Links M3U8', m3u8Rows(links)),
  titled('X-CLOUD', links.xCloud ?? ''),
  titled('STB', links.stb),
  titled('WEB PLAYER', links.webPlayer),
  titled('Smarters', links.smarters),
];

const access = (line: Access): string =>
  [
    simpleText(line),
    ...validity(line),
    ...(line.adultPassword ? [`Senha do conteúdo adulto: ${line.adultPassword}`] : []),
  ].join('\n');

/**
 * Returns the text line with the duration of a test. It is part of the text even if there is no
 * other data (S-SHARED-08).
 */
function validity({ isTrial, testHours }: Access): string[] {
  return isTrial && testHours !== undefined
    ? [`Teste válido por ${pluralize(testHours, 'hora', 'horas')}`]
    : [];
}

/** Returns a section with its title, or nothing if its text is empty. */
const titled = (title: string, text: string): string =>
  text.trim() === '' ? '' : `${title}\n${text.trim()}`;

const rows = (title: string, list: readonly LinkRow[]): string =>
  titled(
    title,
    list
      .filter((row) => row.value !== '')
      .map((row) => `${row.label}: ${row.value}`)
      .join('\n'),
  );

const join = (sections: readonly string[]): string =>
  [...sections.filter((section) => section !== ''), CLOSING].join('\n\n');
