/**
 * WhatsApp number of a visitor. Brazilian numbers are read here. The data of all countries is large,
 * so it is loaded only for a number of another country.
 */
import { findBrazilianProblem, readBrazilian } from '@ramal/contract/rules/phones/brazilian-phones';
import {
  parseWrittenPhone,
  PHONE_DATA_MISSING,
  phoneProblems,
  type PhoneReading,
} from '@ramal/contract/rules/phone';

export interface TypedPhone {
  /** Calling code of the chosen country; empty if the visitor types it. */
  readonly code: string;
  readonly text: string;
}

export const BRAZIL = '55';

/** Countries that visitors choose most, by calling code. */
export const countries: readonly (readonly [code: string, name: string])[] = [
  [BRAZIL, 'Brasil'],
  ['351', 'Portugal'],
  ['1', 'Estados Unidos'],
  ['54', 'Argentina'],
  ['595', 'Paraguai'],
  ['598', 'Uruguai'],
  ['34', 'Espanha'],
  ['44', 'Reino Unido'],
  ['81', 'Japão'],
  ['', 'Outro país'],
];

export async function readVisitorPhone({ code, text }: TypedPhone): Promise<PhoneReading> {
  const isWhole = code === BRAZIL || /^\s*(?:\+|00)/.test(text);
  const written = isWhole ? text : `+${code}${text}`;
  const phone = parseWrittenPhone(written);
  if (!phone) return { problem: code === BRAZIL ? phoneProblems.malformed : phoneProblems.abroad };
  const number = readBrazilian(phone);
  if (number !== undefined) return { number };
  if (phone.prefix === undefined) return { problem: findBrazilianProblem(phone) };
  try {
    const { phoneReaderFor } = await import('@ramal/contract/rules/phone-numbers');
    return phoneReaderFor('BR')(written);
  } catch {
    return { problem: PHONE_DATA_MISSING };
  }
}

/** Shows the digits of a Brazilian number with its mask: `(11) 95555-0142`. */
export function maskBrazilian(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 11);
  const [area, first, last] = [digits.slice(0, 2), digits.slice(2, -4), digits.slice(-4)];
  if (digits.length < 3) return digits;
  if (digits.length < 7) return `(${area}) ${digits.slice(2)}`;
  return `(${area}) ${first}-${last}`;
}

/** Shows a stored number: `+55 (11) 95555-0142`. */
export const formatPhone = (number: string): string =>
  number.startsWith(BRAZIL) ? `+55 ${maskBrazilian(number.slice(2))}` : `+${number}`;

export const toTypedPhone = (number: string | undefined): TypedPhone =>
  number === undefined || number.startsWith(BRAZIL)
    ? { code: BRAZIL, text: maskBrazilian(number?.slice(2) ?? '') }
    : { code: '', text: number };
