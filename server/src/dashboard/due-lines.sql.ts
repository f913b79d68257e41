/** Reads enabled official lines by their due day, and counts renewals. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import sql, { type Sql, join } from 'sql-template-tag';
import { isInGroup, isNotUndone } from '../events/events.ts';
import type { Reader } from '../foundation/database.ts';
import { chargedAt, informedAt } from '../line-payments/line-payments.ts';

export interface DueLine {
  readonly id: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly expiresAt: Date;
  readonly chargedAt: Date | null;
  readonly informedAt: Date | null;
}

/** Day from midnight to midnight. `offset` counts days from today. */
export interface Day {
  readonly offset: number;
  readonly from: Date;
  readonly until: Date;
}

/**
 * SQL condition on `lines`: an enabled official line of the owner is due from `from` until `until`. Names the
 * platforms, so that each needs only one short scan of the index on owner, platform and expiry.
 */
const due = (ownerId: number, from: Date | Sql, until: Date | Sql): Sql => sql`
  owner_id = ${ownerId} and platform = any(${[...platformKeys]}::text[])
    and expires_at >= ${from} and expires_at < ${until}
    and status = 1 and deleted_at is null`;

const daysTable = (days: readonly Day[]): Sql =>
  join(
    days.map(
      ({ offset, from, until }) =>
        sql`(${offset}::int, ${from}::timestamptz, ${until}::timestamptz)`,
    ),
    ', ',
  );

interface DayTotal {
  readonly offset: number;
  readonly platform: PlatformKey;
  readonly total: number;
}

/**
 * Reads the number of lines by day and platform, and the lines that are due first on each day.
 * Selects the lines through the index first and reads their rows afterwards.
 */
export async function readDueLines(
  reader: Reader,
  ownerId: number,
  days: readonly Day[],
  perDay: number,
): Promise<{ totals: readonly DayTotal[]; lines: (DueLine & { offset: number })[] }> {
  const [counted, lines] = await Promise.all([
    reader.many<DayTotal>(sql`
      select d.number as offset, p.platform, (
        select count(*) from lines where ${due(ownerId, sql`d.begins`, sql`d.ends`)} and platform = p.platform
      ) as total
      from (values ${daysTable(days)}) d (number, begins, ends)
      cross join unnest(${[...platformKeys]}::text[]) p (platform)`),
    reader.many<DueLine & { offset: number }>(sql`
      select d.number as offset, l.id, l.platform, l.username, l.note, l.whatsapp, l.expires_at,
        ${chargedAt} as charged_at, ${informedAt} as informed_at
      from (values ${daysTable(days)}) d (number, begins, ends)
      cross join lateral (
        select id from lines where ${due(ownerId, sql`d.begins`, sql`d.ends`)}
        order by expires_at, id limit ${perDay}
      ) first
      join lines l on l.id = first.id
      order by d.number, l.expires_at, l.id`),
  ]);
  return { totals: counted, lines };
}

/** Maximum time from a renewal to the due day of the line. Earlier renewals are not counted. */
const EARLY_MS = 92 * DAY_MS;

export interface MonthSpan {
  readonly lastMonth: Date;
  readonly month: Date;
  readonly now: Date;
  readonly nextMonth: Date;
}

export interface MonthFacts {
  readonly stillDue: number;
  readonly stillDueByPlatform: readonly {
    readonly platform: PlatformKey;
    readonly total: number;
  }[];
  readonly lapsedLastMonth: number;
  readonly newLines: number;
  readonly renewed: number;
  /** Credits spent on renewals this month, in hundredths. */
  readonly renewedHundredths: number;
  readonly renewedLastMonth: number;
}

/**
 * Reads the renewals from the events of the account's lines, no matter which account paid. A line
 * that was renewed twice in a month counts as two renewals of that month. Each line that was due
 * last month counts as renewed at most once, whether the renewal happened before, in or after that
 * month.
 */
export async function readMonth(
  reader: Reader,
  ownerId: number,
  { lastMonth, month, now, nextMonth }: MonthSpan,
): Promise<MonthFacts> {
  const earlyRenewals = new Date(lastMonth.getTime() - EARLY_MS);
  const isRenewal = sql`kind = 'line-extended' and at < ${nextMonth} and ${isNotUndone()}`;
  const stillDueByPlatform = await reader.many<{ platform: PlatformKey; total: number }>(sql`
    select platform, count(*) as total from lines where ${due(ownerId, now, nextMonth)} group by platform`);
  const row = await reader.first<Omit<MonthFacts, 'stillDue' | 'stillDueByPlatform'>>(sql`
    select
      (select count(*) from lines where ${due(ownerId, lastMonth, month)}) as lapsed_last_month,
      count(*) filter (where ${isInGroup('new')}) as new_lines,
      count(*) filter (where ${isRenewal}) as renewed,
      coalesce(sum((after->>'hundredths')::bigint) filter (where ${isRenewal}), 0)::bigint as renewed_hundredths,
      (select count(distinct line_id) from events
        where account_id = ${ownerId} and kind = 'line-extended' and at >= ${earlyRenewals} and ${isNotUndone()}
          and ${fellDue(lastMonth, month)}) as renewed_last_month
    from events
    where account_id = ${ownerId} and at >= ${month} and kind in ('line-created', 'line-promoted', 'line-extended')`);
  const stillDue = stillDueByPlatform.reduce((sum, { total }) => sum + total, 0);
  return { ...row!, stillDue, stillDueByPlatform };
}

/**
 * SQL condition on renewal events: the line was due from `from` until `until`. The index contains the expiry
 * as text. The text is compared first, with a margin for the time zone. Only values near an end of
 * the period are parsed as times, because parsing is slow.
 */
const fellDue = (from: Date, until: Date): Sql => sql`
  ${isBetween(from.getTime() - DAY_MS, until.getTime() + 2 * DAY_MS)}
    and (${isBetween(from.getTime() + 2 * DAY_MS, until.getTime() - DAY_MS)}
      or (before->>'expiresAt')::timestamptz >= ${from} and (before->>'expiresAt')::timestamptz < ${until})`;

const isBetween = (from: number, until: number): Sql => sql`
  (before->>'expiresAt') collate "C" >= ${utcDay(from)} and (before->>'expiresAt') collate "C" < ${utcDay(until)}`;

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
