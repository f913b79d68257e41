import { addDays, type Clock, localDay } from '../../foundation/clock.ts';
import { atTimeOfDay } from '../../foundation/time/quiet-hours.ts';
import type { WinBackGroup } from './groups.sql.ts';

/** Returns the ISO day of the week of a calendar day: 1 is Monday. */
export const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/**
 * Returns the day and time of the next messages of a group, as if it were on. Messages whose time
 * has come today, but that are not planned yet, are the next ones.
 */
export function nextSending(
  { since, weekdays, sendAt, plannedOn, isOn }: WinBackGroup,
  clock: Clock,
): { readonly day: string; readonly at: Date } {
  const now = clock.now();
  const today = localDay(now, clock.timeZone);
  const isPending = (day: string, at: Date): boolean =>
    at > now || (isOn && since !== null && since <= at && day === today && plannedOn !== day);
  for (let ahead = 0; ; ahead += 1) {
    const day = addDays(today, ahead);
    const at = atTimeOfDay(day, sendAt, clock.timeZone);
    if (weekdays.includes(isoWeekday(day)) && isPending(day, at)) return { day, at };
  }
}
