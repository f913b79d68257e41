/** Converts a period of the figures to calendar days in the time zone of the installation. */
import type { StorefrontPeriod } from '@ramal/contract/storefront/numbers';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, localDay, startOfDay } from '../../foundation/clock.ts';

const lengths: Readonly<Record<StorefrontPeriod, number>> = {
  today: 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
};

interface DayRange {
  /** First and last day, yyyy-mm-dd. */
  readonly from: string;
  readonly to: string;
  readonly start: Date;
  readonly end: Date;
}

/** Returns the days of a period, or the single day of the query. */
export function toDayRange(
  { clock }: Pick<AppContext, 'clock'>,
  { period, day }: { readonly period: StorefrontPeriod; readonly day?: string | undefined },
): DayRange {
  const { timeZone } = clock;
  const today = localDay(clock.now(), timeZone);
  const [from, to] = day === undefined ? [addDays(today, 1 - lengths[period]), today] : [day, day];
  return { from, to, start: startOfDay(from, timeZone), end: startOfDay(addDays(to, 1), timeZone) };
}
