/** Lists channels with the quality and the state of their sources for an admin. */
import type {
  channelSourceFilters,
  ChannelSourcesRow,
  listChannelSources as declaration,
} from '@ramal/contract/catalogue/channel-sources';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { parseHost } from '../../catalogue/catalogue.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { containsFolded } from '../../foundation/like.ts';
import { boundedTotal, limitOffset, toPageAnswer } from '../../foundation/pages.ts';
import { channelState } from './channel-sources.sql.ts';

type Query = Call<typeof declaration>['query'];

/** Channels with their source in use `a` and the counts of all their sources `n`. */
const channels = sql`
  streams s
  join lateral (
    select x.* from channel_sources x where x.stream_id = s.id
    order by x.id = s.active_source_id desc nulls last, x.address is null desc limit 1) a on true
  cross join lateral (
    select count(*) as sources, count(*) filter (where x.problem = '') as working,
      count(*) filter (where (x.position, x.id) <= (a.position, a.id)) as active_position,
      (array_agg(x.problem order by x.position, x.id))[1] as first_problem,
      max(x.failed_at) as failed_at
    from channel_sources x where x.stream_id = s.id) n`;

const conditionsByState: Record<(typeof channelSourceFilters)[number], Sql> = {
  problem: sql`${channelState} in ('lost', 'fallback', 'partial')`,
  lost: sql`${channelState} = 'lost'`,
  fallback: sql`${channelState} = 'fallback'`,
  unknown: sql`${channelState} = 'unknown'`,
  several: sql`n.sources > 1`,
};

const conditions = ({ category, list, state, search }: Query): Sql =>
  join(
    [
      sql`s.kind = 'live' and s.gone_at is null`,
      sql`not exists (select from temporary_channels t where t.stream_id = s.id)`,
      ...(category ? [sql`s.category_id = ${category}`] : []),
      ...(list ? [sql`s.list_id = ${list}`] : []),
      ...(state ? [conditionsByState[state]] : []),
      ...(search ? [sql`s.search like ${containsFolded(search)}`] : []),
    ],
    ' and ',
  );

/** Sort keys. Channels that need attention come first by state. */
const sortKeys: Record<Query['sort'], Sql> = {
  number: sql`s.number`,
  name: sql`s.search`,
  state: sql`array_position(array['lost', 'fallback', 'partial', 'unknown', 'ok'], ${channelState})`,
  quality: sql`a.height`,
  rate: sql`a.bits_per_second`,
  delay: sql`a.first_byte_ms`,
};

function ordering({ sort, dir }: Query, isBackwards: boolean): Sql {
  const direction = raw((dir === 'desc') === isBackwards ? 'asc' : 'desc');
  return sql`${sortKeys[sort]} ${direction} ${raw(isBackwards ? 'nulls first' : 'nulls last')}, s.id ${direction}`;
}

interface Row extends Omit<
  ChannelSourcesRow,
  'activeHost' | 'checkedAtTimestamp' | 'failedAtTimestamp'
> {
  readonly address: string;
  readonly checkedAt: Date | null;
  readonly failedAt: Date | null;
}

export async function listSources(
  { db }: AppContext,
  { query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const where = conditions(query);
  const total = await boundedTotal(db, sql`select from ${channels} where ${where}`);
  const { limit, offset, fromEnd } = limitOffset(query, total);
  const rows = await db.many<Row>(sql`
    with page as (
      select s.id from ${channels} where ${where}
      order by ${ordering(query, fromEnd)} limit ${limit} offset ${offset})
    select s.id, s.number, s.name, s.icon, c.name as category_name, ${channelState} as state, n.sources,
      n.working, n.active_position, coalesce(a.address, s.source) as address, a.video, a.audio, a.width,
      a.height, a.bits_per_second, a.first_byte_ms,
      case when a.problem <> '' then a.problem else n.first_problem end as problem, a.checked_at, n.failed_at
    from ${channels} join categories c on c.id = s.category_id
    where s.id in (select id from page) order by ${ordering(query, false)}`);
  return toPageAnswer(query, total, rows.map(serializeRow));
}

const serializeRow = ({ address, checkedAt, failedAt, ...row }: Row): ChannelSourcesRow => ({
  ...row,
  activeHost: parseHost(address),
  checkedAtTimestamp: checkedAt && unixSeconds(checkedAt),
  failedAtTimestamp: failedAt && unixSeconds(failedAt),
});
