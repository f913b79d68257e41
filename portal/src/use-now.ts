import { useEffect, useState } from 'react';
import { now } from './clock.ts';

/** Returns the current time, updated every second. */
export function useNow(): Date {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = window.setInterval(() => setAt(now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return at;
}
