import { DAY_MS } from '@ramal/contract/rules/durations';
import { LRUCache } from 'lru-cache';

/**
 * Clock that callers pass in, so that a test can choose any time. `timeZone` is the panel's (Q-TZ).
 */
export interface Clock {
  now(): Date;
  readonly timeZone: string;
}

export const systemClock = (timeZone: string): Clock => ({ now: () => new Date(), timeZone });

/** Returns a Date whose UTC parts are the zone's local time. */
const wallClock = (at: Date, timeZone: string): Date =>
  new Date(at.getTime() + offsetMs(at.getTime(), timeZone));

/** Returns the local time as yyyy-mm-ddThh:mm:ss with fractions. */
const wallTime = (at: Date, timeZone: string): string => wallClock(at, timeZone).toISOString();

const two = (part: number): string => (part < 10 ? `0${part}` : `${part}`);
const four = (year: number): string => (year < 1000 ? `${year}`.padStart(4, '0') : `${year}`);

/**
 * Formats a date as yyyy-mm-dd. `toISOString` takes three times as long. This matters because a
 * page of a list contains hundreds of dates.
 */
const dayOf = (wall: Date): string =>
  `${four(wall.getUTCFullYear())}-${two(wall.getUTCMonth() + 1)}-${two(wall.getUTCDate())}`;

const KEPT_DAYS = 4_000;
const offsets = new Map<string, LRUCache<number, number>>();

/**
 * Returns the offset of the zone from UTC in milliseconds. Zones east of UTC have a positive
 * offset. Intl is slow and a list contains hundreds of dates, so the offset is cached for each day.
 * On a day when the clocks change, the cache contains NaN, and the offset is computed at each call.
 */
function offsetMs(at: number, timeZone: string): number {
  const days = offsets.get(timeZone) ?? new LRUCache<number, number>({ max: KEPT_DAYS });
  offsets.set(timeZone, days);
  const day = Math.floor(at / DAY_MS);
  let offset = days.get(day);
  if (offset === undefined) {
    const atStart = readOffsetMs(day * DAY_MS, timeZone);
    const atEnd = readOffsetMs((day + 1) * DAY_MS - 1_000, timeZone);
    offset = atStart === atEnd ? atStart : Number.NaN;
    days.set(day, offset);
  }
  return Number.isNaN(offset) ? readOffsetMs(at, timeZone) : offset;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function readOffsetMs(at: number, timeZone: string): number {
  const formatter = formatters.get(timeZone) ?? makeFormatter(timeZone);
  formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(at);
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    parts.map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

const makeFormatter = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

/**
 * Returns the zone's local time in milliseconds as if it were UTC, without fractions of a second.
 */
export const wallClockMs = (at: Date, timeZone: string): number =>
  Math.floor(wallClock(at, timeZone).getTime() / 1000) * 1000;

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Single reading of the clock, for work that must use the same moment throughout. */
export interface ClockReading {
  readonly now: Date;
  readonly timeZone: string;
}

export const readClock = (clock: Clock): ClockReading => ({
  now: clock.now(),
  timeZone: clock.timeZone,
});

/** Formats as dd/mm/yyyy hh:mm in the zone. */
export function formatDateTime(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone);
  const day = `${two(wall.getUTCDate())}/${two(wall.getUTCMonth() + 1)}/${four(wall.getUTCFullYear())}`;
  return `${day} ${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
}

/** Formats as dd/mm/yyyy in the zone. */
export const formatDate = (at: Date, timeZone: string): string =>
  formatDateTime(at, timeZone).slice(0, 10);

/** Formats as yyyy-mm-ddThh:mm in the zone, the format of form fields. */
export const localMinute = (at: Date, timeZone: string): string =>
  wallTime(at, timeZone).slice(0, 16);

/** Returns the instant at which the zone's local time is this minute (yyyy-mm-ddThh:mm). */
export const atMinute = (minute: string, timeZone: string): Date =>
  fromLocal(`${minute}:00`, timeZone);

/** Returns the day (yyyy-mm-dd) of an instant in the zone. */
export const localDay = (at: Date, timeZone: string): string => dayOf(wallClock(at, timeZone));

/** Returns the same time of day on another day (yyyy-mm-dd) of the zone. */
export const onDay = (day: string, timeOf: Date, timeZone: string): Date =>
  fromLocal(`${day}T${wallTime(timeOf, timeZone).slice(11, 19)}`, timeZone);

/** Returns 23:59 in the zone, on the day of an instant. */
export const endOfDay = (at: Date, timeZone: string): Date =>
  fromLocal(`${localDay(at, timeZone)}T23:59:00`, timeZone);

/** Returns midnight at the start of a day (yyyy-mm-dd) in the zone. */
export const startOfDay = (day: string, timeZone: string): Date =>
  fromLocal(`${day}T00:00:00`, timeZone);

interface Month {
  readonly start: Date;
  readonly end: Date;
}

/** The month that was computed last in each zone: nearly all callers need the current month. */
const lastMonths = new Map<string, Month>();

function monthAt(at: Date, timeZone: string): Month {
  const last = lastMonths.get(timeZone);
  if (last && last.start <= at && at < last.end) return last;
  const first = `${localDay(at, timeZone).slice(0, 7)}-01`;
  // The day 32 days after the first of a month is always in the next month.
  const next = `${addDays(first, 32).slice(0, 7)}-01`;
  const month = { start: startOfDay(first, timeZone), end: startOfDay(next, timeZone) };
  lastMonths.set(timeZone, month);
  return month;
}

/** Returns midnight in the zone at the start of the month that contains the instant. */
export const startOfMonth = (at: Date, timeZone: string): Date =>
  new Date(monthAt(at, timeZone).start);

/** Returns midnight in the zone at the start of the month after the instant. */
export const startOfNextMonth = (at: Date, timeZone: string): Date =>
  new Date(monthAt(at, timeZone).end);

/** Returns the day (yyyy-mm-dd) that is `days` later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the number of days from one day (yyyy-mm-dd) to another, negative if the second is
 * earlier.
 */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Returns the instant at which the zone's local time is this second (yyyy-mm-ddThh:mm:ss). */
export const parseLocalSecond = (second: string, timeZone: string): Date =>
  fromLocal(second, timeZone);

/**
 * Returns the instant of a local time in the zone. The first guess may use the offset from before
 * or after a clock change, and the second guess corrects it. A time that the clocks skip becomes
 * the time after the change, so that the day stays the same.
 */
function fromLocal(wall: string, timeZone: string): Date {
  const asUtc = new Date(`${wall}Z`).getTime();
  const guess = asUtc - offsetMs(asUtc, timeZone);
  const at = asUtc - offsetMs(guess, timeZone);
  const isSkipped = at + offsetMs(at, timeZone) !== asUtc;
  return new Date(isSkipped ? Math.max(guess, at) : at);
}

/** Returns the whole seconds until midnight in the panel's zone, at least 1. */
export function secondsLeftToday(clock: Clock): number {
  const now = clock.now();
  const midnight = startOfDay(addDays(localDay(now, clock.timeZone), 1), clock.timeZone);
  return Math.ceil((midnight.getTime() - now.getTime()) / 1000);
}
