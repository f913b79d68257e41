/** Days and hours of the scheme of recurring Pix, in the time of Brasília, which banks use. */
import { bankDaysBetween } from '@ramal/contract/rules/payments/bank-days';
import { RETRY_DAYS, SENT_DAYS_BEFORE } from '@ramal/contract/rules/payments/recurring-pix';
import { addDays, daysBetween, localDay, localMinute, startOfDay } from '../foundation/clock.ts';

export const BRASILIA = 'America/Sao_Paulo';

export const bankDay = (at: Date): string => localDay(at, BRASILIA);

/** Bank days that must remain before the due day when an instruction is sent. */
const MIN_BANK_DAYS = 2;

/** True if the instruction of this due day may be sent now. */
export const isInWindow = (dueOn: string, now: Date): boolean =>
  daysBetween(bankDay(now), dueOn) <= SENT_DAYS_BEFORE && !isTooLate(dueOn, now);

export const isTooLate = (dueOn: string, now: Date): boolean =>
  bankDaysBetween(bankDay(now), dueOn) < MIN_BANK_DAYS;

/** True while only the bank can debit: from 22:00 of the day before until the end of the day. */
export function isAtBank(dueOn: string, now: Date): boolean {
  const from = new Date(startOfDay(dueOn, BRASILIA).getTime() - 2 * 3_600_000);
  return now >= from && now < startOfDay(addDays(dueOn, 1), BRASILIA);
}

/** True once the bank tries no more on this day: it stops at 21:00. */
export const isAfterLastTry = (dueOn: string, now: Date): boolean =>
  bankDay(now) > dueOn || (bankDay(now) === dueOn && clockText(now) >= '21:00');

/** Period in which the panel requests a try, on the evening before the try. */
const REQUESTED_FROM = '21:30';
const REQUESTED_UNTIL = '23:55';

const clockText = (at: Date): string => localMinute(at, BRASILIA).slice(11);

export function isRequestedNow(retryOn: string, now: Date): boolean {
  const clock = clockText(now);
  return (
    bankDay(now) === addDays(retryOn, -1) && clock >= REQUESTED_FROM && clock <= REQUESTED_UNTIL
  );
}

/** Returns the days after the last try on which a further try can still be requested. */
export const remainingRetries = (dueOn: string, triedOn: string, now: Date): string[] =>
  RETRY_DAYS.map((days) => addDays(dueOn, days)).filter(
    (day) => day > triedOn && (bankDay(now) < addDays(day, -1) || mayRequestToday(day, now)),
  );

const mayRequestToday = (retryOn: string, now: Date): boolean =>
  bankDay(now) === addDays(retryOn, -1) && clockText(now) <= REQUESTED_UNTIL;

/** Returns the next 21:30 of Brasília. */
export function nextRequestTime(now: Date): Date {
  const today = new Date(startOfDay(bankDay(now), BRASILIA).getTime() + 21.5 * 3_600_000);
  return today > now
    ? today
    : new Date(startOfDay(addDays(bankDay(now), 1), BRASILIA).getTime() + 21.5 * 3_600_000);
}
