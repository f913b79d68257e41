/**
 * Numbers of the operator's country. The data of all countries is loaded once a screen with a field rests,
 * and at the latest by the press that needs it (Q-PHONEPREFIX).
 */
import { isPhoneReaderLoaded, setPhoneReader } from '@ramal/contract/rules/phone';
import { useEffect, useState } from 'react';
import { useIdle } from './lazy-component.tsx';
import { officeCountry, onOfficeCountryChange } from './office-country.ts';

let loading: Promise<void> | undefined;
/** Number of fields on the screen. */
let fields = 0;

/** The chunk of the countries; tests delay it and let it fail. */
export const phoneData = { load: () => import('@ramal/contract/rules/phone-numbers') };

onOfficeCountryChange(() => {
  loading = undefined;
  setPhoneReader(undefined);
});

/** Rejects if the data cannot be fetched; the next call tries again. */
function loadPhoneNumbers(): Promise<void> {
  loading ??= fetchReader(officeCountry()).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchReader(wanted: string): Promise<void> {
  const { phoneReaderFor } = await phoneData.load();
  // The profile named another country in the meantime.
  if (wanted !== officeCountry()) return loadPhoneNumbers();
  setPhoneReader(phoneReaderFor(wanted));
}

/**
 * Undefined if no number on the screen waits for its data. Else a promise that never rejects: without the
 * data every number is refused with a text that says so.
 */
export function awaitPhoneNumbers(): Promise<void> | undefined {
  if (fields === 0 || isPhoneReaderLoaded()) return undefined;
  return loadPhoneNumbers().catch(() => undefined);
}

/** True, and draws again, once numbers can be read as of their country. */
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
