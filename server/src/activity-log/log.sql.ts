/**
 * Reads the events of a month: first the ids of one page, then their rows. If few events match (a
 * text, a tree), collects and sorts all of them. Otherwise reads the events by time until the page
 * is full. Orders other than by date have no index, so the events are collected up to a limit and
 * sorted.
 */
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import type { LogSort } from '@ramal/contract/logs';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import {
  type PageQuery,
  type Total,
  boundedAt,
  gatherSorted,
  pageWithinBound,
} from '../foundation/pages.ts';
import { inTree } from '../access/access.ts';
import {
  type LogQuery,
  type Period,
  isHiddenInPeriod,
  inPeriod,
  inPeriodOfTree,
  isWholeTree,
  whereGathered,
  whereWalked,
} from './log-filters.sql.ts';
import type { EventData } from './log-sentence.ts';
import { logTitles } from './log-words.ts';

const BOUND = EXACT_TOTAL_LIMIT + 1;

type LogPageQuery = PageQuery & { readonly sort: LogSort; readonly dir: 'asc' | 'desc' };

interface Ids {
  readonly count: number;
  readonly ids: readonly number[];
}

export async function readPageOfIds(
  reader: Reader,
  viewer: ReaderAccount,
  input: LogQuery,
  query: LogPageQuery,
): Promise<{ total: Total; ids: readonly number[] }> {
  if (query.sort !== 'date')
    return gatherSorted(
      reader,
      sql`select e.id, ${sortKey(query.sort, viewer)} as key from events e where ${whereGathered(input)}`,
      query,
    );
  const { count, ids } = isThin(input)
    ? await gather(reader, input, query)
    : await walk(reader, input, query);
  return { total: boundedAt(count), ids };
}

const isThin = ({ matches, group, scope }: LogQuery): boolean =>
  matches !== undefined || group !== undefined || (scope !== 'everything' && 'treeOf' in scope);

/** Title of event `e`, folded for comparison. */
export const titleKey = sql`fold(coalesce(${JSON.stringify(logTitles)}::jsonb ->> e.kind, e.kind))`;

/** Returns the displayed value of a column for sorting. A hidden address counts as empty. */
function sortKey(sort: Exclude<LogSort, 'date'>, viewer: ReaderAccount): Sql {
  const account = sql`(select fold(a.username) from accounts a where a.id = e.account_id)`;
  switch (sort) {
    case 'id':
      return sql`e.id`;
    case 'source':
      // Alphabetical order of the labels: Conta, Créditos, DNS Premium, IPTV, P2P.
      return sql`array_position(array[0, 10, 4, 1, 2]::smallint[], e.source)`;
    case 'revenda':
      return account;
    case 'usuario':
      return sql`coalesce((select fold(l.username) from lines l where l.id = e.line_id), ${account})`;
    case 'acao':
      return titleKey;
    case 'ip':
      return sql`case when ${isKnown(viewer)} then e.address end`;
  }
}

async function walk(reader: Reader, input: LogQuery, query: LogPageQuery): Promise<Ids> {
  const row = await reader.first<Ids>(sql`
    select (select count(*) from (select from events e where ${whereWalked(input)} limit ${BOUND}) counted) as count,
      ${walked(input, query)} as ids`);
  return row!;
}

async function gather(reader: Reader, input: LogQuery, query: LogPageQuery): Promise<Ids> {
  if (await isDense(reader, input)) return walkBeyondBound(reader, input, query);
  const dir = raw(query.dir);
  const row = await reader.first<Ids>(sql`
    with matches as materialized (select e.id, e.at from events e where ${whereGathered(input)} limit ${BOUND})
    select (select count(*) from matches) as count,
      array(select id from matches order by at ${dir}, id ${dir} ${pageWithinBound(query)}) as ids`);
  return row!.count <= EXACT_TOTAL_LIMIT ? row! : walkBeyondBound(reader, input, query);
}

async function walkBeyondBound(reader: Reader, input: LogQuery, query: LogPageQuery): Promise<Ids> {
  const row = await reader.first<Ids>(
    sql`select ${BOUND}::int as count, ${walked(input, query)} as ids`,
  );
  return row!;
}

/**
 * True if a whole tree has more events than the limit. The count uses only the tree's index and
 * reads no events. It assumes that all hidden events of the month are in this tree.
 */
async function isDense(reader: Reader, input: LogQuery): Promise<boolean> {
  if (!isWholeTree(input)) return false;
  const row = await reader.first<{ isDense: boolean }>(sql`
    with hidden as materialized (
      select count(*) from (select from events e where ${isHiddenInPeriod(input)} limit ${BOUND}) counted
    )
    select count(*) >= ${BOUND} + (select count from hidden) as is_dense
    from (select from events e where ${inPeriodOfTree(input)}
      limit ${BOUND} + (select count from hidden)) counted`);
  return row!.isDense;
}

/** Returns the ids of the newest matching events. The caller then searches their displayed rows. */
export async function readNewestIds(reader: Reader, input: LogQuery, most: number) {
  const { ids } = await (isThin(input) ? gather : walk)(reader, input, {
    page: 1,
    perPage: most,
    sort: 'date',
    dir: 'desc',
  });
  return ids;
}

function walked(input: LogQuery, query: LogPageQuery): Sql {
  const dir = raw(query.dir);
  return sql`array(
    select e.id from events e where ${whereWalked(input)} order by e.at ${dir}, e.id ${dir} ${pageWithinBound(query)}
  )`;
}

export interface LogEvent {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly source: 0 | 1 | 2 | 4 | 10;
  readonly accountId: number | null;
  readonly account: string | null;
  readonly line: string | null;
  readonly actorId: number | null;
  readonly actor: string | null;
  readonly actorIsAdmin: boolean;
  /** True if the actor is the reader, a descendant or unknown, so that its details may be shown. */
  readonly isActorVisible: boolean;
  /** True if the actor is the reader's parent, whose name the reader knows. */
  readonly isParent: boolean;
  readonly before: EventData | null;
  readonly after: EventData | null;
  readonly address: string | null;
  /** Name of the API key that made the request. Null without a key, or if the actor is hidden. */
  readonly apiKey: string | null;
}

/**
 * Reads rows of the period as the reader may see them. The reason of a block is visible only to
 * accounts above the blocked account.
 */
export const readLogRows = (
  reader: Reader,
  viewer: ReaderAccount,
  input: Period,
  ids: readonly number[],
): Promise<LogEvent[]> =>
  reader.many<LogEvent>(sql`
    select e.id, e.at, e.kind, e.source, e.account_id, owner.username as account,
      l.username as line, e.actor_id, actor.username as actor,
      coalesce(actor.profile = 'admin', false) as actor_is_admin,
      ${isKnown(viewer)} as is_actor_visible,
      coalesce(e.actor_id = (select parent_id from accounts where id = ${viewer.id}), false) as is_parent,
      e.before, case when e.kind in ('account-blocked', 'account-unblocked') and ${isBlockedWith(viewer)}
        then e.after - 'reason' else e.after end as after,
      host(e.address) as address, case when ${isKnown(viewer)} then k.name end as api_key
    from events e
      left join accounts owner on owner.id = e.account_id
      left join accounts actor on actor.id = e.actor_id
      left join lines l on l.id = e.line_id
      left join api_keys k on k.id = e.api_key_id
    where e.id = any(${ids}::bigint[]) and ${join(inPeriod(input), ' and ')} order by array_position(${ids}::bigint[], e.id)`);

/** SQL condition: the actor is the viewer, a descendant, or unknown. */
const isKnown = (viewer: ReaderAccount): Sql =>
  sql`(e.actor_id is null or ${inTree(viewer, sql`e.actor_id`)})`;

/**
 * SQL condition: the block in this event also applies to the viewer, directly or as a member of the
 * blocked network.
 */
const isBlockedWith = ({ id, profile }: ReaderAccount): Sql =>
  profile === 'admin'
    ? sql`e.account_id = ${id}`
    : sql`(e.account_id = ${id} or (e.after->>'by' = 'network' and not exists (
        select from accounts n
        where n.username = e.after->>'network' and n.id <> ${id} and n.ancestors @> ${[id]}::bigint[])))`;

/** Position in an export. `at` is text, because a Date would lose the microseconds of the time. */
export interface LogCursor {
  readonly at: string;
  readonly id: number;
}

/**
 * Returns the next ids after a cursor, for an export. The export reads in parts, so no transaction
 * stays open while the file is sent.
 */
export const readNextIds = async (
  reader: Reader,
  input: LogQuery,
  after: LogCursor | undefined,
  limit: number,
): Promise<readonly LogCursor[]> =>
  reader.many<LogCursor>(sql`
    select e.id, e.at::text as at from events e where ${whereWalked(input)}
      and ${after ? sql`(e.at, e.id) < (${after.at}::timestamptz, ${after.id})` : sql`true`}
    order by e.at desc, e.id desc limit ${limit}`);

/**
 * Returns the names among `values` that the viewer may see: accounts in the viewer's tree, and the
 * viewer's parent unless it is an admin.
 */
export async function readVisibleNames(
  reader: Reader,
  viewer: ReaderAccount,
  values: readonly unknown[],
): Promise<ReadonlySet<string>> {
  const names = values.filter((name) => typeof name === 'string');
  if (names.length === 0) return new Set();
  const rows = await reader.many<{ username: string }>(sql`
    select username from accounts
    where lower(username) = any(select lower(name) from unnest(${names}::text[]) name) and (
      ${inTree(viewer, sql`accounts.id`)}
      or (profile <> 'admin' and id = (select parent_id from accounts where id = ${viewer.id}))
    )`);
  return new Set(rows.map(({ username }) => username));
}
