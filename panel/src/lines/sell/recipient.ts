/** Parses the field of the home screen that accepts a name, a number or both. */
import { parseWrittenPhone, PHONE_DATA_MISSING, readPhone } from '@ramal/contract/rules/phone';

export interface Recipient {
  readonly note: string;
  readonly whatsapp: string;
}

/** Minimum number of digits of a WhatsApp number, including the area code. */
const MIN_NUMBER_LENGTH = 10;

/** Number inside a text: at least ten digits with the separators that people write. */
export const NUMBER_IN_TEXT = /(?:\+|\()?\d[\d\s().-]{8,}\d/;

const LINK = /https?:\/\/\S*/g;

/**
 * Splits «Cláudia Reis 11955550163» into name and number. A name becomes the note. Digits that are
 * no valid number stay in the note, so that no part of the text is lost.
 */
export function readRecipient(written: string): Recipient {
  const text = written.trim();
  if (countDigits(text) >= MIN_NUMBER_LENGTH) return { note: '', whatsapp: text };
  const number = NUMBER_IN_TEXT.exec(text)?.[0].trim();
  if (!number || countDigits(number) < MIN_NUMBER_LENGTH) return { note: text, whatsapp: '' };
  const reading = readPhone(number);
  // A foreign number may be valid, although its data is not loaded yet.
  if (reading.number === undefined && reading.problem !== PHONE_DATA_MISSING)
    return { note: text, whatsapp: '' };
  const name = text.replace(number, ' ').replace(LINK, ' ').replace(/\s+/g, ' ');
  return { note: name.replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, ''), whatsapp: number };
}

const countDigits = (text: string): number => parseWrittenPhone(text)?.digits.length ?? 0;
