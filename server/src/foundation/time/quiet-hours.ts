/** Hours of the day in which nothing is sent or given. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { addDays, atMinute, localDay, localMinute } from '../clock.ts';

/** Minutes after midnight in the time zone of the installation. */
export interface Quiet {
  readonly quietFrom: number;
  readonly quietUntil: number;
}

/**
 * True in the quiet hours. Equal limits mean no quiet hours; if the start is after the end, they
 * include midnight.
 */
export function isQuietMinute(minute: number, { quietFrom, quietUntil }: Quiet): boolean {
  if (quietFrom <= quietUntil) return minute >= quietFrom && minute < quietUntil;
  return minute >= quietFrom || minute < quietUntil;
}

const minuteOfDay = (at: Date, timeZone: string): number => {
  const time = localMinute(at, timeZone);
  return Number(time.slice(11, 13)) * 60 + Number(time.slice(14));
};

/** Returns the moment at which a clock of the zone shows this many minutes after midnight. */
export const atTimeOfDay = (day: string, minutes: number, timeZone: string): Date => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return atMinute(`${day}T${hours}:${rest}`, timeZone);
};

/** Returns this moment, or the end of the quiet hours that contain it. */
export function afterQuiet(at: Date, quiet: Quiet, timeZone: string): Date {
  const minute = minuteOfDay(at, timeZone);
  if (!isQuietMinute(minute, quiet)) return at;
  const today = localDay(at, timeZone);
  const day = minute < quiet.quietUntil ? today : addDays(today, 1);
  const end = atTimeOfDay(day, quiet.quietUntil, timeZone);
  // A change of the clock may skip the end of the quiet hours.
  return end > at ? end : new Date(at.getTime() + DAY_MS / 24);
}
