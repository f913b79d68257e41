import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { addWallClockDays } from './wall-clock.ts';
/**
 * Price of a term, and calculations with terms. Form and server use the same rule. Source: K-01 to
 * K-05, Q-CREDITDAYS, Q-EXTENDBASE.
 */
export interface Term {
  /** Credits in the form on the wire. */
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
 * Cost in hundredths of importing a line with this number of days left. Up to 15 days cost 0.6
 * credits. More days cost 1 for each 30 days begun. Free days of an exempt host are subtracted first; further
 * days cost by the same rule (Q-MIGFREE).
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
 * Adds days to the current expiry. An expired line begins at the current minute. Days are days of
 * the panel's zone.
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
 * Nearness of an expiry: 0 far, 1 within 7 days, 2 within 1 day or expired (T-03, Q-EXPIREDSTATUS).
 */
export type Expiring = 0 | 1 | 2;

export function expiringLevel(expiresAt: Date, now: Date): Expiring {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= DAY_MS) return 2;
  return left <= 7 * DAY_MS ? 1 : 0;
}
