/** What a quick test is asked with: who it is for and how long it runs (S-DASH-16, S-DASH-17). */
import { phoneDigits } from '@ramal/contract/rules/phone';
import { DEFAULT_TEST_HOURS, TEST_HOURS } from '@ramal/contract/rules/terms';

export interface QuickDraft {
  readonly note: string;
  readonly hours: number;
}

export const freshQuickDraft: QuickDraft = { note: '', hours: DEFAULT_TEST_HOURS };

export const hourOptions = TEST_HOURS.map((hours) => ({
  value: String(hours),
  label: `${hours} h`,
}));

export const inHours = (hours: number): string => `${hours} ${hours === 1 ? 'hora' : 'horas'}`;

/** Digits that a WhatsApp number has at least, with its area code. */
const SHORTEST_NUMBER = 10;

/** One field takes a customer's name or number: the first is the note, the second the WhatsApp. */
export function readRecipient(written: string): { note: string; whatsapp: string } {
  const digits = phoneDigits(written)?.replace('+', '') ?? '';
  return digits.length >= SHORTEST_NUMBER
    ? { note: '', whatsapp: written.trim() }
    : { note: written, whatsapp: '' };
}
