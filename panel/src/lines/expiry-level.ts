import type { Line } from './line.ts';

const TEST_WARNING_MS = 3_600_000;

/**
 * Returns the warning level for the expiry of a line. The server's field `expiring` counts in days,
 * but a test lasts only hours. A test therefore has the highest level only in its last hour.
 */
export function expiryLevel(
  { isTrial, expiresAt, expiring }: Pick<Line, 'isTrial' | 'expiresAt' | 'expiring'>,
  now: Date,
): Line['expiring'] | 'test' {
  if (!isTrial) return expiring;
  return expiresAt.getTime() - now.getTime() <= TEST_WARNING_MS ? 2 : 'test';
}
