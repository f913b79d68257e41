/**
 * Calculates the time of the next read of a charge, if neither a notice nor an open page causes an
 * earlier one.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import type { Charge } from './charges.sql.ts';

type CheckedCharge = Pick<Charge, 'expiresAt' | 'paidAt' | 'authorizationId' | 'pixCode' | 'state'>;

/** Days after a payment on which its state at the provider is read for refunds and disputes. */
const DISPUTE_DAYS = [1, 3, 7, 11, 18, 30, 45, 60, 90, 120, 150, 180];

/** Interval between the reads of a charge that the customer's bank debits days later. */
const AUTOMATIC_MS = 2 * HOUR_MS;

/** True for a month's debit: no customer waits for it. A first payment expires within the hour. */
const isAutomaticDebit = (
  { authorizationId, pixCode, expiresAt }: CheckedCharge,
  now: Date,
): boolean =>
  authorizationId !== null && (pixCode === null || expiresAt.getTime() - now.getTime() > DAY_MS);

/**
 * Returns the time of the next read; null if no read remains. An unpaid charge is read every two
 * minutes until 15 minutes after its expiry, then hourly until a day after it. The last read is two
 * days after the expiry. An unpaid automatic debit is read every two hours until a day after its
 * expiry.
 */
export function nextCheck(charge: CheckedCharge, now: Date): Date | null {
  const { expiresAt, paidAt } = charge;
  if (paidAt) {
    const next = DISPUTE_DAYS.map((days) => paidAt.getTime() + days * DAY_MS).find(
      (at) => at > now.getTime(),
    );
    return next === undefined ? null : new Date(next);
  }
  const over = now.getTime() - expiresAt.getTime();
  if (isAutomaticDebit(charge, now))
    return over < DAY_MS && charge.state !== 'cancelled'
      ? new Date(now.getTime() + AUTOMATIC_MS)
      : null;
  if (over < 15 * MINUTE_MS) return new Date(now.getTime() + 2 * MINUTE_MS);
  if (over < DAY_MS) return new Date(now.getTime() + HOUR_MS);
  return over < 2 * DAY_MS ? new Date(expiresAt.getTime() + 2 * DAY_MS) : null;
}
