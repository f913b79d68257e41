/** Lists the people behind the figures of win-back. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import type { ReminderChannel } from '@ramal/contract/rules/reminders';
import { type WinBackGroupKey, winBackGroups } from '@ramal/contract/win-back/win-back-rules';
import type {
  listWinBackRows as declaration,
  WinBackRowStatus,
} from '@ramal/contract/win-back/results';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, localDay, readClock, startOfDay } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { containsLineWords } from '../../foundation/like.ts';
import {
  boundedTotal,
  pageWithinBound,
  refuseLongSort,
  toPageAnswer,
} from '../../foundation/pages.ts';
import { findLostLines } from '../../numbers/numbers.ts';
import { selectPeople } from '../people/people.sql.ts';
import { readReach } from '../people/reach.ts';
import { resultsSince, selectOutcomes } from './messages.sql.ts';

interface Row {
  readonly key: string;
  readonly lineId: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly group: WinBackGroupKey | null;
  readonly expiresAt: Date;
  readonly status: WinBackRowStatus;
  readonly channel: ReminderChannel | null;
  readonly at: Date | null;
  readonly returnedAt: Date | null;
  readonly cents: number | null;
  readonly isRecorded: boolean;
}

type ListCall = Call<typeof declaration>;

const sortKeys: Record<ListCall['query']['sort'], Sql> = {
  at: sql`listed.at`,
  expires_at: sql`l.expires_at`,
  cents: sql`listed.cents`,
};

export async function listRows(
  ctx: AppContext,
  { actor, query }: Pick<ListCall, 'actor' | 'query'>,
): Promise<HandlerResult<typeof declaration>> {
  const selected = await selectList(ctx, { actor, query });
  const { group, status, search } = query;
  const hasSituations = query.list === 'people' || query.list === 'lost';
  const from = sql`
    from (${selected}) listed join lines l on l.id = listed.line_id
    where true
      ${group ? sql`and listed.group_key = ${group}` : empty}
      ${status && hasSituations ? sql`and listed.status = ${status}` : empty}
      ${search ? sql`and ${containsLineWords(sql`l.search`, sql`l.owner_id`, search, false)}` : empty}`;
  const total = await boundedTotal(ctx.db, sql`select ${from}`);
  refuseLongSort(total, false);
  const dir = raw(query.dir);
  const rows = await ctx.db.many<Row>(sql`
    select coalesce(listed.group_key, 'none') || '-' || listed.line_id || '-' || coalesce(listed.id, 0) as key, l.id as line_id,
      l.platform, l.username, l.note, listed.group_key as "group", l.expires_at, listed.status, listed.channel,
      listed.at, listed.returned_at, listed.cents, listed.is_recorded
    ${from}
    order by ${sortKeys[query.sort]} ${dir} nulls last, l.expires_at ${dir}, l.id ${dir}, listed.id ${dir}
    ${pageWithinBound(query)}`);
  return toPageAnswer(query, total, rows);
}

async function selectList(
  ctx: AppContext,
  { actor, query }: Pick<ListCall, 'actor' | 'query'>,
): Promise<Sql> {
  const { list } = query;
  if (list === 'people') return selectMembers(ctx, actor.id);
  return list === 'lost'
    ? selectLost(ctx, actor.id, await findLostLines(ctx, actor, query))
    : selectResults(ctx, actor.id, list);
}

/** Selects the lost customers with their group of today, if they are in one. */
async function selectLost(ctx: AppContext, accountId: number, lines: Sql): Promise<Sql> {
  const { now, timeZone } = readClock(ctx.clock);
  const firstDay = winBackGroups.d3.from;
  const recent = startOfDay(addDays(localDay(now, timeZone), 1 - firstDay), timeZone);
  return sql`
    select m.group_key, lost.line_id, m.id, m.channel, m.at, null::timestamptz as returned_at,
      null::bigint as cents, true as is_recorded,
      coalesce(m.status, case when o.deleted_at is not null then 'outside' when o.expires_at > ${now} then 'back'
        when o.expires_at >= ${recent} then 'recent' else 'outside' end) as status
    from (${lines}) lost join lines o on o.id = lost.line_id and o.owner_id = ${accountId}
      left join (${await selectMembers(ctx, accountId)}) m on m.line_id = lost.line_id`;
}

/** Selects the people who are in the groups today. */
async function selectMembers(ctx: AppContext, accountId: number): Promise<Sql> {
  const reading = readClock(ctx.clock);
  const { isReachable } = await readReach(ctx, ctx.db, accountId);
  const day = localDay(reading.now, reading.timeZone);
  return sql`
    select m.group_key, m.line_id, m.win_back_id as id, m.status, r.channel, coalesce(r.sent_at, b.at) as at,
      null::timestamptz as returned_at, null::bigint as cents, true as is_recorded
    from (${selectPeople({ accountId, day, ...reading, isReachable })}) m
    left join win_backs b on b.id = m.win_back_id and m.status in ('received', 'control')
    left join reminders r on r.id = b.reminder_id`;
}

/** Selects the people behind a figure of the results. */
function selectResults(
  { clock }: AppContext,
  accountId: number,
  list: Exclude<ListCall['query']['list'], 'people' | 'lost'>,
): Sql {
  const isControl = list === 'control' || list === 'control-returned';
  const isReturned = list === 'returned' || list === 'control-returned';
  return sql`
    select o.*, case o.arm when 'control' then 'control' else 'received' end as status
    from (${selectOutcomes(accountId, resultsSince(clock.now()))}) o
    where o.arm = ${isControl ? 'control' : 'message'} ${isReturned ? sql`and o.returned_at is not null` : empty}`;
}
