/**
 * The events of a month, newest first: the ids of one page first, then the rows. A log with few matches (a
 * text, a tree) is collected and sorted. Past the bound of the total it is dense enough to be read in the
 * order of time.
 */
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import type { PageQuery, Total } from '../foundation/pages.ts';
import { inTree } from '../access/access.ts';
import { type LogQuery, whereGathered, whereWalked } from './log-filters.sql.ts';
import type { EventData } from './log-sentence.ts';

const BOUND = EXACT_TOTAL_LIMIT + 1;

interface Ids {
  readonly found: number;
  readonly ids: readonly number[];
}

export async function pageOfIds(
  reader: Reader,
  input: LogQuery,
  asked: PageQuery,
): Promise<{ total: Total; ids: readonly number[] }> {
  const isThin =
    input.found !== undefined || (input.scope !== 'everything' && 'treeOf' in input.scope);
  const { found, ids } = isThin
    ? await gather(reader, input, asked)
    : await walk(reader, input, asked);
  return {
    total: { total: Math.min(found, EXACT_TOTAL_LIMIT), exact: found <= EXACT_TOTAL_LIMIT },
    ids,
  };
}

async function walk(reader: Reader, input: LogQuery, asked: PageQuery): Promise<Ids> {
  const row = await reader.first<Ids>(sql`
    select (select count(*) from (select from events e where ${whereWalked(input)} limit ${BOUND}) counted) as found,
      ${walked(input, asked)} as ids`);
  return row!;
}

async function gather(reader: Reader, input: LogQuery, asked: PageQuery): Promise<Ids> {
  const row = await reader.first<Ids>(sql`
    with found as materialized (select e.id, e.at from events e where ${whereGathered(input)} limit ${BOUND})
    select (select count(*) from found) as found,
      array(select id from found order by at desc, id desc ${page(asked)}) as ids`);
  if (row!.found <= EXACT_TOTAL_LIMIT) return row!;
  const dense = await reader.first<Ids>(
    sql`select ${BOUND}::int as found, ${walked(input, asked)} as ids`,
  );
  return dense!;
}

const walked = (input: LogQuery, asked: PageQuery): Sql => sql`array(
  select e.id from events e where ${whereWalked(input)} order by e.at desc, e.id desc ${page(asked)}
)`;

/** Pages past the bound of the total are empty, so that no rows are skipped for nothing. */
function page({ page: number, per_page: rows }: PageQuery): Sql {
  const offset = (number - 1) * rows;
  return sql`limit ${offset < EXACT_TOTAL_LIMIT ? rows : 0} offset ${Math.min(offset, EXACT_TOTAL_LIMIT)}`;
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
  /** The actor is the reader or below, or unknown, so its details may be shown. */
  readonly known: boolean;
  /** The actor is the reader's own parent, which the reader knows by name. */
  readonly isParent: boolean;
  readonly before: EventData | null;
  readonly after: EventData | null;
  readonly address: string | null;
}

/** Rows as the reader may see them; only accounts above see why one was blocked. */
export const rowsOf = (
  reader: Reader,
  viewer: ReaderAccount,
  ids: readonly number[],
): Promise<LogEvent[]> =>
  reader.many<LogEvent>(sql`
    select e.id, e.at, e.kind, e.source, e.account_id as "accountId", owner.username as account,
      l.username as line, e.actor_id as "actorId", actor.username as actor,
      coalesce(actor.profile = 'admin', false) as "actorIsAdmin",
      e.actor_id is null or ${inTree(viewer, sql`e.actor_id`)} as known,
      coalesce(e.actor_id = (select parent_id from accounts where id = ${viewer.id}), false) as "isParent",
      e.before, case when e.kind in ('account-blocked', 'account-unblocked') and ${isBlockedWith(viewer)}
        then e.after - 'reason' else e.after end as after,
      host(e.address) as address
    from events e
      left join accounts owner on owner.id = e.account_id
      left join accounts actor on actor.id = e.actor_id
      left join lines l on l.id = e.line_id
    where e.id = any(${ids}::bigint[]) order by e.at desc, e.id desc`);

/**
 * Condition: the viewer was blocked itself, or with its network, by the same block as the event's account.
 */
const isBlockedWith = ({ id, profile }: ReaderAccount): Sql =>
  profile === 'admin'
    ? sql`e.account_id = ${id}`
    : sql`(e.account_id = ${id} or (e.after->>'by' = 'network' and not exists (
        select from accounts n
        where n.username = e.after->>'network' and n.id <> ${id} and n.ancestors @> ${[id]}::bigint[])))`;

/** The position in a file: the row's own time to the microsecond, which no Date can hold. */
export interface LogCursor {
  readonly at: string;
  readonly id: number;
}

/** The next ids after a cursor, for a file. No transaction is held open while the file is sent. */
export const nextIds = async (
  reader: Reader,
  input: LogQuery,
  after: LogCursor | undefined,
  limit: number,
): Promise<readonly LogCursor[]> =>
  reader.many<LogCursor>(sql`
    select e.id, e.at::text as at from events e where ${whereWalked(input)}
      and ${after ? sql`(e.at, e.id) < (${after.at}::timestamptz, ${after.id})` : sql`true`}
    order by e.at desc, e.id desc limit ${limit}`);

/** The user names among these that the reader may know: those of its network, and its parent's. */
export async function namesKnownTo(
  reader: Reader,
  viewer: ReaderAccount,
  told: readonly unknown[],
): Promise<ReadonlySet<string>> {
  const names = told.filter((name) => typeof name === 'string');
  if (names.length === 0) return new Set();
  const rows = await reader.many<{ username: string }>(sql`
    select username from accounts
    where lower(username) = any(select lower(name) from unnest(${names}::text[]) name) and (
      ${inTree(viewer, sql`accounts.id`)}
      or (profile <> 'admin' and id = (select parent_id from accounts where id = ${viewer.id}))
    )`);
  return new Set(rows.map(({ username }) => username));
}
