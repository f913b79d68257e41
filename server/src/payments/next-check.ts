/** When a charge is looked at again, if neither a notice nor an open page did before. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import type { Charge } from './charges.sql.ts';

type CheckedCharge = Pick<Charge, 'expiresAt' | 'paidAt'>;

/** Days after a payment on which the provider is asked whether the money went back, or returned. */
const DISPUTE_DAYS = [1, 3, 7, 11, 18, 30, 45, 60, 90, 120, 150, 180];

/** Open ones every other minute until a while after their end, hourly for a day, once more a day later. */
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
