/** Lists the people behind the figures of win-back. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import type { ReminderChannel } from '@ramal/contract/rules/reminders';
import type { WinBackGroupKey, WinBackStatus } from '@ramal/contract/win-back/win-back-rules';
import type { listWinBackRows as declaration } from '@ramal/contract/win-back/results';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay, readClock } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { containsLineWords } from '../../foundation/like.ts';
import {
  boundedTotal,
  pageWithinBound,
  refuseLongSort,
  toPageAnswer,
} from '../../foundation/pages.ts';
import { selectPeople } from '../people/people.sql.ts';
import { readReach } from '../people/reach.ts';
import { resultsSince, selectOutcomes } from './messages.sql.ts';

interface Row {
  readonly key: string;
  readonly lineId: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly group: WinBackGroupKey;
  readonly expiresAt: Date;
  readonly status: WinBackStatus;
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
  const selected =
    query.list === 'people'
      ? await selectMembers(ctx, actor.id)
      : selectResults(ctx, actor.id, query.list);
  const { group, status, search } = query;
  const from = sql`
    from (${selected}) listed join lines l on l.id = listed.line_id
    where true
      ${group ? sql`and listed.group_key = ${group}` : empty}
      ${status && query.list === 'people' ? sql`and listed.status = ${status}` : empty}
      ${search ? sql`and ${containsLineWords(sql`l.search`, sql`l.owner_id`, search, false)}` : empty}`;
  const total = await boundedTotal(ctx.db, sql`select ${from}`);
  refuseLongSort(total, false);
  const dir = raw(query.dir);
  const rows = await ctx.db.many<Row>(sql`
    select listed.group_key || '-' || listed.line_id || '-' || coalesce(listed.id, 0) as key, l.id as line_id,
      l.platform, l.username, l.note, listed.group_key as "group", l.expires_at, listed.status, listed.channel,
      listed.at, listed.returned_at, listed.cents, listed.is_recorded
    ${from}
    order by ${sortKeys[query.sort]} ${dir} nulls last, l.expires_at ${dir}, l.id ${dir}, listed.id ${dir}
    ${pageWithinBound(query)}`);
  return toPageAnswer(query, total, rows);
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
  list: Exclude<ListCall['query']['list'], 'people'>,
): Sql {
  const isControl = list === 'control' || list === 'control-returned';
  const isReturned = list === 'returned' || list === 'control-returned';
  return sql`
    select o.*, case o.arm when 'control' then 'control' else 'received' end as status
    from (${selectOutcomes(accountId, resultsSince(clock.now()))}) o
    where o.arm = ${isControl ? 'control' : 'message'} ${isReturned ? sql`and o.returned_at is not null` : empty}`;
}
