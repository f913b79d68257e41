import { useState } from 'react';

/** After this time the page shows what is being prepared, instead of the form. */
const SLOW_MS = 5_000;

/** Runs one act at a time, and reports an act that takes long. */
export function useSlowness(
  onSlow: (isSlow: boolean) => void,
): [isBusy: boolean, run: (act: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    const timer = setTimeout(() => onSlow(true), SLOW_MS);
    try {
      await act();
    } finally {
      clearTimeout(timer);
      onSlow(false);
      setBusy(false);
    }
  };
  return [busy, run];
}
