/** WhatsApp numbers of the operator's country; the data of all countries arrives with the first field. */
import { setPhoneReader } from '@ramal/contract/rules/phone';
import { useEffect, useState } from 'react';

let country = 'BR';
let loading: Promise<void> | undefined;

export function setOfficeCountry(next: string): void {
  if (next === country) return;
  country = next;
  loading = undefined;
}

/** Without the data the server still reads every number. */
export function loadPhoneNumbers(): Promise<void> {
  loading ??= import('@ramal/contract/rules/phone-numbers').then(({ phoneReaderFor }) =>
    setPhoneReader(phoneReaderFor(country)),
  );
  return loading;
}

/** Draws again when numbers can be read. */
export function usePhoneNumbers(): void {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    loadPhoneNumbers().then(
      () => setLoaded(true),
      () => {
        loading = undefined;
      },
    );
  }, []);
}
