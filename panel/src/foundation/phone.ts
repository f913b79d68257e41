/**
 * Parses phone numbers of the operator's country. The data of all countries is loaded when a screen
 * with a phone field is idle. A submit loads the data at the latest (Q-PHONEPREFIX).
 */
import { isPhoneReaderLoaded, setPhoneReader } from '@ramal/contract/rules/phone';
import { useEffect, useState } from 'react';
import { useIdle } from './lazy-component.tsx';
import { getPanelCountry, onPanelCountryChange } from './panel-country.ts';

let loading: Promise<void> | undefined;
/** Number of phone fields on the screen. */
let fields = 0;

/** Loads the chunk with the data of all countries. Tests delay it or let it fail. */
export const phoneData = { load: () => import('@ramal/contract/rules/phone-numbers') };

onPanelCountryChange(() => {
  loading = undefined;
  setPhoneReader(undefined);
});

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
}

/**
 * Waits for the data that phone fields need. Returns undefined if the screen has no phone field or
 * the data is loaded. The returned promise never rejects: without the data, validation rejects
 * every number and states the reason.
 */
export function awaitPhoneNumbers(): Promise<void> | undefined {
  if (fields === 0 || isPhoneReaderLoaded()) return undefined;
  return loadPhoneNumbers().catch(() => undefined);
}

/**
 * Returns true if the data to parse numbers is loaded. The component renders again when the data
 * arrives.
 */
export function usePhoneNumbers(): boolean {
  const [, draw] = useState(0);
  const idle = useIdle();
  useEffect(() => {
    fields += 1;
    return () => {
      fields -= 1;
    };
  }, []);
  useEffect(() => {
    if (!idle) return;
    loadPhoneNumbers().then(
      () => draw((times) => times + 1),
      () => undefined,
    );
  }, [idle]);
  return isPhoneReaderLoaded();
}
