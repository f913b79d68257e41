/**
 * Largest difference from the time of the server that is ignored. Larger differences are corrected,
 * so that a device with a wrong clock shows the right remaining time of a code.
 */
const WORTH_MENDING_MS = 60_000;

let aheadMs = 0;

/** Reads the time from the Date header of a response, which contains whole seconds. */
export function setServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < WORTH_MENDING_MS ? 0 : ahead;
}

export const now = (): Date => new Date(Date.now() + aheadMs);
