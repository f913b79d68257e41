/**
 * Time at which a game is removed from the player, as typed. If the time has passed today, it means
 * tomorrow.
 */
import { calendarDays, dayFromNow, formatTime } from '../foundation/dates.ts';

const AN_HOUR = /^([01]\d|2[0-3]):[0-5]\d$/;

/** True if the typed time has already passed today. */
export const isRemovedTomorrow = (typed: string, now: Date): boolean =>
  AN_HOUR.test(typed) && typed <= formatTime(now);

/**
 * Returns `2026-11-23T00:30` in the time zone of the installation. Undefined while the typed time
 * is incomplete.
 */
export function toRemovalMinute(typed: string, now: Date): string | undefined {
  if (!AN_HOUR.test(typed)) return undefined;
  return `${dayFromNow(isRemovedTomorrow(typed, now) ? 1 : 0, now)}T${typed}`;
}

/** Returns `hoje 23:30` or `amanhã 00:30`. */
export function removalTimeInWords(at: Date, now: Date): string {
  const day = calendarDays(at, now) > 0 ? 'amanhã' : 'hoje';
  return `${day} ${formatTime(at)}`;
}
