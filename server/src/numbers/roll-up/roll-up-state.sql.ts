/**
 * State of the roll-up: its last time, its progress, and the lines and accounts that changed since.
 */
import sql, { type Sql } from 'sql-template-tag';

export interface RollUpState {
  /** Time of the last roll-up; null before the first one has finished. */
  readonly at: Date | null;
  readonly timeZone: string;
  readonly openFrom: Date;
  readonly linesDone: number;
  readonly linesTotal: number;
  readonly lastLine: number;
  readonly isComplete: boolean;
  readonly monthsClosed: number;
}

/** Only one process derives changed lines at a time. Another process tries again a minute later. */
export const lockNumbers = sql`select pg_try_advisory_xact_lock(hashtext('numbers')) as ours`;

export const readState = sql`
  select at, time_zone, open_from, lines_done, lines_total, last_line, is_complete,
    (select count(*) from number_months)::int as months_closed
  from numbers_taken`;

/** Starts the first roll-up. Lines that changed before are part of it. */
export const startState = (timeZone: string): readonly Sql[] => [
  sql`delete from changed_lines`,
  sql`insert into numbers_taken (time_zone, open_from, lines_total)
    select ${timeZone}, 'epoch'::timestamptz, count(*) from lines`,
];

export const nextLines = (after: number, most: number): Sql =>
  sql`select id from lines where id > ${after} order by id limit ${most}`;

export const recordLines = (last: number, count: number): Sql =>
  sql`update numbers_taken set last_line = ${last}, lines_done = lines_done + ${count}`;

export const recordComplete = (openFrom: Date): Sql =>
  sql`update numbers_taken set is_complete = true, open_from = ${openFrom}`;

export const recordRollUp = (at: Date, timeZone: string): Sql =>
  sql`update numbers_taken set at = ${at}, time_zone = ${timeZone}`;

/** Deletes and returns changed lines, at most as many as one transaction derives. */
export const takeChangedLines = (most: number): Sql => sql`
  with taken as (
    delete from changed_lines where ctid = any(array(select ctid from changed_lines limit ${most}))
    returning line_id
  )
  select distinct line_id from taken order by line_id`;

/** Owners of customers or tests that ended between two times. */
export const findEndedOwners = (from: Date, until: Date): Sql => sql`
  select distinct account_id from customer_periods where ends_at > ${from} and ends_at <= ${until}
  union
  select distinct account_id from customer_trials where ended_at > ${from} and ended_at <= ${until}`;

/** Next accounts with customers, tests, receipts or costs, in the order of their ids. */
export const nextAccounts = (after: number, most: number): Sql => sql`
  select id from accounts a where id > ${after} and (
    exists (select from customer_periods p where p.account_id = a.id)
    or exists (select from customer_trials t where t.account_id = a.id)
    or exists (select from customer_receipts r where r.account_id = a.id)
    or exists (select from costs c where c.account_id = a.id))
  order by id limit ${most}`;

/** Last closed month, yyyy-mm-01; null before the first. */
export const lastClosedMonth = sql`
  select to_char(max(month), 'YYYY-MM-DD') as month from number_months`;

export const recordClosed = (month: string, at: Date): Sql => sql`
  insert into number_months (month, closed_at) values (${month}::date, ${at}) on conflict do nothing`;

/** Time of the first payment, receipt or ended test in the installation. */
export const firstFact = sql`
  select least((select min(first_at) from customer_periods), (select min(ended_at) from customer_trials),
    (select min(at) from customer_receipts)) as at`;

export const treeMoves = sql`
  select count as moves, count is not distinct from (select moves_known from numbers_taken) as are_known
  from tree_moves`;

export const recordMoves = (moves: number): Sql =>
  sql`update numbers_taken set moves_known = ${moves}`;
