/**
 * Returns the pause that a Retry-After header requests, in seconds or as a date, but at most
 * `mostMs`. Returns `usualMs` if the header is absent or names no future time.
 */
export function retryAfterMs(
  retryAfter: string | undefined,
  {
    now,
    usualMs,
    mostMs,
  }: { readonly now: Date; readonly usualMs: number; readonly mostMs: number },
): number {
  const text = retryAfter?.trim() ?? '';
  const requestedMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return requestedMs > 0 ? Math.min(requestedMs, mostMs) : usualMs;
}
