import { useEffect, useState } from 'react';

/** The time of the screen, moved on every half minute: «em 20 min» and a summary's expiry stay true. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
