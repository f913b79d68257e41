/** A customer's number: stored as digits, formatted for display, and opened in WhatsApp. */
import { readPhone } from '@ramal/contract/rules/phone';

export const onlyDigits = (text: string): string => text.replace(/\D/g, '');

/** Formats a stored number: `+55 (11) 95555-0142`, or `+51912345678` for other countries. */
export function formatNumber(number: string): string {
  const parts = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  return parts ? `+55 (${parts[1]}) ${parts[2]}-${parts[3]}` : `+${number}`;
}

/**
 * Converts a stored number to the text of a field. Without the plus, the Peruvian number
 * `51912345678` would be parsed as a number of Porto Alegre.
 */
export const storedToTyped = (number: string | null): string => (number ? `+${number}` : '');

/**
 * Maximum length of a phone field. It is long, because links to WhatsApp with a message can be
 * pasted.
 */
export const MAX_PHONE_LENGTH = 500;

/** Returns the problem of an optional number (Q-PHONE). */
export const typedProblem = (typed: string): string | undefined =>
  typed.trim() === '' ? undefined : readPhone(typed).problem;

/** True if the text is a valid number. False until the data of the country is loaded. */
export const isNumber = (typed: string): boolean =>
  typed.trim() !== '' && typedProblem(typed) === undefined;

/**
 * Opens WhatsApp with a stored number. Must be called in the click handler, because a browser
 * blocks windows that open later.
 */
export function openWhatsApp(number: string, text: string): void {
  window.open(
    `https://wa.me/${number}?text=${encodeURIComponent(text)}`,
    '_blank',
    'noopener,noreferrer',
  );
}

/** Opens WhatsApp without a recipient, because the number of the credit seller is unknown here. */
export const requestCredits = (): void =>
  openWhatsApp('', 'Olá! Preciso de uma recarga de créditos.');
