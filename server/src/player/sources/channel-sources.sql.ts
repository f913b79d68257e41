/** Statements about the sources of channels that checks, players and the screen share. */
import sql, { type Sql } from 'sql-template-tag';

/** Successful checks in a row after which a source that failed counts as recovered. */
export const PROOFS_NEEDED = 3;
const MAX_HOLD_MINUTES = 15;

/** SQL expression: address of the source that a player receives for stream `s`. */
export const activeAddress = sql`coalesce(
  (select a.address from channel_sources a where a.id = s.active_source_id), s.source)`;

/** True if channel source `x` answers and has recovered from its last failure. */
export const isUsable = (now: Date): Sql => sql`(x.problem = '' and (x.failed_at is null
  or (x.proofs >= ${PROOFS_NEEDED} and coalesce(x.held_until, '-infinity') <= ${now})))`;

/** True if source `x` is the one that stream `s` uses. */
export const isActive = sql`coalesce(x.id = s.active_source_id, x.address is null)`;

interface NewState {
  readonly now: Date;
  /** New problem of source `x`; empty if it answers. */
  readonly problem: Sql;
}

/**
 * SQL assignments after a check. `hold_minutes` is the wait of a recovered source before it is
 * chosen again. It doubles if the source fails again within an hour, and halves otherwise.
 */
export const checkedColumns = ({ now, problem }: NewState): Sql => sql`
  checked_at = ${now}, problem = ${problem},
  failed_at = case when ${problem} = '' then x.failed_at else ${now} end,
  failure = case when ${problem} = '' then x.failure else ${problem} end,
  proofs = case when ${problem} = '' then least(x.proofs + 1, 1000) else 0 end,
  held_until = case when ${problem} = '' and x.proofs + 1 = ${PROOFS_NEEDED} and x.failed_at is not null
    then ${now}::timestamptz + x.hold_minutes * interval '1 minute'
    when ${problem} = '' then x.held_until end,
  fell_at = case when ${problem} <> '' and x.problem = '' then ${now} else x.fell_at end,
  hold_minutes = case when ${problem} = '' or x.problem <> '' then x.hold_minutes
    when x.fell_at > ${now}::timestamptz - interval '1 hour'
      then least(x.hold_minutes * 2, ${MAX_HOLD_MINUTES})
    else greatest(x.hold_minutes / 2, 1) end`;

/** Locks the streams in the order of their ids, so that two processes cannot deadlock. */
export const lockStreams = (streamIds: readonly number[]): Sql => sql`
  select id from streams where id = any(${[...streamIds]}::bigint[]) order by id for update`;

export interface ActiveChange {
  readonly id: number;
  readonly name: string;
  readonly number: number;
  /** Position of the new source, counted from 1. */
  readonly position: number;
}

/**
 * Chooses the first working source of these streams. The active source stays while it answers and
 * no earlier source has recovered. If no source answers, nothing changes. Returns the changes.
 */
export const chooseActive = (streamIds: readonly number[], now: Date): Sql => sql`
  with ranked as (
    select distinct on (x.stream_id) x.stream_id, x.id,
      (select count(*) from channel_sources y where y.stream_id = x.stream_id
        and (y.position, y.id) <= (x.position, x.id)) as place
    from channel_sources x join streams s on s.id = x.stream_id
    where x.stream_id = any(${[...streamIds]}::bigint[]) and (x.address is not null or s.source <> '')
    order by x.stream_id,
      case when ${isUsable(now)} or (${isActive} and x.problem = '') then 1
        when x.problem = '' then 2 when ${isActive} then 3 else 4 end,
      x.position, x.id
  )
  update streams s set active_source_id = r.id
  from ranked r
  where s.id = r.stream_id and r.id <> coalesce(s.active_source_id,
    (select own.id from channel_sources own where own.stream_id = s.id and own.address is null))
  returning s.id, s.name, s.number, r.place as position`;

/** Gives temporary channels the active source of their origin. */
export const followOrigins = (originIds: readonly number[]): Sql => sql`
  update streams t set active_source_id = s.active_source_id
  from temporary_channels c join streams s on s.id = c.origin_id
  where t.id = c.stream_id and c.origin_id = any(${[...originIds]}::bigint[])
    and t.active_source_id is distinct from s.active_source_id`;

/** Copies the problem of the active source to the stream. */
export const showActiveProblem = (streamIds: readonly number[]): Sql => sql`
  update streams s set source_problem = x.problem, source_checked_at = coalesce(x.checked_at, s.source_checked_at)
  from channel_sources x
  where x.stream_id = s.id and s.id = any(${[...streamIds]}::bigint[]) and ${isActive}
    and (s.source_problem, s.source_checked_at) is distinct from
      (x.problem, coalesce(x.checked_at, s.source_checked_at))`;

/**
 * SQL column: state of a channel in the terms of the contract, from its source in use `a` and the
 * counts `n`. A built-in source is always available.
 */
export const channelState = sql`case
  when n.working = 0 then 'lost'
  when n.active_position > 1 then 'fallback'
  when n.working < n.sources then 'partial'
  when a.checked_at is null and coalesce(a.address, s.source) ~* '^https?:' then 'unknown'
  else 'ok' end`;
