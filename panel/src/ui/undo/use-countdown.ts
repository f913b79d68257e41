import { UNDO_ACCEPTED_MS, UNDO_SHOWN_MS } from '@ramal/contract/undo';
import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;
const SHOWN_S = UNDO_SHOWN_MS / SECOND_MS;
/** The server rejects the undo after this time, so that a longer pause would offer nothing. */
const LATEST_MS = UNDO_ACCEPTED_MS - SECOND_MS;

interface Countdown {
  /** Seconds that are left; 0 if the undo has expired. */
  readonly seconds: number;
  readonly total: number;
}

/** Counts the seconds in which a screen offers the undo. A pause stops the count. */
export function useCountdown(startedAt: number, isPaused: boolean): Countdown {
  const [seconds, setSeconds] = useState(() => secondsToShow(startedAt));
  useEffect(() => {
    const timer = setInterval(() => {
      const isLate = Date.now() - startedAt >= LATEST_MS;
      setSeconds((left) => (isLate ? 0 : isPaused ? left : Math.max(left - 1, 0)));
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [startedAt, isPaused]);
  return { seconds, total: SHOWN_S };
}

/** Fewer seconds are left if the screen opened later than the act. */
function secondsToShow(startedAt: number): number {
  const left = Math.floor((startedAt + LATEST_MS - Date.now()) / SECOND_MS);
  return Math.max(0, Math.min(SHOWN_S, left));
}
