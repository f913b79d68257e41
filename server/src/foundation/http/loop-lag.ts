/** Measures the delay of the event loop, for requests that must not wait behind a flood. */

const TICK_MS = 20;
const LATE_MS = 200;

interface LoopLag {
  readonly isLate: () => boolean;
  readonly stop: () => void;
}

/**
 * Measures the delay of the event loop. `isLate` considers the last tick, and the tick that is due
 * while a long task blocks the loop.
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
