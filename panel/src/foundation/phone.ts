/** WhatsApp numbers of the operator's country; the data of all countries comes once a screen with a field rests. */
import { setPhoneReader } from '@ramal/contract/rules/phone';
import { useEffect, useState } from 'react';
import { useIdle } from './lazy-component.tsx';

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
  const idle = useIdle();
  useEffect(() => {
    if (!idle) return;
    loadPhoneNumbers().then(
      () => setLoaded(true),
      () => {
        loading = undefined;
      },
    );
  }, [idle]);
}
