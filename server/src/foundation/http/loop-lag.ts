/** Measures the delay of the event loop, so that the server can reject calls during an overload. */

const TICK_MS = 20;
const LATE_MS = 200;

interface LoopLag {
  readonly isLate: () => boolean;
  readonly stop: () => void;
}

/**
 * Measures the delay of the event loop. `isLate` uses the delay of the last tick. While a long task
 * blocks the loop, it also uses the delay of the tick that is already due.
 */
export function measureLoopLag(now: () => number = () => performance.now()): LoopLag {
  let tickedAt = now();
  let lag = 0;
  const timer = setInterval(() => {
    lag = now() - tickedAt - TICK_MS;
    tickedAt = now();
  }, TICK_MS).unref();
  return {
    isLate: () => Math.max(lag, now() - tickedAt - TICK_MS) > LATE_MS,
    stop: () => clearInterval(timer),
  };
}
