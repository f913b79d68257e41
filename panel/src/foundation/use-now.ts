import { useEffect, useState } from 'react';

/**
 * Returns the current time, updated every 30 s. Texts such as «em 20 min» and the expiry in a
 * summary stay correct.
 */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
