/** Values of a quick test: the customer and the duration (S-DASH-16, S-DASH-17). */
import { parseWrittenPhone } from '@ramal/contract/rules/phone';
import { DEFAULT_TEST_HOURS, TEST_HOURS } from '@ramal/contract/rules/terms';
import { NUMBER_IN_TEXT } from '../../lines/sell/recipient.ts';

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

const SHARED = /^#para=(.+)$/;

/**
 * Returns the text that another app shared with the panel. The service worker puts this text after
 * the `#` of the address. If the text contains a number, returns only the number. Otherwise «Fulano
 * +55 11 …» would become the name.
 */
export function sharedText(): string | undefined {
  const sharedText = SHARED.exec(location.hash)?.[1];
  if (sharedText === undefined) return undefined;
  const text = decodeURIComponent(sharedText).trim();
  if (parseWrittenPhone(text)) return text;
  return NUMBER_IN_TEXT.exec(text)?.[0] ?? text;
}

/** Removes the shared text from the address, so that it is used only once. */
export function clearSharedText(): void {
  if (SHARED.test(location.hash))
    history.replaceState(history.state, '', location.pathname + location.search);
}
