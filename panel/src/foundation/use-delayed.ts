import { useEffect, useState } from 'react';

/**
 * Returns true after `on` has been true for `milliseconds`, so that quick answers do not flicker.
 */
export function useDelayed(on: boolean, milliseconds: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!on) {
      setElapsed(false);
      return undefined;
    }
    const timer = setTimeout(() => setElapsed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [on, milliseconds]);
  return on && hasElapsed;
}
