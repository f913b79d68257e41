/** SQL fragments about viewings, for the queries of other modules. */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';

/** Milliseconds after the last heartbeat of a viewing for which its line counts as online. */
export const ONLINE_MS = 45_000;

const onlineSince = (now: Date): Date => new Date(now.getTime() - ONLINE_MS);

/** SQL column: title of a line's newest current viewing; null without a viewing. */
export const titleNow = (lineId: Sql, now: Date): Sql => sql`(
  select title from presence
  where presence.line_id = ${lineId} and last_seen_at > ${onlineSince(now)}
  order by last_seen_at desc limit 1
)`;

/** SQL column: title of one viewing while it is current; null otherwise. */
export const titleOfViewing = (id: Sql, now: Date): Sql => sql`(
  select title from presence where presence.session_id = ${id} and last_seen_at > ${onlineSince(now)}
)`;

/** SQL column: number of a line's current viewings. */
export const viewingsNow = (lineId: Sql, now: Date): Sql => sql`(
  select count(*)::int from presence where presence.line_id = ${lineId} and last_seen_at > ${onlineSince(now)}
)`;

/** SQL column: number of current viewings through a balancer. */
export const viewingsThrough = (balancerId: Sql, now: Date): Sql => sql`(
  select count(*)::int from viewings v join presence p on p.session_id = v.id
  where v.balancer_id = ${balancerId} and v.ended_at is null and p.last_seen_at > ${onlineSince(now)}
)`;

/** SQL column: time when the line was last watched; null if never. */
export const lastWatched = (lineId: Sql): Sql =>
  sql`(select last_watched.at from last_watched where last_watched.line_id = ${lineId})`;

/** SQL: ids of online lines whose owners match the condition on `owner_id`. */
export const linesOnline = (now: Date, ownerCondition: Sql = sql`true`): Sql =>
  sql`select line_id from presence where last_seen_at > ${onlineSince(now)} and ${ownerCondition}`;

/** SQL: ids of lines that watch a title with this text, ignoring accents. */
export const linesWatching = (text: Sql, now: Date, ownerCondition: Sql): Sql => sql`
  select line_id from presence where last_seen_at > ${onlineSince(now)} and ${ownerCondition} and folded_title like ${text}`;

/**
 * Lines that were deleted before this period have no online viewing any more, so only later
 * deletions are checked.
 */
const DELETED_RECENTLY_MS = HOUR_MS;

/**
 * SQL: number of online lines per owner. Two screens of one line count as one line. Only lines that
 * were deleted recently are excluded, because reading every online line took most of the time of
 * the roll-up.
 */
export const onlineByOwner = (now: Date, ownerCondition: Sql): Sql => sql`
  select owner_id, count(*) as online
  from (select distinct owner_id, line_id from presence where last_seen_at > ${onlineSince(now)} and ${ownerCondition}) watched
  where not exists (select from lines where lines.id = line_id
    and deleted_at > ${new Date(now.getTime() - DELETED_RECENTLY_MS)}) group by owner_id`;

export type ViewingState = 'running' | 'paused' | 'ended';

/**
 * SQL column: state of a viewing; null if no viewing has this id. `running`: it had a heartbeat
 * recently. `paused`: it had none for a while, and may resume if the line has a free screen
 * (watching.resume). `ended`: it ended for any other reason.
 */
export const viewingState = (id: Sql, now: Date): Sql => sql`(
  select case
    when v.ended_at is not null and v.ended_because <> 'not-seen' then 'ended'
    when v.ended_at is null and greatest(p.last_seen_at, v.seen_at) > ${onlineSince(now)} then 'running'
    else 'paused' end
  from viewings v left join presence p on p.session_id = v.id where v.id = ${id}
)`;

/** CTE: erases the ended viewings of these lines (ids). */
export const eraseViewingsOfCte = (lineIds: Sql): Sql =>
  sql`delete from viewings where ended_at is not null and line_id in (${lineIds})`;
