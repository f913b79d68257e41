/**
 * A WhatsApp number as a person writes it becomes digits with the country code (Q-PHONE). The library
 * that knows every country's numbers is large, so both sides load it themselves: the server at its
 * start, the panel with the first field. Until then any 8 to 15 digits pass.
 */
export type PhoneReading =
  | { readonly number: string; readonly problem?: undefined }
  /** Says in Portuguese how to write it. */
  | { readonly number?: undefined; readonly problem: string };

export type PhoneReader = (written: string) => PhoneReading;

/** What people put between digits, and the invisible marks that come along when a number is copied. */
const between = /[\s().\-/\p{Pd}\p{Cf}]/gu;

/** Digits, with a plus only in front; undefined where letters or other signs stand between them. */
export function phoneDigits(written: string): string | undefined {
  const digits = written.replace(between, '');
  return /^\+?\d*$/.test(digits) ? digits : undefined;
}

export const phoneProblems = {
  malformed: 'O campo WhatsApp não esta no formato correto.',
  areaCodeMissing: 'Falta o DDD: escreva como (11) 95555-0142.',
  ninthDigitMissing: 'Falta o 9 depois do DDD: escreva como (11) 95555-0142.',
  withCountryCode: (example: string) =>
    `O campo WhatsApp não esta no formato correto. Escreva como ${example}, ou com + e o código do país.`,
} as const;

const readPlain: PhoneReader = (written) => {
  const digits = phoneDigits(written)?.replace('+', '');
  return digits && digits.length >= 8 && digits.length <= 15
    ? { number: digits }
    : { problem: phoneProblems.malformed };
};

let reader: PhoneReader = readPlain;

export function setPhoneReader(next: PhoneReader): void {
  reader = next;
}

/** Reads a number that is neither blank nor 0. */
export const readPhone: PhoneReader = (written) => reader(written);

/** Fewer digits stand in nearly every number. */
const FEWEST_SEARCHED = 4;

/** The digits of a search that looks like a number, as numbers are stored; what has a slash is a date. */
export function phoneSearchDigits(search: string): string | undefined {
  if (search.includes('/')) return undefined;
  const digits = phoneDigits(search)?.replace(/^(\+|0+(?=\d))/, '');
  return digits && digits.length >= FEWEST_SEARCHED ? digits : undefined;
}
