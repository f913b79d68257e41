/** Adds calendar days in a time zone. When clocks change, a day has 23 or 25 hours. */
import { DAY_MS } from './durations.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** Returns the offset of the zone from UTC in milliseconds; positive east of UTC. */
function offsetMs(at: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(at);
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    parts.map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/**
 * Returns the same time of day, `days` later in the zone. A negative number of days gives an
 * earlier day. A time that the clocks skip becomes the time after the change, on the same day.
 */
export function addWallClockDays(at: Date, days: number, timeZone: string): Date {
  const wall = at.getTime() + offsetMs(at.getTime(), timeZone) + days * DAY_MS;
  const guess = wall - offsetMs(wall, timeZone);
  const later = wall - offsetMs(guess, timeZone);
  const isSkipped = later + offsetMs(later, timeZone) !== wall;
  return new Date(isSkipped ? Math.max(guess, later) : later);
}
