/**
 * State of the line and of the channels that a ticket is about. The panel shows the state before
 * the ticket is sent, because the state answers many questions.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { displayedStatus } from '@ramal/contract/rules/line-status';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { readTicketFacts as declaration } from '@ramal/contract/tickets/ticket-facts';
import sql, { type Sql, empty } from 'sql-template-tag';
import { andOnOpenPlatform, inTree } from '../access/access.ts';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { localDay, startOfDay, unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { lastWatched, ONLINE_MS, titleNow, viewingsNow } from '../watching/watching.ts';

type Facts = HandlerResult<typeof declaration>;

/**
 * Account that reads the state. `grants` is undefined for the seller of a customer, because that
 * seller sees the line on any platform.
 */
export type FactsReader = ReaderAccount & Partial<Pick<Actor, 'grants'>>;

interface FactsQuery {
  readonly lineId: number | undefined;
  readonly streamIds: readonly number[];
}

export async function readFacts(
  ctx: AppContext,
  reader: Reader,
  actor: FactsReader,
  { lineId, streamIds }: FactsQuery,
): Promise<Facts> {
  const line = lineId === undefined ? null : await readLine(ctx, reader, actor, lineId);
  const channels = streamIds.length === 0 ? [] : await readChannels(ctx, reader, streamIds);
  return { line, channels };
}

export interface LineRow {
  readonly id: number;
  readonly platform: PlatformKey;
  readonly screensInUse: number;
  readonly username: string;
  readonly note: string;
  readonly isOn: boolean;
  readonly isTrial: boolean;
  readonly isBlocked: boolean;
  readonly expiresAt: Date;
  readonly package: string | null;
  readonly screens: number | null;
  readonly lastPlayedAt: Date | null;
  readonly lastPlayed: string | null;
  readonly watching: string | null;
  readonly refusedToday: number;
}

async function readLine(
  ctx: AppContext,
  reader: Reader,
  actor: FactsReader,
  id: number,
): Promise<Facts['line']> {
  const row = await findLine(ctx, reader, actor, id);
  return row ? serializeLine(ctx, row) : refuse('line_not_found');
}

/** Finds a line of the actor's tree with its state; undefined if the line was deleted. */
export function findLine(
  { clock }: AppContext,
  reader: Reader,
  actor: FactsReader,
  id: number,
): Promise<LineRow | undefined> {
  const now = clock.now();
  const { grants } = actor;
  return reader.first<LineRow>(sql`
    select l.id, l.platform, l.username, l.note, l.is_on, l.is_trial,
      l.blocked_for_abuse_at is not null as is_blocked, l.expires_at,
      p.name as package, p.max_connections as screens, ${lastWatched(sql`l.id`)} as last_played_at,
      (select w.title from last_watched w where w.line_id = l.id) as last_played,
      ${titleNow(sql`l.id`, now)} as watching, ${viewingsNow(sql`l.id`, now)} as screens_in_use, ${refusedSince(startOfDay(localDay(now, clock.timeZone), clock.timeZone))} as refused_today
    from lines l left join packages p on p.id = l.package_id
    where l.id = ${id} and l.deleted_at is null and ${inTree(actor, sql`l.owner_id`)}
      ${grants ? andOnOpenPlatform({ grants }, sql`l.platform`) : empty}`);
}

export function serializeLine({ clock }: AppContext, row: LineRow) {
  const status = row.isTrial ? 'Teste' : 'Ativo';
  return {
    username: row.username,
    note: row.note,
    status: displayedStatus({
      status: row.isOn ? status : 'Desativado',
      isBlocked: row.isBlocked,
      isExpired: row.expiresAt <= clock.now(),
    }),
    expiresAt: unixSeconds(row.expiresAt),
    package: row.package ?? '',
    screens: row.screens,
    lastPlayedAt: row.lastPlayedAt && unixSeconds(row.lastPlayedAt),
    lastPlayed: row.lastPlayed ?? '',
    watching: row.watching,
    refusedToday: row.refusedToday,
  };
}

const refusedSince = (since: Date): Sql =>
  sql`(select count(*) from refused_players r where r.at >= ${since} and r.username = l.username)`;

interface ChannelRow {
  readonly label: string;
  readonly problem: string;
  readonly checkedAt: Date | null;
  readonly watching: number;
  readonly tickets: number;
}

export async function readChannels(
  { clock }: AppContext,
  reader: Reader,
  ids: readonly number[],
): Promise<Facts['channels']> {
  const now = clock.now();
  const rows = await reader.many<ChannelRow>(sql`
    select s.name as label, s.source_problem as problem, s.source_checked_at as checked_at,
      (select count(distinct p.line_id) from presence p
        where p.stream_id = s.id and p.last_seen_at > ${new Date(now.getTime() - ONLINE_MS)}) as watching,
      (select count(*) from ticket_channels c join tickets t on t.id = c.ticket_id
        where c.key = 's:' || s.id and ${isPartOfIncident(now)}) as tickets
    from streams s where s.id = any (${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], s.id)`);
  return rows.map(({ checkedAt, ...row }) => ({
    ...row,
    checkedAt: checkedAt && unixSeconds(checkedAt),
  }));
}

/**
 * Condition on `tickets t`: opened within the last day and not finished. Such tickets about one
 * channel form one incident.
 */
export const isPartOfIncident = (now: Date): Sql =>
  sql`t.status <> 1 and t.created_at > ${new Date(now.getTime() - DAY_MS)}`;
