/** WhatsApp numbers of the operator's country; the data of all countries comes once a screen with a field rests. */
import { setPhoneReader } from '@ramal/contract/rules/phone';
import { useEffect, useState } from 'react';
import { useIdle } from './lazy-component.tsx';

let country = 'BR';
let loading: Promise<void> | undefined;
let loaded = false;

export function setOfficeCountry(next: string): void {
  if (next === country) return;
  country = next;
  loading = undefined;
  loaded = false;
}

/** Without the data the server still reads every number. */
export function loadPhoneNumbers(): Promise<void> {
  loading ??= import('@ramal/contract/rules/phone-numbers').then(({ phoneReaderFor }) => {
    setPhoneReader(phoneReaderFor(country));
    loaded = true;
  });
  return loading;
}

/** True, and draws again, when numbers can be read as of their country. */
export function usePhoneNumbers(): boolean {
  const [isKnown, setKnown] = useState(loaded);
  const idle = useIdle();
  useEffect(() => {
    if (!idle) return;
    loadPhoneNumbers().then(
      () => setKnown(true),
      () => {
        loading = undefined;
      },
    );
  }, [idle]);
  return isKnown;
}
