/**
 * Statements that write heartbeats. All times are those of the database, because clocks of machines
 * differ. The presence of an hour is the sum of the times between its heartbeats. The number of
 * processes that send them does not change it.
 */
import type { NodeRole } from '@ramal/contract/operations/nodes';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Load } from '../foundation/load/load-meter.ts';
import { LOST_SECONDS } from '../foundation/start/running-releases.ts';
import type { LogLine } from '../foundation/start/recent-log-lines.ts';
import { primaryName, replicaName } from './database-names.ts';

export interface HeartbeatRow extends Load {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly NodeRole[];
  readonly version: string;
  readonly isDraining: boolean;
  readonly queue: number | null;
}

/** A standby whose lag is longer than this counts as behind. */
export const LATE_SECONDS = 30;
/** Longest time between two heartbeats of a present process: twice the usual interval. */
const GAP_SECONDS = 20;

/**
 * Stores the heartbeat of a process. Deletes the rows of killed processes that this process
 * replaces.
 */
export const writeHeartbeat = (sign: HeartbeatRow): Sql => sql`
  with replaced as (
    delete from nodes where name = ${sign.name} and roles = ${[...sign.roles]}::text[]
      and id <> ${sign.id} and seen_at < now() - make_interval(secs => ${raw(String(LOST_SECONDS))})
  )
  insert into nodes (id, name, roles, version, started_at, seen_at, is_draining,
    requests, answer_ms, screens, jobs, queue)
  values (${sign.id}, ${sign.name}, ${[...sign.roles]}, ${sign.version}, now(), now(), ${sign.isDraining},
    ${sign.requests}, ${sign.answerMs}, ${sign.screens}, ${sign.jobs}, ${sign.queue})
  on conflict (id) do update set seen_at = excluded.seen_at, is_draining = excluded.is_draining,
    requests = excluded.requests, answer_ms = excluded.answer_ms, screens = excluded.screens,
    jobs = excluded.jobs, queue = excluded.queue`;

export const writeLogLines = (id: string, lines: readonly LogLine[]): Sql =>
  sql`update nodes set log_lines = ${JSON.stringify(lines)} where id = ${id}`;

/**
 * Adds the time since the last heartbeat, at most GAP_SECONDS, to the current hour of each row of
 * `present`.
 */
const addPresence = (present: Sql): Sql => sql`
  insert into node_hours as h (kind, name, hour, address, first_at, last_at, is_late)
  select kind, name, date_trunc('hour', now(), 'UTC'), address, now(), now(), is_late
  from (${present}) present order by kind, name
  on conflict (kind, name, hour) do update set
    address = excluded.address,
    last_at = greatest(h.last_at, excluded.last_at),
    is_late = excluded.is_late,
    well_seconds = h.well_seconds + case when excluded.is_late then 0 else ${sinceLastHeartbeat} end,
    late_seconds = h.late_seconds + case when excluded.is_late then ${sinceLastHeartbeat} else 0 end`;

const sinceLastHeartbeat = raw(
  `greatest(0, least(extract(epoch from excluded.last_at - h.last_at), ${GAP_SECONDS}))`,
);

export const serializeRoles = (roles: readonly NodeRole[]): string => roles.join(',');

export const addNodePresence = ({ name, roles }: Pick<HeartbeatRow, 'name' | 'roles'>): Sql =>
  addPresence(
    sql`select ${serializeRoles(roles)}::text as kind, ${name}::text as name, null::inet as address, false as is_late`,
  );

export const addDatabasePresence = (
  { config }: Pick<AppContext, 'config'>,
  hasReplica: boolean,
): Sql => {
  const databases = [
    sql`select 'primary' as kind, ${primaryName(config)} as name, null::inet as address, false as is_late`,
    sql`select 'standby', name, address, coalesce(lag_seconds > ${raw(String(LATE_SECONDS))}, false)
      from read_standbys()`,
    ...(hasReplica ? [sql`select 'replica', ${replicaName(config)}::text, null, false`] : []),
  ];
  return addPresence(join(databases, ' union all '));
};
