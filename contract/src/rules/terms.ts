import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { addWallClockDays } from './wall-clock.ts';
/**
 * Length of a renewal with its price. Form and server use the same list and the same calculations.
 * Source: K-01 to K-05, Q-CREDITDAYS, Q-EXTENDBASE.
 */
export interface Term {
  /** Price in credits, in the format of the wire. */
  readonly credits: number;
  readonly hundredths: number;
  readonly days: number;
  readonly label: string;
  readonly promotion: boolean;
}

const term = (credits: number, days: number, label: string, promotion = false): Term => ({
  credits,
  hundredths: Math.round(credits * 100),
  days,
  label,
  promotion,
});

export const terms: readonly Term[] = [
  term(0.6, 15, '15 dias'),
  term(1, 30, '1 mês'),
  term(2, 60, '2 meses'),
  term(3, 90, '3 meses'),
  term(4, 120, '4 meses'),
  term(5, 180, '6 meses', true),
  term(10, 360, '12 meses', true),
];

export const DEFAULT_CREDITS = 1;

export const findTerm = (hundredths: number): Term | undefined =>
  terms.find((t) => t.hundredths === hundredths);

export const TEST_HOURS = [1, 2, 3, 6] as const;
export const DEFAULT_TEST_HOURS = 6;
export const TRUST_HOURS = 48;
export const ROLLBACK_DAYS = 3;
export const QUICK_TEST_NOTE = 'Usuário gerado em teste rapido';

/** Latest expiry of a line imported from another list, in days from today. */
export const MIGRATION_DAYS = 366;

/**
 * Returns the cost of importing a line with this number of remaining days, in hundredths of a
 * credit. Up to 15 days cost 0.6 credits. Otherwise each period of 30 days costs 1 credit,
 * including an incomplete one. The free days of an exempt host are subtracted first (Q-MIGFREE).
 */
export function migrationHundredths(days: number, freeDays = 0): number {
  if (freeDays > 0 && days <= freeDays) return 0;
  const paid = days - freeDays;
  return paid <= shortest.days ? shortest.hundredths : Math.ceil(paid / 30) * 100;
}

const shortest = terms[0]!;

/** Number of days from one date (yyyy-mm-dd) to another; negative for a past date. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/**
 * Adds calendar days in the time zone of the panel. The days of an active line begin at its expiry.
 * The days of an expired line begin at the current minute.
 */
export function extendExpiry(expiresAt: Date, days: number, now: Date, timeZone: string): Date {
  return addWallClockDays(extensionBase(expiresAt, now), days, timeZone);
}

export function trustExpiry(expiresAt: Date, now: Date): Date {
  return new Date(extensionBase(expiresAt, now).getTime() + TRUST_HOURS * HOUR_MS);
}

export function firstExpiry(now: Date, days: number, timeZone: string): Date {
  return addWallClockDays(minuteOf(now), days, timeZone);
}

export function trialExpiry(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}

function extensionBase(expiresAt: Date, now: Date): Date {
  return expiresAt > now ? expiresAt : minuteOf(now);
}

function minuteOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
}

/**
 * Urgency of an expiry: 0 is more than 7 days away, 1 is within 7 days, 2 is within 1 day or
 * expired (T-03, Q-EXPIREDSTATUS).
 */
export type Expiring = 0 | 1 | 2;

export function expiringLevel(expiresAt: Date, now: Date): Expiring {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= DAY_MS) return 2;
  return left <= 7 * DAY_MS ? 1 : 0;
}
