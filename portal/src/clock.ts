/** The server's time: a phone or a television whose clock is wrong still knows how long a code lasts. */
const WORTH_MENDING_MS = 60_000;

let aheadMs = 0;

/** From the Date of an answer, which knows whole seconds. */
export function setServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < WORTH_MENDING_MS ? 0 : ahead;
}

export const now = (): Date => new Date(Date.now() + aheadMs);
