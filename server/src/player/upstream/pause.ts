import { setTimeout as delay } from 'node:timers/promises';

/** Waits for this long or until the signal aborts, whichever comes first. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  ms <= 0 ? Promise.resolve() : delay(ms, undefined, { signal }).catch(() => {});
