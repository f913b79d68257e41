import { DAY_MS } from '@ramal/contract/rules/durations';
import { LRUCache } from 'lru-cache';

/** Time is passed in, so that a test can stand on any day; the zone is the panel's (Q-TZ). */
export interface Clock {
  now(): Date;
  readonly timeZone: string;
}

export const systemClock = (timeZone: string): Clock => ({ now: () => new Date(), timeZone });

/** What the zone's clock shows, in the parts that a Date has for UTC. */
const wallClock = (at: Date, timeZone: string): Date =>
  new Date(at.getTime() + offsetMs(at.getTime(), timeZone));

/** The same as yyyy-mm-ddThh:mm:ss and more. */
const wallTime = (at: Date, timeZone: string): string => wallClock(at, timeZone).toISOString();

const two = (part: number): string => (part < 10 ? `0${part}` : `${part}`);
const four = (year: number): string => (year < 1000 ? `${year}`.padStart(4, '0') : `${year}`);

/** yyyy-mm-dd. A page of a list asks for hundreds, and `toISOString` takes three times as long. */
const dayOf = (wall: Date): string =>
  `${four(wall.getUTCFullYear())}-${two(wall.getUTCMonth() + 1)}-${two(wall.getUTCDate())}`;

const KEPT_DAYS = 4_000;
const offsets = new Map<string, LRUCache<number, number>>();

/**
 * How far the zone is ahead of UTC, in milliseconds. A list of lines shows hundreds of times and Intl
 * takes a hundred times longer than the sum, so the offset is cached for each day; NaN marks
 * a day on which the clocks change, whose offset is computed each time.
 */
function offsetMs(at: number, timeZone: string): number {
  const days = offsets.get(timeZone) ?? new LRUCache<number, number>({ max: KEPT_DAYS });
  offsets.set(timeZone, days);
  const day = Math.floor(at / DAY_MS);
  let offset = days.get(day);
  if (offset === undefined) {
    const atStart = askOffsetMs(day * DAY_MS, timeZone);
    const atEnd = askOffsetMs((day + 1) * DAY_MS - 1_000, timeZone);
    offset = atStart === atEnd ? atStart : Number.NaN;
    days.set(day, offset);
  }
  return Number.isNaN(offset) ? askOffsetMs(at, timeZone) : offset;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function askOffsetMs(at: number, timeZone: string): number {
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

/** What the zone's clock shows, in milliseconds as if it were UTC; fractions of a second are left out. */
export const wallClockMs = (at: Date, timeZone: string): number =>
  Math.floor(wallClock(at, timeZone).getTime() / 1000) * 1000;

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** One reading of the clock, for work that must see one moment. */
export interface ClockReading {
  readonly now: Date;
  readonly timeZone: string;
}

export const readClock = (clock: Clock): ClockReading => ({
  now: clock.now(),
  timeZone: clock.timeZone,
});

/** dd/mm/yyyy hh:mm */
export function formatDateTime(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone);
  const day = `${two(wall.getUTCDate())}/${two(wall.getUTCMonth() + 1)}/${four(wall.getUTCFullYear())}`;
  return `${day} ${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
}

/** dd/mm/yyyy */
export const formatDate = (at: Date, timeZone: string): string =>
  formatDateTime(at, timeZone).slice(0, 10);

/** yyyy-mm-ddThh:mm of the zone, as the fields of a form hold it. */
export const localMinute = (at: Date, timeZone: string): string =>
  wallTime(at, timeZone).slice(0, 16);

/** The instant at which the zone's clock shows this minute (yyyy-mm-ddThh:mm). */
export const atMinute = (minute: string, timeZone: string): Date =>
  fromLocal(`${minute}:00`, timeZone);

/** yyyy-mm-dd of the day it is in the zone. */
export const localDay = (at: Date, timeZone: string): string => dayOf(wallClock(at, timeZone));

/** The same time of day on another day (yyyy-mm-dd) of the zone. */
export const onDay = (day: string, timeOf: Date, timeZone: string): Date =>
  fromLocal(`${day}T${wallTime(timeOf, timeZone).slice(11, 19)}`, timeZone);

/** 23:59 of the day it is in the zone. */
export const endOfDay = (at: Date, timeZone: string): Date =>
  fromLocal(`${localDay(at, timeZone)}T23:59:00`, timeZone);

/** Midnight that begins a day (yyyy-mm-dd) of the zone. */
export const startOfDay = (day: string, timeZone: string): Date =>
  fromLocal(`${day}T00:00:00`, timeZone);

/** Midnight that begins the month it is in the zone. */
export const startOfMonth = (at: Date, timeZone: string): Date =>
  fromLocal(`${localDay(at, timeZone).slice(0, 7)}-01T00:00:00`, timeZone);

/** yyyy-mm-dd, `days` later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** From one day (yyyy-mm-dd) to another; below zero where the other comes before it. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** The instant at which the zone's clock shows this second (yyyy-mm-ddThh:mm:ss). */
export const atSecond = (second: string, timeZone: string): Date => fromLocal(second, timeZone);

/** Finds the instant a wall clock in the zone shows; the second pass settles a change of offset. */
function fromLocal(wall: string, timeZone: string): Date {
  const asUtc = new Date(`${wall}Z`).getTime();
  let at = asUtc;
  for (let pass = 0; pass < 2; pass += 1) {
    const shown = wallTime(new Date(at), timeZone).slice(0, 19);
    at += asUtc - Date.parse(`${shown}Z`);
  }
  return new Date(at);
}

/** Whole seconds until midnight in the panel's zone, at least one. */
export function secondsLeftToday(clock: Clock): number {
  const now = clock.now();
  const midnight = startOfDay(addDays(localDay(now, clock.timeZone), 1), clock.timeZone);
  return Math.ceil((midnight.getTime() - now.getTime()) / 1000);
}
