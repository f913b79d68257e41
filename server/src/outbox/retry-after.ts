/**
 * Returns the pause from a Retry-After header, which contains seconds or a date. It is never longer
 * than `mostMs`, and `usualMs` without a future time.
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
