import sql, { type Sql } from 'sql-template-tag';
import { ONLINE_MS } from './online.ts';

export type EndReason = 'left' | 'over-limit' | 'ended-by-hand' | 'line-stopped' | 'not-seen';

/** SQL column: last heartbeat of viewing `v`, where `p` is its presence row, if any. */
export const lastSeen = sql`greatest(p.last_seen_at, v.seen_at)`;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

const viewingsLock = (lineId: Sql): Sql =>
  sql`pg_advisory_xact_lock(hashtextextended('viewings of line ' || ${lineId}, 0))`;

/**
 * CTE: takes the lock of every transaction that changes the number of running viewings of a line.
 * The lock lasts until the end of the transaction.
 */
export const lockViewingsCte = (lineId: number): Sql =>
  sql`select ${viewingsLock(sql`${lineId}::bigint`)}`;

/** Takes the same lock for several lines, in the order of their ids. */
export const lockLineViewings = (lineIds: readonly number[]): Sql => sql`
  select ${viewingsLock(sql`id`)}
  from (select id from unnest(${lineIds}::bigint[]) id order by id) sorted`;

export interface ViewingRow {
  readonly id: string;
  readonly streamId: number;
  readonly address: string | null;
  readonly userAgent: string;
  readonly archiveStart: Date | null;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  /** True if a person ended the viewing within the last minute. */
  readonly wasEnded: boolean;
}

/**
 * Selects the current viewings of a line, oldest first, and those that a person ended since
 * `heldSince`.
 */
export const lineViewings = (lineId: number, now: Date, heldSince: Date): Sql => sql`
  select v.id, v.stream_id, host(v.address) as address, v.user_agent,
    v.archive_start, v.started_at, ${lastSeen} as last_seen_at, v.ended_at is not null as was_ended
  from viewings v left join presence p on p.session_id = v.id
  where v.line_id = ${lineId} and v.ended_at is null and ${lastSeen} > ${before(now, ONLINE_MS)}
  union all
  select v.id, v.stream_id, host(v.address), v.user_agent, v.archive_start, v.started_at, v.seen_at, true
  from viewings v
  where v.line_id = ${lineId} and v.ended_because = 'ended-by-hand' and v.ended_at > ${heldSince}
  order by started_at, id`;

/**
 * SQL: number of simultaneous screens of a line; 0 means unlimited. A line with its own set of
 * bouquets has one (Q-PACKAGES).
 */
export const lineScreens = (lineId: number): Sql => sql`
  select coalesce(p.max_connections, 1) as screens
  from lines l left join packages p on p.id = l.package_id where l.id = ${lineId}`;

export interface NewViewing {
  readonly id: string;
  readonly lineId: number;
  readonly streamId: number;
  readonly title: string;
  readonly encoding: string;
  readonly address: string | null;
  readonly userAgent: string;
  /** Balancer of the viewing; null if this server delivers the stream itself. */
  readonly balancerId: number | null;
  /** Start of the programme that is watched from the archive; null for everything else. */
  readonly archiveStart: Date | null;
}

export const insertViewing = (viewing: NewViewing, now: Date): Sql => sql`
  insert into viewings (id, line_id, stream_id, title, encoding, address, user_agent, started_at, seen_at, balancer_id,
    archive_start)
  values (${viewing.id}, ${viewing.lineId}, ${viewing.streamId}, ${viewing.title}, ${viewing.encoding},
    ${viewing.address}::inet, ${viewing.userAgent}, ${now}, ${now}, ${viewing.balancerId},
    ${viewing.archiveStart})`;

/**
 * Ends the viewings that are still open, and removes them from the lists of current viewings at
 * once.
 */
export const endViewings = (ids: readonly string[], reason: EndReason, at: Date): Sql => sql`
  with ended as (
    update viewings set ended_at = greatest(${at}, started_at), ended_because = ${reason}
    where id = any(${ids}::uuid[]) and ended_at is null
  ) delete from presence where session_id = any(${ids}::uuid[])`;

export const endAllViewings = (lineIds: readonly number[], reason: EndReason, at: Date): Sql => sql`
  with ended as (
    update viewings set ended_at = greatest(${at}, started_at), ended_because = ${reason}
    where line_id = any(${lineIds}::bigint[]) and ended_at is null
  ) delete from presence where line_id = any(${lineIds}::bigint[])`;

interface EndedRow {
  readonly id: string;
  readonly reason: EndReason;
  readonly at: Date;
}

export const endEach = (rows: readonly EndedRow[]): Sql => sql`
  with ended as (
    update viewings v set ended_at = greatest(e.at, v.started_at), ended_because = e.reason
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[]) as e (id, reason, at)
    where v.id = e.id and v.ended_at is null
  ) delete from presence where session_id = any(${rows.map(({ id }) => id)}::uuid[])`;

export interface PausedViewing extends Omit<NewViewing, 'balancerId' | 'archiveStart'> {
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  readonly reason: EndReason | null;
}

export const viewingById = (id: string): Sql => sql`
  select v.id, v.line_id, v.stream_id, v.title, v.encoding,
    host(v.address) as address, v.user_agent, v.started_at,
    ${lastSeen} as last_seen_at, v.ended_because as reason
  from viewings v left join presence p on p.session_id = v.id where v.id = ${id}`;

/** Stores the part before a pause in the history under a new id. */
export const splitViewingBefore = (id: string, historyId: string, lastSeenAt: Date): Sql => sql`
  insert into viewings (id, line_id, stream_id, title, encoding, address, user_agent, started_at, seen_at, ended_at, ended_because)
  select ${historyId}, line_id, stream_id, title, encoding, address, user_agent, started_at, ${lastSeenAt}, ${lastSeenAt}, 'not-seen'
  from viewings where id = ${id}`;

export const reopenViewing = (id: string, startedAt: Date, now: Date): Sql => sql`
  update viewings set started_at = ${startedAt}, seen_at = ${now}, ended_at = null, ended_because = null
  where id = ${id}`;

/** Selects viewings that another screen or a person ended since this time. */
export const viewingsCutSince = (since: Date): Sql => sql`
  select id from viewings where ended_because in ('over-limit', 'ended-by-hand') and ended_at > ${since}`;

export const copyHeartbeats = sql`
  update viewings v set seen_at = p.last_seen_at from presence p
  where p.session_id = v.id and v.ended_at is null and p.last_seen_at > v.seen_at`;

/** Ends stale viewings at the time of their last heartbeat. */
export const endStaleBefore = (at: Date): Sql => sql`
  update viewings set ended_at = seen_at, ended_because = 'not-seen' where ended_at is null and seen_at < ${at}`;

/**
 * Deletes the presence of viewings that ended while their heartbeats were being written. Without
 * `ids` it deletes all of them.
 */
export const deleteGhostViewings = (ids?: readonly string[]): Sql => sql`
  delete from presence p using viewings v where v.id = p.session_id and v.ended_at is not null
    and ${ids ? sql`p.session_id = any(${ids}::uuid[])` : sql`true`}`;
