/**
 * Range of expiries for the lists of due lines: home, board, list, bulk actions and spreadsheet
 * (Q-EXPIRED). A line stops playing exactly at its expiry. A running line therefore expires after
 * the current time.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { DueFilter } from '@ramal/contract/lines/lines';
import sql, { type Sql, join } from 'sql-template-tag';
import {
  addDays,
  type Clock,
  localDay,
  startOfDay,
  startOfNextMonth,
} from '../foundation/clock.ts';

export interface DueRange {
  readonly after?: Date;
  readonly upTo?: Date;
  /** First moment of the range, which is a midnight in the panel's time zone. */
  readonly from?: Date;
  readonly before?: Date;
}

export function dueRange(due: DueFilter, clock: Clock): DueRange {
  const now = clock.now();
  const { timeZone } = clock;
  const today = localDay(now, timeZone);
  const day = (date: string) => ({
    from: startOfDay(date, timeZone),
    before: startOfDay(addDays(date, 1), timeZone),
  });
  switch (due) {
    case 'expired':
      return { upTo: now };
    case 'today':
      return { after: now, before: day(today).before };
    case 'tomorrow':
      return day(addDays(today, 1));
    case '7':
      return { after: now, upTo: new Date(now.getTime() + 7 * DAY_MS) };
    case 'month':
      return { after: now, before: startOfNextMonth(now, timeZone) };
    default:
      return day(due);
  }
}

const conditions: Record<keyof DueRange, (at: Date) => Sql> = {
  after: (at) => sql`expires_at > ${at}`,
  upTo: (at) => sql`expires_at <= ${at}`,
  from: (at) => sql`expires_at >= ${at}`,
  before: (at) => sql`expires_at < ${at}`,
};

/**
 * SQL condition: the line expires within the range. Each bound is compared with the plain column,
 * so that PostgreSQL can use the indexes by expiry.
 */
export const isWithin = (range: DueRange): Sql =>
  join(
    (Object.entries(range) as [keyof DueRange, Date][]).map(([bound, at]) => conditions[bound](at)),
    ' and ',
  );

export const isRunning = (now: Date): Sql => isWithin({ after: now });
export const isExpired = (now: Date): Sql => isWithin({ upTo: now });
