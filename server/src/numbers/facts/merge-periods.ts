/**
 * Merges derived periods with the stored ones, so that nothing changes before the end of the last
 * closed month. A later correction takes effect at the start of the open month.
 */
import type { CustomerPeriod, StartCause } from './derive-periods.ts';

/**
 * Returns the periods that replace the stored ones ending after `openFrom`. Earlier ones stay as
 * they are.
 */
export function mergePeriods(
  stored: readonly CustomerPeriod[],
  derived: readonly CustomerPeriod[],
  openFrom: Date,
): CustomerPeriod[] {
  const firstAt = stored[0]?.firstAt;
  const crossing = stored.find(({ startsAt, endsAt }) => startsAt <= openFrom && endsAt > openFrom);
  const open = derived
    .filter(({ endsAt }) => endsAt > openFrom)
    .map((period) => (firstAt ? { ...period, firstAt } : period));
  const [first, ...later] = open;
  if (!first || first.startsAt >= openFrom)
    return [...endAt(crossing, openFrom, 'not-renewed'), ...open];
  if (crossing && isSameSale(crossing, first)) {
    const { startsAt, startCause, entryPlatform } = crossing;
    return [{ ...first, startsAt, startCause, entryPlatform }, ...later];
  }
  return [
    ...endAt(crossing, openFrom, 'changed'),
    {
      ...first,
      firstAt: firstAt ?? openFrom,
      startsAt: openFrom,
      startCause: causeAt(openFrom, crossing) ?? (stored.length > 0 ? 'recovered' : 'new'),
    },
    ...later,
  ];
}

/**
 * A customer period that states if its price, plan or platform differs from the previous period.
 */
export type MarkedPeriod = CustomerPeriod & { readonly isChanged: boolean };

/** Adds `isChanged` to the periods. `before` is the last period before them. */
export const markChanges = (
  before: CustomerPeriod | undefined,
  periods: readonly CustomerPeriod[],
): MarkedPeriod[] =>
  periods.map((period, index) => {
    const previous = index === 0 ? before : periods[index - 1];
    return { ...period, isChanged: previous !== undefined && !isSamePrice(previous, period) };
  });

const isSamePrice = (a: CustomerPeriod, b: CustomerPeriod): boolean =>
  a.monthCents === b.monthCents && a.planDays === b.planDays && a.platform === b.platform;

/**
 * Returns the period with another end. Returns nothing if the period does not start before this
 * end.
 */
const endAt = (
  period: CustomerPeriod | undefined,
  endsAt: Date,
  endReason: CustomerPeriod['endReason'],
): CustomerPeriod[] =>
  period && period.startsAt < endsAt ? [{ ...period, endsAt, endReason }] : [];

/**
 * Returns the start cause at this time: `changed` if the stored period began earlier, otherwise the
 * cause of the stored period.
 */
const causeAt = (at: Date, crossing: CustomerPeriod | undefined): StartCause | undefined =>
  crossing && (crossing.startsAt < at ? 'changed' : crossing.startCause);

const isSameSale = (a: CustomerPeriod, b: CustomerPeriod): boolean =>
  isSamePrice(a, b) && a.periodCents === b.periodCents && a.origin === b.origin;
