import { useEffect, useState } from 'react';

/**
 * Returns true after `on` has been true for `milliseconds`, so that quick answers do not flicker.
 */
export function useDelayed(on: boolean, milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!on) {
      setOver(false);
      return undefined;
    }
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [on, milliseconds]);
  return on && isOver;
}
