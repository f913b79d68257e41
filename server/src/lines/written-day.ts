/** Reads the day of a written date in the installation's time zone (IN-14). */
import { type DayOrder, readWrittenDate } from '@ramal/contract/rules/written-dates';
import { localDay } from '../foundation/clock.ts';

/** Returns the day as yyyy-mm-dd; undefined if the text is no date. */
export function parseWrittenDay(
  written: string,
  order: DayOrder,
  timeZone: string,
): string | undefined {
  const date = readWrittenDate(written, order);
  if (!date) return undefined;
  return 'day' in date ? date.day : localDay(new Date(date.seconds * 1000), timeZone);
}
