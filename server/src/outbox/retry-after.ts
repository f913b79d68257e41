/**
 * How long the other side asks to be left alone, by its Retry-After: so many seconds, or a date. Never longer than
 * the most; the usual where it says nothing that lies ahead.
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
  const asked = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return asked > 0 ? Math.min(asked, mostMs) : usualMs;
}
