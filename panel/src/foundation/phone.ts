/**
 * Parses phone numbers of the operator's country. In Brazil, the data of all countries is loaded
 * for a number that is not Brazilian. In other countries it is loaded when a screen with a phone
 * field is idle. A submit loads it at the latest (Q-PHONEPREFIX).
 */
import { isPhoneReaderLoaded, setPhoneReader } from '@ramal/contract/rules/phone';
import { isPerhapsForeign, readInBrazil } from '@ramal/contract/rules/phones/brazilian-phones';
import { useEffect, useId, useState } from 'react';
import { useIdle } from './lazy-component.tsx';
import { getPanelCountry, onPanelCountryChange } from './panel-country.ts';

let loading: Promise<void> | undefined;
let hasAllCountries = false;
/** Texts of the phone fields on the screen, by field. */
const texts = new Map<string, string>();

/** Loads the chunk with the data of all countries. Tests delay it or let it fail. */
export const phoneData = { load: () => import('@ramal/contract/rules/phone-numbers') };

function resetReader(): void {
  loading = undefined;
  hasAllCountries = false;
  setPhoneReader(getPanelCountry() === 'BR' ? readInBrazil : undefined);
}

resetReader();
onPanelCountryChange(resetReader);

/** Rejects if the data cannot be fetched; the next call tries again. */
function loadPhoneNumbers(): Promise<void> {
  loading ??= fetchReader(getPanelCountry()).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchReader(wanted: string): Promise<void> {
  const { phoneReaderFor } = await phoneData.load();
  // If the profile has set another country in the meantime, its data is loaded instead.
  if (wanted !== getPanelCountry()) return loadPhoneNumbers();
  setPhoneReader(phoneReaderFor(wanted));
  hasAllCountries = true;
}

/** True if this text can only be parsed with the data of all countries, which is not loaded. */
const needsData = (text: string): boolean =>
  !hasAllCountries && (getPanelCountry() !== 'BR' || isPerhapsForeign(text));

/**
 * Waits for the data that the texts of the phone fields need. Returns undefined if they need none.
 * The returned promise never rejects: without the data, validation rejects the number and states
 * the reason.
 */
export function awaitPhoneNumbers(): Promise<void> | undefined {
  return [...texts.values()].some(needsData)
    ? loadPhoneNumbers().catch(() => undefined)
    : undefined;
}

/**
 * Returns true if numbers of the operator's country can be parsed. Loads the data that the text of
 * this field needs. The component renders again when the data arrives.
 */
export function usePhoneNumbers(text: string): boolean {
  const [, draw] = useState(0);
  const idle = useIdle();
  const field = useId();
  useEffect(() => {
    texts.set(field, text);
    return () => void texts.delete(field);
  }, [field, text]);
  const isMissing = idle && needsData(text);
  useEffect(() => {
    if (!isMissing) return;
    loadPhoneNumbers().then(
      () => draw((times) => times + 1),
      () => undefined,
    );
  }, [isMissing]);
  return isPhoneReaderLoaded();
}
