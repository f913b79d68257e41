import { useEffect, useState } from 'react';

/** The second tap of two comes within it, where the first has just opened something under the finger. */
const SECOND_TAP_MS = 350;

/** False for a moment after it is `opened`. */
export function useSettled(opened = true): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const settles = setTimeout(() => setSettled(true), SECOND_TAP_MS);
    return () => {
      clearTimeout(settles);
      setSettled(false);
    };
  }, [opened]);
  return isSettled;
}
