/**
 * Calculates the time of the next read of a charge, if neither a notice nor an open page causes an
 * earlier one.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import type { Charge } from './charges.sql.ts';

type CheckedCharge = Pick<Charge, 'expiresAt' | 'paidAt'>;

/** Days after a payment on which its state at the provider is read for refunds and disputes. */
const DISPUTE_DAYS = [1, 3, 7, 11, 18, 30, 45, 60, 90, 120, 150, 180];

/**
 * For an open charge: every two minutes until some time after its expiry, hourly for a day, and
 * once more a day later. Null if no read remains.
 */
export function nextCheck({ expiresAt, paidAt }: CheckedCharge, now: Date): Date | null {
  if (paidAt) {
    const next = DISPUTE_DAYS.map((days) => paidAt.getTime() + days * DAY_MS).find(
      (at) => at > now.getTime(),
    );
    return next === undefined ? null : new Date(next);
  }
  const over = now.getTime() - expiresAt.getTime();
  if (over < 15 * MINUTE_MS) return new Date(now.getTime() + 2 * MINUTE_MS);
  if (over < DAY_MS) return new Date(now.getTime() + HOUR_MS);
  return over < 2 * DAY_MS ? new Date(expiresAt.getTime() + 2 * DAY_MS) : null;
}
