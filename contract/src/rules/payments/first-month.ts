/** First month of an authorization of recurring Pix. */
import { addWallClockDays } from '../wall-clock.ts';
import { dayInZone, extendByMonths } from './calendar-months.ts';
import { DUE_DAYS_BEFORE } from './recurring-pix.ts';

/** Renewal that the first payment makes, and the first debit after it. */
export interface FirstMonth {
  readonly expiresAt: Date;
  readonly anchorDay: number;
  /** yyyy-mm-dd. */
  readonly firstDueOn: string;
}

/** Plans the month of a line that expires at `expiresAt`. The month of a new line begins now. */
export function planFirstMonth(expiresAt: Date, now: Date, timeZone: string): FirstMonth {
  const anchorDay = Number(dayInZone(expiresAt, timeZone).slice(8));
  const renewal = extendByMonths({ expiresAt, anchorDay }, 1, now, timeZone);
  const dueAt = addWallClockDays(renewal.expiresAt, -DUE_DAYS_BEFORE, timeZone);
  return {
    expiresAt: renewal.expiresAt,
    anchorDay: renewal.anchorDay,
    firstDueOn: dayInZone(dueAt, timeZone),
  };
}
