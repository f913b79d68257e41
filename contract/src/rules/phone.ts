/**
 * Converts a WhatsApp number as people write it to digits with the country code (Q-PHONE,
 * Q-PHONEPREFIX). The library that knows the numbers of all countries is large, so it is loaded
 * separately. The server loads it at its start. A panel in Brazil loads it for the first number that
 * is not Brazilian. No number is accepted before a reader is set.
 */
export type PhoneReading =
  | { readonly number: string; readonly problem?: undefined }
  /** Portuguese text that shows the right form. */
  | { readonly number?: undefined; readonly problem: string };

export type PhoneReader = (written: string) => PhoneReading;

const EXAMPLE = '(11) 95555-0142';

export const phoneProblems = {
  malformed: `O campo WhatsApp não esta no formato correto. Escreva como ${EXAMPLE}.`,
  areaCodeMissing: `Falta o DDD: escreva como ${EXAMPLE}.`,
  ninthDigitMissing: `Falta o 9 depois do DDD: escreva como ${EXAMPLE}.`,
  countryCodeTwice: `O 55 está repetido: escreva como +55 ${EXAMPLE}.`,
  withCountryCode: `O campo WhatsApp não esta no formato correto. Escreva como ${EXAMPLE}, ou com + e o código do país, como +351 912 345 678.`,
  /** Error text for numbers of other countries. */
  abroad:
    'O campo WhatsApp não esta no formato correto. Escreva com + e o código do país, como +351 912 345 678.',
} as const;

/** Error text while the library is not loaded. The number itself may be right. */
export const PHONE_DATA_MISSING =
  'O número ainda não pôde ser conferido. Confira a conexão e tente de novo.';

let reader: PhoneReader | undefined;

/** Sets the parser of the operator's country. Undefined removes the parser. */
export function setPhoneReader(next: PhoneReader | undefined): void {
  reader = next;
}

export const isPhoneReaderLoaded = (): boolean => reader !== undefined;

/** Parses a number that is neither blank nor 0. */
export const readPhone: PhoneReader = (written) =>
  reader ? reader(written) : { problem: PHONE_DATA_MISSING };

/** Digits of a number as it was written. */
export interface WrittenPhone {
  readonly digits: string;
  /** Characters that announce a country code. The number in a link has the prefix `+`. */
  readonly prefix?: '+' | '00';
  /**
   * True if the area code is written as `(00)`. These zeros are not the prefix of a foreign number.
   */
  readonly isAreaCodeZero: boolean;
}

/** Characters between digits, and invisible characters from copying. */
const separators = /[\s().\-/\p{Pd}\p{Cf}]/gu;
const LINK =
  /^(?:(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?(?:.*&)?phone=|web\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)|whatsapp:\/\/send\/?\?(?:.*&)?phone=|tel:)(?:\+|%2B)?([\d().\s-]+)(?:[/?&#;].*)?$/iu;
/**
 * Words that people write next to a number. A text with any other word is not a number, but for
 * example a name.
 */
const LABEL =
  'zap|zapzap|whats|whatsapp|wpp|tel|telefone|fone|cel|celular|contato|n[uú]mero|n[º°o]';
const bracketedWord = /\([^()\d]*\p{L}[^()\d]*\)/gu;
const labelBefore = new RegExp(`^(?:${LABEL})[\\s:.]+(?=[+(\\d])`, 'iu');
const labelAfter = new RegExp(`(?<=\\d)[\\s,-]+(?:${LABEL})\\.?$`, 'iu');
/** Matches the prefix `0xx` of `0xx11`. The letters `xx` represent the code of a carrier. */
const carrier = /^\(?0\s*xx\s*\(?(?=\d)/i;

/**
 * Returns undefined if letters or other characters are between the digits. This is checked before
 * separators are removed.
 */
export function parseWrittenPhone(written: string): WrittenPhone | undefined {
  const plain = written.replace(/\p{Cf}/gu, '').trim();
  const linked = LINK.exec(plain)?.[1]?.replace(separators, '');
  if (linked) return { digits: linked, prefix: '+', isAreaCodeZero: false };
  const numeral = plain
    .replace(bracketedWord, ' ')
    .trim()
    .replace(labelBefore, '')
    .replace(labelAfter, '')
    .replace(carrier, '0');
  const digits = numeral.replace(separators, '');
  if (!/^\+?\d+$/.test(digits)) return undefined;
  const isAreaCodeZero = /^\+?(?:55)?\s*\(\s*00/.test(numeral);
  if (digits.startsWith('+')) return { digits: digits.slice(1), prefix: '+', isAreaCodeZero };
  if (digits.startsWith('00') && !numeral.startsWith('('))
    return { digits: digits.slice(2), prefix: '00', isAreaCodeZero };
  return { digits, isAreaCodeZero };
}

/** Minimum number of digits of a search; fewer digits are in nearly every number. */
const MIN_SEARCHED_DIGITS = 4;

/**
 * Returns the digits of a search that looks like a number, in the stored form. Undefined for other
 * text, and for a text with a slash that is not a link, because it is a date.
 */
export function phoneSearchDigits(search: string): string | undefined {
  const written = parseWrittenPhone(search);
  if (!written || (search.includes('/') && !LINK.test(search.trim()))) return undefined;
  const digits = reader?.(search).number ?? written.digits.replace(/^0+(?=\d)/, '');
  return digits.length >= MIN_SEARCHED_DIGITS ? digits : undefined;
}
