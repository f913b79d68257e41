import { type DayOrder, readWrittenDate } from '@ramal/contract/rules/written-dates';
import { localDay } from '../foundation/clock.ts';

/**
 * Returns the day of a written date as yyyy-mm-dd in this time zone; undefined if the text is not a
 * date.
 */
export function parseWrittenDay(
  written: string,
  order: DayOrder,
  timeZone: string,
): string | undefined {
  const date = readWrittenDate(written, order);
  if (!date) return undefined;
  return 'day' in date ? date.day : localDay(new Date(date.seconds * 1000), timeZone);
}
