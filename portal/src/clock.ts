/**
 * Time of the server, so that the remaining time of a code is right on a device with a wrong clock.
 * Smaller differences than this are ignored.
 */
const WORTH_MENDING_MS = 60_000;

let aheadMs = 0;

/** Reads the time from the Date header of a response, which contains whole seconds. */
export function setServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < WORTH_MENDING_MS ? 0 : ahead;
}

export const now = (): Date => new Date(Date.now() + aheadMs);
