/** A customer's number: kept as digits, shown so that a person can check it, opened in WhatsApp. */
import { readPhone } from '@ramal/contract/rules/phone';

export const onlyDigits = (text: string): string => text.replace(/\D/g, '');

/** A stored number: `+55 (11) 95555-0142`; of other countries `+51912345678`. */
export function formatNumber(number: string): string {
  const parts = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  return parts ? `+55 (${parts[1]}) ${parts[2]}-${parts[3]}` : `+${number}`;
}

/** A stored number as a field takes it. Without the plus a Peruvian `51912345678` is read as of Porto Alegre. */
export const storedToTyped = (number: string | null): string => (number ? `+${number}` : '');

/** Longest text of a field: links to WhatsApp with a message are pasted too. */
export const LONGEST_PHONE = 500;

/** Problem of a number that may be left out (Q-PHONE). */
export const typedProblem = (typed: string): string | undefined =>
  typed.trim() === '' ? undefined : readPhone(typed).problem;

/** False until the numbers of the country are loaded. */
export const isNumber = (typed: string): boolean =>
  typed.trim() !== '' && typedProblem(typed) === undefined;

/** Takes a stored number. Must be called by the click itself: a browser stops windows that open later. */
export function openWhatsApp(number: string, text: string): void {
  window.open(
    `https://wa.me/${number}?text=${encodeURIComponent(text)}`,
    '_blank',
    'noopener,noreferrer',
  );
}

/** Whom it goes to is chosen in WhatsApp: the seller of one's credits has no number here. */
export const requestCredits = (): void =>
  openWhatsApp('', 'Olá! Preciso de uma recarga de créditos.');
