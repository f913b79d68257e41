/** Time is passed in, so that a test can stand on any day; the zone is the panel's (Q-TZ). */
export interface Clock {
  now(): Date;
  readonly timeZone: string;
}

export const systemClock = (timeZone: string): Clock => ({ now: () => new Date(), timeZone });

interface LocalParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function local(at: Date, timeZone: string): LocalParts {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
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
  }
  return Object.fromEntries(formatter.formatToParts(at).map((p) => [p.type, p.value])) as unknown as LocalParts;
}

/** dd/mm/yyyy hh:mm */
export function formatDateTime(at: Date, timeZone: string): string {
  const p = local(at, timeZone);
  return `${p.day}/${p.month}/${p.year} ${p.hour}:${p.minute}`;
}

/** dd/mm/yyyy */
export const formatDate = (at: Date, timeZone: string): string => formatDateTime(at, timeZone).slice(0, 10);

/** yyyy-mm-dd of the day it is in the zone. */
export function localDay(at: Date, timeZone: string): string {
  const p = local(at, timeZone);
  return `${p.year}-${p.month}-${p.day}`;
}

/** The same time of day on another day (yyyy-mm-dd) of the zone. */
export function onDay(day: string, timeOf: Date, timeZone: string): Date {
  const p = local(timeOf, timeZone);
  return fromLocal(`${day}T${p.hour}:${p.minute}:${p.second}`, timeZone);
}

/** 23:59 of the day it is in the zone. */
export const endOfDay = (at: Date, timeZone: string): Date =>
  fromLocal(`${localDay(at, timeZone)}T23:59:00`, timeZone);

/** Midnight that begins the month it is in the zone. */
export const startOfMonth = (at: Date, timeZone: string): Date =>
  fromLocal(`${localDay(at, timeZone).slice(0, 7)}-01T00:00:00`, timeZone);

/** yyyy-mm-dd, `days` later. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Finds the instant a wall clock in the zone shows; the second pass settles a change of offset. */
function fromLocal(wall: string, timeZone: string): Date {
  const asUtc = new Date(`${wall}Z`).getTime();
  let at = asUtc;
  for (let pass = 0; pass < 2; pass += 1) {
    const p = local(new Date(at), timeZone);
    const shown = Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`);
    at += asUtc - shown;
  }
  return new Date(at);
}
