import { useEffect, useState } from 'react';

/**
 * Time in ms in which the second tap of a double tap arrives. The first tap may have opened another
 * element at the same position.
 */
const SECOND_TAP_MS = 350;

/** Returns false for SECOND_TAP_MS after `opened` becomes true. */
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
