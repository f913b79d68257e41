/**
 * Maximum difference between the clock of the device and the server's time that is ignored. A
 * larger difference is corrected, so that the remaining time of a code is right.
 */
const WORTH_MENDING_MS = 60_000;

let aheadMs = 0;

/** Reads the time from the Date header of a response, which contains whole seconds. */
export function setServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < WORTH_MENDING_MS ? 0 : ahead;
}

export const now = (): Date => new Date(Date.now() + aheadMs);
