/** Lists the processes with their last heartbeat, and the databases behind them. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  Database,
  Node,
  NodeLogLine,
  NodeRole,
  listNodes as declaration,
  readNodeLog as readNodeLogDeclaration,
} from '@ramal/contract/operations/nodes';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { LOST_SECONDS } from '../foundation/start/running-releases.ts';
import { primaryName, replicaName } from './database-names.ts';
import { type Presence, presenceKey, readPresence, toHours } from './hours.ts';
import { LATE_SECONDS, serializeRoles } from './heartbeats.sql.ts';

export async function listNodes(ctx: AppContext): Promise<HandlerResult<typeof declaration>> {
  const primary = await readPrimary(ctx);
  const presence = await readPresence(ctx.db);
  const hoursOf = (kind: string, name: string) =>
    toHours(presence.get(presenceKey({ kind, name })) ?? [], primary.now);
  return {
    nodes: (await readNodes(ctx.db)).map(({ isLost, isDraining, startedAt, seenAt, ...node }) => ({
      ...node,
      state: isLost ? 'lost' : isDraining ? 'draining' : 'up',
      startedAtTimestamp: unixSeconds(startedAt),
      seenAtTimestamp: unixSeconds(seenAt),
      hours: hoursOf(serializeRoles(node.roles), node.name),
    })),
    databases: [
      {
        ...connected,
        name: primary.name,
        role: 'primary',
        version: primary.version,
        connections: primary.connections,
        answerMs: primary.answerMs,
        hours: hoursOf('primary', primary.name),
      },
      ...(await listStandbys(ctx.db, primary, presence)),
      ...(await listReplica(ctx, hoursOf)),
    ],
  };
}

/** Returns the last warnings and errors of a process, the newest first. */
export async function readNodeLog(
  reader: Reader,
  id: string,
): Promise<HandlerResult<typeof readNodeLogDeclaration>> {
  const node = await reader.first<{ logLines: NodeLogLine[] }>(
    sql`select log_lines from nodes where id = ${id}`,
  );
  return { data: (node ?? refuse('node_not_found')).logLines.toReversed() };
}

type NodeRow = Omit<Node, 'state' | 'hours' | 'startedAtTimestamp' | 'seenAtTimestamp'> & {
  readonly roles: NodeRole[];
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly isDraining: boolean;
  readonly isLost: boolean;
};

const readNodes = (reader: Reader): Promise<NodeRow[]> =>
  reader.many<NodeRow>(sql`
    select id, name, roles, version, started_at, seen_at, is_draining,
      seen_at < now() - make_interval(secs => ${raw(String(LOST_SECONDS))}) as is_lost,
      requests, answer_ms, screens, jobs, queue
    from nodes order by roles, name, started_at desc`);

interface Primary {
  readonly now: Date;
  readonly name: string;
  readonly version: string;
  /** Null for a connection over a socket. */
  readonly address: string | null;
  readonly connections: number;
  readonly answerMs: number;
}

async function readPrimary({ db, config }: AppContext): Promise<Primary> {
  const start = performance.now();
  const row = await db.first<Omit<Primary, 'answerMs'>>(sql`
    select now() as now, ${primaryName(config)} as name,
      split_part(current_setting('server_version'), ' ', 1) as version,
      host(inet_server_addr()) as address,
      (select sum(numbackends)::int from pg_stat_database) as connections`);
  return { ...row!, answerMs: Math.round(performance.now() - start) };
}

/**
 * Default values of a listed database. Each kind of database overrides the values that it knows.
 */
const connected = {
  version: null,
  state: 'up',
  seenAtTimestamp: null,
  isReady: false,
  lagSeconds: null,
  lagBytes: null,
  connections: null,
  answerMs: null,
} as const;

interface StandbyRow {
  readonly name: string;
  readonly state: string | null;
  readonly lagSeconds: number | null;
  readonly lagBytes: number | null;
}

async function listStandbys(
  reader: Reader,
  primary: Primary,
  presence: ReadonlyMap<string, Presence[]>,
): Promise<Database[]> {
  const rows = await reader.many<StandbyRow>(
    sql`select name, state, lag_seconds, lag_bytes from read_standbys()`,
  );
  const present = rows.map(({ name, state, lagSeconds, lagBytes }): Database => {
    const isBehind = lagSeconds !== null && lagSeconds > LATE_SECONDS;
    return {
      ...connected,
      name,
      role: 'standby',
      state: state === null ? 'unknown' : isBehind ? 'behind' : 'up',
      isReady: state === 'streaming' && !isBehind,
      lagSeconds,
      lagBytes,
      hours: toHours(presence.get(presenceKey({ kind: 'standby', name })) ?? [], primary.now),
    };
  });
  const names = new Set(rows.map(({ name }) => name));
  return [...present, ...lostStandbys(primary, presence, names)];
}

/**
 * Returns standbys that were connected within the last day but are not now. A standby that became
 * the primary is not lost.
 */
function lostStandbys(
  { now, address }: Primary,
  presence: ReadonlyMap<string, Presence[]>,
  names: ReadonlySet<string>,
): Database[] {
  return [...presence.values()].flatMap((hours): Database[] => {
    const last = hours.at(-1)!;
    const isGone = last.kind === 'standby' && !names.has(last.name);
    const isPrimary = last.address !== null && last.address === address;
    if (!isGone || isPrimary || now.getTime() - last.lastAt.getTime() > DAY_MS) return [];
    return [
      {
        ...connected,
        name: last.name,
        role: 'standby',
        state: 'lost',
        seenAtTimestamp: unixSeconds(last.lastAt),
        hours: toHours(hours, now),
      },
    ];
  });
}

async function listReplica(
  { replica, config }: AppContext,
  hoursOf: (kind: string, name: string) => Database['hours'],
): Promise<Database[]> {
  if (!replica) return [];
  const lagBytes = (await replica.behindBytes()) ?? null;
  const name = replicaName(config);
  return [
    {
      ...connected,
      name,
      role: 'replica',
      state: lagBytes === null ? 'lost' : replica.serves() ? 'up' : 'behind',
      lagBytes: lagBytes === null ? null : Math.max(0, lagBytes),
      hours: hoursOf('replica', name),
    },
  ];
}
