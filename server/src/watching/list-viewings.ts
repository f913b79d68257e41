/**
 * Lists the current viewings of a line, or the viewings that ran at the same time as a given one.
 * Only lines of platforms with a player have viewings. Lines outside the caller's tree are answered
 * as not found. Source: Q-ONLINE, S-IPTVLIST-22.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { platforms } from '@ramal/contract/rules/platforms';
import {
  type listLineViewings as lineViewingsDeclaration,
  SHOWN_DEVICES,
  type Viewing,
} from '@ramal/contract/watching';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor, Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { andOnOpenPlatform, inTree } from '../access/access.ts';
import { ONLINE_MS } from './online.ts';
import { lastSeen } from './viewings.sql.ts';

interface ListViewingsQuery {
  readonly username: string;
  readonly onlineId?: string | null | undefined;
}

interface Row extends Omit<Viewing, 'user' | 'startedAtTimestamp' | 'lastSeenTimestamp'> {
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
}

/** SQL: columns of `Row`, for viewings `v` and their presence `p`. */
const viewingColumns = (timeZone: string): Sql => sql`
  v.id, coalesce(host(v.address), '') as ip, v.title as content, v.encoding, v.user_agent,
  ${viewingAid(timeZone)} as aid, v.started_at, ${viewingEnd} as last_seen_at`;

export async function listViewings(
  ctx: AppContext,
  { actor }: Caller,
  input: ListViewingsQuery,
): Promise<Viewing[]> {
  const line = await ctx.db.first<{ id: number }>(viewedLine(actor, input.username));
  if (!line) return refuse('line_not_found');
  const { clock } = ctx;
  const overlapping = input.onlineId ? await intervalOf(ctx, line.id, input.onlineId) : undefined;
  const rows = await ctx.db.many<Row>(sql`
    select ${viewingColumns(clock.timeZone)}
    from viewings v left join presence p on p.session_id = v.id
    where v.line_id = ${line.id} and ${overlapping ?? isRunning(clock.now())}
    order by v.started_at desc, v.id limit ${AT_MOST}`);
  return rows.map((row) => toViewing(row, input.username));
}

const toViewing = ({ startedAt, lastSeenAt, ...row }: Row, user: string): Viewing => ({
  ...row,
  user,
  startedAtTimestamp: unixSeconds(startedAt),
  lastSeenTimestamp: unixSeconds(lastSeenAt),
});

/**
 * Lists the current viewings of a line, and the newest viewing of each other application. Only the
 * newest viewings are read, because a line may have many.
 */
export async function listLineViewings(
  ctx: AppContext,
  { actor }: Caller,
  lineId: number,
): Promise<HandlerResult<typeof lineViewingsDeclaration>> {
  const line = await ctx.db.first<{ username: string }>(sql`
    select l.username from lines l where l.id = ${lineId} and l.deleted_at is null
      and ${inTree(actor, sql`l.owner_id`)} ${andOnOpenPlatform(actor, sql`l.platform`)}`);
  if (!line) return refuse('line_not_found');
  const { clock } = ctx;
  const running = isRunning(clock.now());
  const rows = await ctx.db.many<Row & { isRunning: boolean }>(sql`
    with recent as (
      select ${viewingColumns(clock.timeZone)}, ${running} as is_running
      from viewings v left join presence p on p.session_id = v.id
      where v.line_id = ${lineId} order by v.started_at desc limit ${AT_MOST}
    ), newest as (
      select *, row_number() over (partition by user_agent order by is_running desc, started_at desc) as place
      from recent
    )
    select id, ip, content, encoding, user_agent, aid, started_at, last_seen_at, is_running
    from newest where is_running or place = 1
    order by is_running desc, last_seen_at desc, id limit ${SHOWN_DEVICES}`);
  return rows.map((row) => ({ ...toViewing(row, line.username), isRunning: row.isRunning }));
}

/**
 * Maximum number of viewings. Only a line without a screen limit, or a much used line over many
 * hours, reaches it.
 */
const AT_MOST = 500;

export const viewedLine = (actor: Actor, username: string): Sql => sql`
  select l.id from lines l
  where l.platform = ${platforms.iptv.key} and l.username = ${username} and l.deleted_at is null
    and ${inTree(actor, sql`l.owner_id`)}`;

/** SQL: end of a viewing, or its last heartbeat if it has not ended. */
const viewingEnd = sql`coalesce(v.ended_at, ${lastSeen})`;

const isRunning = (now: Date): Sql =>
  sql`v.ended_at is null and ${lastSeen} > ${new Date(now.getTime() - ONLINE_MS)}`;

/**
 * Returns a SQL condition: a viewing ran at some moment together with the given viewing of the same
 * line.
 */
async function intervalOf(ctx: AppContext, lineId: number, id: string): Promise<Sql> {
  const period = await ctx.db.first<{ from: Date; until: Date }>(sql`
    select v.started_at as from, ${viewingEnd} as until
    from viewings v left join presence p on p.session_id = v.id where v.id = ${id} and v.line_id = ${lineId}`);
  if (!period) return refuse('viewing_not_found');
  return sql`v.started_at <= ${period.until} and ${viewingEnd} >= ${period.from}`;
}

/**
 * SQL column: AID of a viewing. It consists of date and time of the start, and a suffix that
 * distinguishes two viewings in the same second (S-SHARED-49).
 */
export const viewingAid = (timeZone: string): Sql => sql`
  to_char(v.started_at at time zone ${timeZone}::text, 'YYYYMMDDHH24MISS') || '-' || upper(left(v.id::text, 4))`;
