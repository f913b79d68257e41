/** The period that a caller selected, and the one before it. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { addDays, type Clock, localDay, startOfDay, unixSeconds } from '../../foundation/clock.ts';
import { monthsBefore, monthAt, startOf30Days, wholeMonth } from '../roll-up/periods.ts';
import type { AccountMoments, ClosedMonth } from './sums.sql.ts';

export interface SelectedPeriod {
  /** `30d` or yyyy-mm. */
  readonly key: string;
  readonly beforeKey: string;
  readonly from: Date;
  readonly until: Date;
  /** Month of receipts and costs, and the month before it. */
  readonly month: string;
  readonly monthBefore: string;
  readonly closedAt: Date | null;
  /** False for months that are not stored, such as future ones. */
  readonly isStored: boolean;
}

const LAST_30_DAYS = '30d';

/**
 * Selects a period by its key. The present is the account's last roll-up, because rows and sums
 * must be of the same time.
 */
export function selectPeriod(
  key: string,
  clock: Clock,
  moments: Pick<AccountMoments, 'at' | 'baseAt'>,
  closed: readonly ClosedMonth[],
): SelectedPeriod {
  const { timeZone } = clock;
  const now = moments.at ?? clock.now();
  const current = monthAt(now, timeZone);
  const monthKey = key === LAST_30_DAYS ? current.key : key;
  const first = startOfDay(`${monthKey}-01`, timeZone);
  const before = localDay(monthsBefore(first, 1, timeZone), timeZone).slice(0, 7);
  const closedAt =
    key === LAST_30_DAYS ? null : (closed.find(({ month }) => month === key)?.closedAt ?? null);
  const months = { month: monthKey, monthBefore: before, closedAt };
  if (key === LAST_30_DAYS)
    return {
      ...months,
      key,
      beforeKey: '30d-before',
      from: moments.baseAt ?? startOf30Days(now, timeZone),
      until: now,
      isStored: true,
    };
  return {
    ...months,
    key,
    beforeKey: before,
    from: first,
    until: key === current.key ? now : wholeMonth(first, timeZone).end,
    isStored: key === current.key || closedAt !== null,
  };
}

/** First and last day of the period. */
export const periodDays = ({ from, until }: SelectedPeriod, timeZone: string) => ({
  from: localDay(from, timeZone),
  until: localDay(new Date(until.getTime() - 1), timeZone),
});

export const periodAnswer = (period: SelectedPeriod, timeZone: string) => ({
  key: period.key,
  ...periodDays(period, timeZone),
  month: period.month,
  closedAtTimestamp: period.closedAt && unixSeconds(period.closedAt),
});

/** Returns the number of days until the account has 30 days of data. */
export function missingDays(firstAt: Date | null, now: Date): number {
  if (!firstAt) return 30;
  return Math.max(0, Math.ceil(30 - (now.getTime() - firstAt.getTime()) / DAY_MS));
}

/** Months up to the selected one, oldest first, as yyyy-mm. */
export function monthsUpTo(month: string, count: number): string[] {
  const [year, number] = month.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year!, number! - count + index, 1)).toISOString().slice(0, 7),
  );
}

export const lastDayOfMonth = (month: string): string => {
  const [year, number] = month.split('-').map(Number);
  return addDays(new Date(Date.UTC(year!, number!, 1)).toISOString().slice(0, 10), -1);
};
