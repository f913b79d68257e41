/** Counts of lines by month, from events and from the expiries of lines. */
import type { EventGroup } from '@ramal/contract/logs';
import sql, { type Sql } from 'sql-template-tag';
import type { MonthSum } from '../credits/credits.ts';
import { isInGroup, isNotUndone } from '../events/events.ts';
import type { Reader } from '../foundation/database.ts';

/** Only one process counts at a time. Another process tries again a few minutes later. */
export const lockMonths = sql`select pg_try_advisory_xact_lock(hashtext('line-months')) as ours`;

const is = (group: EventGroup): Sql => isInGroup(group);

/**
 * SQL column of `events`: the expiry before an event that changed it. Null for other events and for
 * the promotion of a test.
 */
export const endedPeriod = sql`case when after ? 'expiresAt' and kind <> 'line-promoted'
  then (before->>'expiresAt')::timestamptz end`;

/**
 * Selects the expiries of official lines that passed since `since`. They are a line's present
 * expiry, and each expiry that had passed when an event replaced it. `periodEvents` are events with
 * their `endedPeriod` as `ended`. A line deleted before its expiry does not count. A later renewal
 * of an expired line does not change the result, so a counted month stays correct.
 */
export const expiredPeriods = (periodEvents: Sql, since: Date | '-infinity', now: Date): Sql => sql`
  select owner_id as account_id, id as line_id, expires_at as at, null::timestamptz as extended_at from lines
  where not is_trial and deleted_at is null and expires_at >= ${since} and expires_at <= ${now}
  union all
  select owner_id, id, expires_at, null from lines
  where not is_trial and deleted_at >= expires_at and expires_at >= ${since} and expires_at <= ${now}
  union all
  select h.account_id, h.line_id, h.ended, h.at from ${periodEvents} h join lines l on l.id = h.line_id and not l.is_trial
  where h.ended >= ${since} and h.ended <= h.at`;

/** Selects `account_id`, `month` and the counts of the months since `since`. */
const lineMonths = (since: Date | '-infinity', now: Date): Sql => sql`
  with happened as (
    select account_id, at, source, line_id,
      ${is('new')}::int as is_new, ${is('imported')}::int as imported, ${is('migrated')}::int as migrated,
      ${is('renewed')}::int as renewals,
      ${endedPeriod} as ended
    from events
    where at >= ${since} and kind like 'line-%' and account_id is not null and ${isNotUndone()}
  ), ended as (
    ${expiredPeriods(sql`happened`, since, now)}
  ), counted as (
    select account_id, at,
      case when source = 1 then is_new else 0 end as new_iptv, case when source = 2 then is_new else 0 end as new_p2p,
      migrated, imported, renewals, 0 as expiries
    from happened where is_new + migrated + imported + renewals > 0
    union all
    select account_id, at, 0, 0, 0, 0, 0, 1 from ended
  )
  select account_id, date_trunc('month', at at time zone ramal_timezone())::date as month,
    sum(new_iptv)::int as new_iptv, sum(new_p2p)::int as new_p2p, sum(migrated)::int as migrated,
    sum(imported)::int as imported, sum(renewals)::int as renewals, sum(expiries)::int as expiries
  from counted group by 1, 2`;

/** Writes only the rows that changed. */
export const writeLineMonths = (since: Date | '-infinity', now: Date, timeZone: string): Sql => sql`
  with changed as (
    select * from (${lineMonths(since, now)}) fresh
    except select account_id, month, new_iptv, new_p2p, migrated, imported, renewals, expiries from line_months
  ), taken as (
    insert into line_months_taken (at, time_zone) values (${now}, ${timeZone})
    on conflict (one) do update set at = excluded.at, time_zone = excluded.time_zone
  )
  insert into line_months (account_id, month, new_iptv, new_p2p, migrated, imported, renewals, expiries)
  select account_id, month, new_iptv, new_p2p, migrated, imported, renewals, expiries from changed
  on conflict (account_id, month) do update set new_iptv = excluded.new_iptv, new_p2p = excluded.new_p2p,
    migrated = excluded.migrated, imported = excluded.imported, renewals = excluded.renewals, expiries = excluded.expiries`;

const figures = sql`new_iptv, new_p2p, migrated, imported, renewals, expiries`;

/**
 * Adds up the months since `since` for the descendants of each account. Writes only changed rows.
 */
export const writeTreeLineMonths = (since: Date | '-infinity', timeZone: string): Sql => sql`
  with fresh as (
    select up.id as account_id, m.month, sum(new_iptv)::int as new_iptv, sum(new_p2p)::int as new_p2p,
      sum(migrated)::int as migrated, sum(imported)::int as imported, sum(renewals)::int as renewals,
      sum(expiries)::int as expiries
    from line_months m join accounts a on a.id = m.account_id
      cross join unnest(trim_array(a.ancestors, 1)) up (id)
    where m.month >= ${monthOf(since, timeZone)}
    group by 1, 2
  ), changed as (
    select account_id, month, ${figures} from fresh
    except select account_id, month, ${figures} from line_below_months
  ), gone as (
    delete from line_below_months m where m.month >= ${monthOf(since, timeZone)}
      and not exists (select from fresh f where f.account_id = m.account_id and f.month = m.month)
  )
  insert into line_below_months (account_id, month, ${figures}) select account_id, month, ${figures} from changed
  on conflict (account_id, month) do update set new_iptv = excluded.new_iptv, new_p2p = excluded.new_p2p,
    migrated = excluded.migrated, imported = excluded.imported, renewals = excluded.renewals, expiries = excluded.expiries`;

const monthOf = (since: Date | '-infinity', timeZone: string): Sql =>
  since === '-infinity'
    ? sql`'-infinity'::date`
    : sql`date_trunc('month', ${since}::timestamptz at time zone ${timeZone}::text)::date`;

/**
 * Reads the number of moves in the tree of accounts, and whether the stored months of descendants
 * include all of them.
 */
export const treeMoves = sql`
  select count as moves, count is not distinct from (select moves_known from line_months_taken) as are_counted
  from tree_moves`;

export const recordMovesKnown = (moves: number): Sql =>
  sql`update line_months_taken set moves_known = ${moves}`;

export const forgetMonths = sql`delete from line_months`;

interface LineMonthsSnapshot {
  readonly at: Date;
  readonly timeZone: string;
  readonly everybody: AllAccountTotals | null;
}

/** Totals of all accounts, for an admin's charts. */
export interface AllAccountTotals {
  readonly sums: readonly MonthSum[];
  readonly lines: readonly LineMonth[];
}

export const storeAllAccountTotals = (everybody: AllAccountTotals): Sql =>
  sql`update line_months_taken set everybody = ${JSON.stringify(everybody)}::jsonb`;

export const readLineMonthsSnapshot = (reader: Reader): Promise<LineMonthsSnapshot | undefined> =>
  reader.first<LineMonthsSnapshot>(
    sql`select at, time_zone, everybody from line_months_taken`,
    'prepared',
  );

export interface LineMonth {
  /** yyyy-mm */
  readonly month: string;
  readonly newIptv: number;
  readonly newP2p: number;
  /** Lines that were taken over from another server or moved to another platform. */
  readonly migrated: number;
  /** Lines that were imported from a file. */
  readonly imported: number;
  readonly renewals: number;
  readonly expiries: number;
}

export const readAllLineMonths = (reader: Reader, from: string): Promise<LineMonth[]> =>
  reader.many<LineMonth>(lineMonthsIn(sql`select * from line_months`, from));

export const readTreeLineMonths = (
  reader: Reader,
  account: number,
  from: string,
): Promise<LineMonth[]> =>
  reader.many<LineMonth>(
    lineMonthsIn(
      sql`select month, ${figures} from line_months where account_id = ${account}
        union all select month, ${figures} from line_below_months where account_id = ${account}`,
      from,
    ),
  );

const lineMonthsIn = (months: Sql, from: string): Sql => sql`
  select to_char(month, 'YYYY-MM') as month, sum(new_iptv)::int as new_iptv, sum(new_p2p)::int as new_p2p,
    sum(migrated)::int as migrated, sum(imported)::int as imported, sum(renewals)::int as renewals, sum(expiries)::int as expiries
  from (${months}) m where month >= ${`${from}-01`}::date group by 1`;
