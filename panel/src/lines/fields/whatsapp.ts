/** A customer's number: kept as digits, shown so that a person can check it, opened in WhatsApp. */
import { readPhone } from '@ramal/contract/rules/phone';

export const onlyDigits = (text: string): string => text.replace(/\D/g, '');

/** A stored number: `+55 (11) 95555-0142`; of other countries `+51912345678`. */
export function formatNumber(number: string): string {
  const found = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  return found ? `+55 (${found[1]}) ${found[2]}-${found[3]}` : `+${number}`;
}

/** A stored number as a field takes it. Without the plus a Peruvian `51912345678` is read as of Porto Alegre. */
export const storedToTyped = (number: string | null): string => (number ? `+${number}` : '');

/** Digits, with a plus only in front: the form a field keeps. */
export const phoneTyped = (text: string): string => text.replace(/(?!^\+)\D/g, '').slice(0, 18);

/** What is wrong with a number that may be left out, as far as is known; see `isNumber`. */
export const typedProblem = (typed: string): string | undefined =>
  typed === '' ? undefined : readPhone(typed).problem;

/** As far as is known before the data of all countries has arrived (Q-PHONE). */
export const isNumber = (typed: string): boolean =>
  typed !== '' && typedProblem(typed) === undefined;

/** Takes a stored number. Must be called by the click itself: a browser stops windows that open later. */
export function openWhatsApp(number: string, text: string): void {
  window.open(
    `https://wa.me/${number}?text=${encodeURIComponent(text)}`,
    '_blank',
    'noopener,noreferrer',
  );
}

/** Whom it goes to is chosen in WhatsApp: the seller of one's credits has no number here. */
export const askForCredits = (): void =>
  openWhatsApp('', 'Olá! Preciso de uma recarga de créditos.');
