/**
 * Reads the data above the list of boxes: the numbers, the address of the portal, and the boxes
 * that request a line.
 */
import type { readBoxOverview as declaration } from '@ramal/contract/boxes/boxes';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor, Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { playerBaseUrl } from '../player/player.ts';
import { boxesOfLines, isOwnLine } from './box.ts';
import { inFilter } from './list-boxes.ts';

const MAX_WAITING = 20;
/** A request is shown for this time after the device last repeated it. */
const WAITING_MS = 7 * DAY_MS;

interface WaitingRow {
  readonly id: number;
  readonly mac: string;
  readonly model: string;
  readonly asks: number;
  readonly lastAskedAt: Date;
  readonly lineId: number | null;
  readonly username: string;
  readonly note: string;
  readonly hasBox: boolean;
}

type Counts = HandlerResult<typeof declaration>['counts'];

export async function readOverview(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
): Promise<HandlerResult<typeof declaration>> {
  const now = ctx.clock.now();
  const counting = ctx.db.first<Counts>(sql`
    select count(*) as all,
      count(*) filter (where ${inFilter('on', now)}) as on,
      count(*) filter (where ${inFilter('off', now)}) as off,
      count(*) filter (where ${inFilter('expired', now)}) as expired,
      count(*) filter (where ${inFilter('problem', now)}) as problem
    from ${boxesOfLines} where ${isOwnLine(actor, sql`l.owner_id`)}`);
  const reading = ctx.db.many<WaitingRow>(sql`
    select r.id, r.mac, r.model, r.asks, r.last_asked_at, l.id as line_id,
      coalesce(l.username, '') as username, coalesce(l.note, '') as note,
      exists (select from boxes b where b.line_id = l.id) as has_box
    from ${waitingRequests(actor, now)} order by r.last_asked_at desc, r.id desc limit ${MAX_WAITING}`);
  const countingRequests = ctx.db.first<{ count: number }>(
    sql`select count(*) from (select from ${waitingRequests(actor, now)} limit 1000) counted`,
  );
  const [counts, waiting, total] = await Promise.all([counting, reading, countingRequests]);
  return {
    portalUrl: `${playerBaseUrl(ctx, requestMeta, actor.linkHost)}/c/`,
    counts: counts!,
    waiting: waiting.map(serializeWaiting),
    waitingTotal: total!.count,
  };
}

/**
 * SQL for a FROM clause: unanswered requests that the actor can answer. Resellers see only requests
 * with the password of one of their own lines. Admins see all requests.
 */
export const waitingRequests = (actor: Actor, now: Date): Sql => sql`
  box_requests r left join lines l on l.id = r.line_id and l.deleted_at is null
  where r.refused_at is null and r.last_asked_at > ${new Date(now.getTime() - WAITING_MS)}
    and ${isOwnLine(actor, sql`l.owner_id`)}`;

const serializeWaiting = (row: WaitingRow) => ({
  id: row.id,
  mac: row.mac,
  model: row.model,
  asks: row.asks,
  askedTimestamp: unixSeconds(row.lastAskedAt),
  iptv: row.lineId === null ? null : { id: row.lineId, username: row.username, note: row.note },
  hasBox: row.hasBox,
});
