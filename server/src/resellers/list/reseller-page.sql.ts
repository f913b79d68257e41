/**
 * Selects only the ids of one page of the list, so that no line totals are read for accounts on
 * other pages. With a filter the accounts are collected and then sorted. Without a filter they are
 * sorted by the table that contains the sort column, without a join.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import { IDLE_DAYS, type resellerFilters } from '@ramal/contract/resellers/resellers';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';
import { gatherTree } from '../../access/access.ts';
import { balances } from '../../credits/credits.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import { exactIdFirst, parseSearchedId, matchesAccount } from '../../foundation/like.ts';
import { type PageQuery, type Total, boundedAt, pageWithinBound } from '../../foundation/pages.ts';
import { RESTORABLE_DAYS } from '../serialize-reseller.ts';
import { type ResellerSort, treeActives } from '../resellers.sql.ts';

export interface ListResellersQuery {
  readonly search?: string | undefined;
  readonly searchID?: string | undefined;
  readonly status?: (typeof resellerFilters)[number] | undefined;
  /** Lists the direct children of this account; for a seller its own by default. */
  readonly under?: number | undefined;
  /** Lists all descendants instead of the direct children. */
  readonly levels?: 'all' | undefined;
  readonly sort: ResellerSort;
  readonly dir: 'asc' | 'desc';
}

type PagedQuery = ListResellersQuery & PageQuery;

const BOUND = EXACT_TOTAL_LIMIT + 1;

interface ResellerPageIds {
  readonly total: Total;
  /** Ids in the order of the list. */
  readonly ids: readonly number[];
}

/** Finds the ids of a page. The caller has checked that the viewer may see the account `under`. */
export async function findResellers(
  reader: Reader,
  viewer: ReaderAccount,
  input: PagedQuery,
  now: Date,
): Promise<ResellerPageIds> {
  const { count, ids } = isEverybody(viewer, input)
    ? await read(reader, everybody(input))
    : await findAmong(reader, viewer, input, now);
  const total = boundedAt(count);
  return { total, ids };
}

interface Ids {
  readonly count: number;
  readonly ids: readonly number[];
}

const read = async (reader: Reader, query: Sql): Promise<Ids> => (await reader.first<Ids>(query))!;

/**
 * Finds the ids with a filter. In an order with an index, at most as many accounts are collected as
 * an exact total counts. With more matches, the index is walked to the page.
 */
async function findAmong(
  reader: Reader,
  viewer: ReaderAccount,
  input: PagedQuery,
  now: Date,
): Promise<Ids> {
  const page = pageWithinBound(input);
  if (!isWalked(input)) return read(reader, gathered(viewer, input, now, page));
  const few = await read(reader, gatheredIfFew(viewer, input, now, page));
  if (few.count < BOUND) return few;
  return read(
    reader,
    sql`select ${BOUND}::int as count, array(
      select id from (${matching(viewer, input, now)}) matching order by ${inOrder(input)} ${page}) as ids`,
  );
}

const isWalked = ({ sort, status, search }: PagedQuery): boolean =>
  parseSearchedId(search) === undefined &&
  status !== 'deleted' &&
  (sort === 'username' || sort === 'id');

/** Finds all ids in the order of the list, for an export. */
export async function findAllResellers(
  reader: Reader,
  viewer: ReaderAccount,
  input: ListResellersQuery,
  now: Date,
): Promise<readonly number[]> {
  const row = await reader.first<{ ids: number[] }>(gathered(viewer, input, now, empty));
  return row!.ids;
}

const isEverybody = ({ profile }: ReaderAccount, input: ListResellersQuery): boolean =>
  profile === 'admin' &&
  [input.search, input.searchID, input.status, input.under, input.levels].every(
    (each) => each === undefined,
  );

const notDeleted = sql`deleted_at is null`;
/**
 * ORDER BY of the list. `days_to_due` sorts by the time of the last top-up, so it needs the
 * opposite direction. Empty values come last.
 */
function inOrder({ sort, dir, search }: ListResellersQuery): Sql {
  const isAscending = (dir === 'asc') !== (sort === 'days_to_due');
  const empty = sort in lacked ? ' nulls last' : '';
  return sql`${exactIdFirst(sql`id`, search)}key ${raw(`${isAscending ? 'asc' : 'desc'}${empty}`)}, id ${raw(dir)}`;
}

const everybody = (input: PagedQuery): Sql => sql`
  select (select count(*) from (select from accounts where ${notDeleted} limit ${BOUND}) counted) as count,
    array(select id from (${(outsideAccounts[input.sort] ?? ofAccounts)(input)}) everybody
      order by ${inOrder(input)} ${pageWithinBound(input)}) as ids`;

const gathered = (
  viewer: ReaderAccount,
  input: ListResellersQuery,
  now: Date,
  page: Sql,
): Sql => sql`
  with found as materialized (${matching(viewer, input, now)})
  select (select count(*) from found) as count,
    array(select id from found order by gone, ${inOrder(input)} ${page}) as ids`;

/**
 * Collects matches for the orders by name or id. Sorts the matches only if there are fewer than the
 * limit.
 */
const gatheredIfFew = (
  viewer: ReaderAccount,
  input: ListResellersQuery,
  now: Date,
  page: Sql,
): Sql => sql`
  with found as materialized (
    select a.id, a.username from accounts a where ${join(conditions(viewer, input, now), ' and ')} limit ${BOUND}
  )
  select count, case when count < ${BOUND} then array(
    select id from (select a.id, ${keys[input.sort]} as key from found a) few order by ${inOrder(input)} ${page}) end as ids
  from (select count(*) as count from found) counted`;

const matching = (viewer: ReaderAccount, input: ListResellersQuery, now: Date): Sql => sql`
  select a.id, ${keyFor(viewer, input)} as key, ${isGone(now)} as gone
  from accounts a ${joined[input.sort] ?? empty}
  where ${join(conditions(viewer, input, now), ' and ')}`;

/**
 * Returns the sort key. Only admins see the franchise, so for other callers the order by franchise
 * has no effect.
 */
const keyFor = ({ profile }: ReaderAccount, { sort }: ListResellersQuery): Sql =>
  sort === 'id_franchise' && profile !== 'admin' ? sql`null::int` : keys[sort];

/** True for accounts that were deleted too long ago to be restored. They come last. */
const isGone = (now: Date): Sql =>
  sql`a.deleted_at is not null and a.deleted_at <= ${daysBefore(now, RESTORABLE_DAYS)}`;

const ownActives = sql`own_iptv_actives + own_p2p_actives`;

/** Sort keys that may be null. */
const lacked = {
  email: sql`nullif(a.whatsapp, '')`,
  email_contact: sql`nullif(lower(a.email), '')`,
  owner: sql`(select lower(p.username) from accounts p where p.id = a.parent_id)`,
  id_franchise: sql`a.id_franchise`,
  deleted_at: sql`a.deleted_at`,
};

const keys: Record<ResellerSort, Sql> = {
  ...lacked,
  // Order: not blocked, blocked by the parent, blocked by an admin.
  status: sql`case when a.blocked_by_admin_at is not null then 2 when a.blocked_at is not null then 1 else 0 end`,
  username: sql`lower(a.username)`,
  id: sql`a.id`,
  credits: sql`b.balance`,
  // An account that was never topped up counts as the one with the oldest top-up.
  days_to_due: sql`coalesce(a.last_topup_at, '-infinity')`,
  created_at: sql`a.created_at`,
  total_actives: sql`coalesce(${ownActives}, 0)`,
  tree_actives: sql`coalesce(${treeActives}, 0)`,
};

const ofTotals = sql`left join tree_totals t on t.account_id = a.id`;
const joined: Partial<Record<ResellerSort, Sql>> = {
  credits: sql`left join (${balances}) b on b.account_id = a.id`,
  total_actives: ofTotals,
  tree_actives: ofTotals,
};

const ofAccounts = ({ sort }: PagedQuery): Sql =>
  sql`select id, ${keys[sort]} as key from accounts a where ${notDeleted}`;
const isUndeleted = sql`account_id not in (select id from accounts where deleted_at is not null)`;

/**
 * Accounts created since the last roll-up have no totals yet and are added separately. Ids increase
 * with time, except in concurrent transactions, so this many earlier ids are checked too.
 */
const AT_ONCE = 300;
const rolledUp =
  (figure: Sql) =>
  (input: PagedQuery): Sql =>
    sql`
  ${walked(input, sql`select account_id as id, ${figure} as key from tree_totals where ${isUndeleted}`)}
  union all
  select id, 0 from accounts newest
  where ${notDeleted} and id > coalesce((select max(account_id) from tree_totals), 0) - ${AT_ONCE}
    and (select t.account_id from tree_totals t where t.account_id = newest.id) is null`;

/** Limits the rows to the end of the page, so that the index is walked only that far. */
const walked = (input: PagedQuery, rows: Sql): Sql =>
  sql`(${rows} order by ${inOrder(input)} limit ${Math.min(input.page * input.perPage, EXACT_TOTAL_LIMIT)})`;

const outsideAccounts: Partial<Record<ResellerSort, (input: PagedQuery) => Sql>> = {
  // Admins have no wallet, so they are added with an empty balance.
  credits: (input) => sql`
    ${walked(input, sql`select account_id as id, balance as key from (${balances}) b where ${isUndeleted}`)}
    union all select id, null from accounts where profile = 'admin' and ${notDeleted}`,
  total_actives: rolledUp(ownActives),
  tree_actives: rolledUp(treeActives),
};

function conditions(viewer: ReaderAccount, input: ListResellersQuery, now: Date): Sql[] {
  const { search, searchID, status, levels } = input;
  const under = input.under ?? (viewer.profile === 'admin' ? undefined : viewer.id);
  return [
    status === 'deleted' ? sql`a.deleted_at is not null` : sql`a.deleted_at is null`,
    ...(levels === 'all' ? [sql`a.profile <> 'admin'`] : []),
    ...(under === undefined
      ? []
      : [levels === 'all' ? isBelow(under) : sql`a.parent_id = ${under}`]),
    ...(searchID === undefined ? [] : [sql`a.id = ${searchID}::bigint`]),
    ...(search === undefined ? [] : [matchesAccount('a', search)]),
    ...(status === 'blocked' ? [isBlocked] : []),
    ...(status === 'idle' ? [isIdle(now)] : []),
  ];
}

const isBelow = (account: number): Sql =>
  sql`a.id <> ${account} and a.id = any(array(${gatherTree(account)}))`;

const isBlocked = sql`(a.blocked_at is not null or a.blocked_by_admin_at is not null)`;

/**
 * Condition: no top-up for IDLE_DAYS. For an account without a top-up, the days count from its
 * creation (K-40).
 */
const isIdle = (now: Date): Sql =>
  sql`a.profile <> 'admin' and coalesce(a.last_topup_at, a.created_at) <= ${daysBefore(now, IDLE_DAYS)}`;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
