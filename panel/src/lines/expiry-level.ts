import type { Line } from './line.ts';

const TEST_WARNING_MS = 3_600_000;

/**
 * Returns the warning level of a line's expiry. A test has the highest level only in its last hour,
 * because tests are shorter than the periods of the server's field `expiring`.
 */
export function expiryLevel(
  { isTrial, expiresAt, expiring }: Pick<Line, 'isTrial' | 'expiresAt' | 'expiring'>,
  now: Date,
): Line['expiring'] | 'test' {
  if (!isTrial) return expiring;
  return expiresAt.getTime() - now.getTime() <= TEST_WARNING_MS ? 2 : 'test';
}
