/**
 * Calculates the part of a paid renewal that a reversal undoes. Refunds, chargebacks, undo and
 * admin reversals use this rule. Source: Q-REFUNDDAYS.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { getPlanTerm } from '@ramal/contract/rules/plans';
import type { Charge } from '../charges.sql.ts';

/** Days and hundredths of credits of a renewal. */
export interface RenewalPart {
  readonly days: number;
  readonly credits: number;
}

type PaidRenewal = Pick<
  Charge,
  'months' | 'credits' | 'renewedUntil' | 'undoneDays' | 'undoneCredits' | 'givenDays' | 'bonusDays'
>;

/**
 * Returns the part that a settlement delivers: the whole plan with its added days, or the undone part
 * after its money was received again.
 */
export const givenPart = ({
  months,
  credits,
  undoneDays,
  undoneCredits,
  givenDays,
  bonusDays,
}: Omit<PaidRenewal, 'renewedUntil'>): RenewalPart => ({
  days: undoneDays ?? givenDays ?? getPlanTerm(months!).days + bonusDays,
  credits: undoneCredits ?? credits,
});

/**
 * Returns the unused whole days of a renewal, with their credits rounded down to hundredths. The
 * renewal covers the days before `renewedUntil`; a line that expires earlier has fewer unused days.
 * A deleted line loses its days without a refund of credits.
 */
export function unusedPart(
  charge: PaidRenewal,
  line: { readonly expiresAt: Date; readonly deletedAt: Date | null },
  now: Date,
): RenewalPart {
  const granted = givenPart(charge);
  const end = Math.min(line.expiresAt.getTime(), (charge.renewedUntil ?? line.expiresAt).getTime());
  const left = Math.floor((end - now.getTime()) / DAY_MS);
  const days = Math.max(0, Math.min(granted.days, left));
  if (days === 0 || line.deletedAt) return { days, credits: 0 };
  return { days, credits: Math.floor((granted.credits * days) / granted.days) };
}
