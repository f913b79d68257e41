import { REPORT_MONTHS } from '@ramal/contract/reports';
import { type Clock, localDay } from '../foundation/clock.ts';

/** Returns months as yyyy-mm, from the oldest to the current one. */
export function lastMonths(clock: Clock): string[] {
  const [year, month] = localDay(clock.now(), clock.timeZone).split('-').map(Number);
  return Array.from({ length: REPORT_MONTHS }, (_, index) =>
    new Date(Date.UTC(year!, month! - REPORT_MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}
