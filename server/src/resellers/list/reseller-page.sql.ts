/**
 * Which accounts stand on a page of the list, in one statement: no figure of a line is read for an
 * account that is on another page. What filters leave is gathered and then ordered; everybody, which
 * is a whole tree, is ordered by the table that holds the figure and by no join.
 */
import { DAY_MS } from '@ramal/contract/durations';
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/paging';
import { IDLE_DAYS, type resellerFilters } from '@ramal/contract/resellers';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';
import { balances } from '../../credits/credits.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import { containsFolded } from '../../foundation/like.ts';
import type { PageQuery, Total } from '../../foundation/pages.ts';
import { RESTORABLE_DAYS } from '../serialize-reseller.ts';
import type { ResellerSort } from '../resellers.sql.ts';

export interface ListResellersQuery {
  readonly search?: string | undefined;
  readonly searchID?: string | undefined;
  readonly status?: (typeof resellerFilters)[number] | undefined;
  /** Whose direct children; of a seller, its own unless said. */
  readonly under?: number | undefined;
  readonly sort: ResellerSort;
  readonly dir: 'asc' | 'desc';
}

interface Found {
  readonly total: Total;
  /** In their order. */
  readonly ids: readonly number[];
}

/** The caller has made sure that the viewer may see whoever is `under`. */
export async function findResellers(
  reader: Reader,
  viewer: ReaderAccount,
  input: ListResellersQuery & PageQuery,
  now: Date,
): Promise<Found> {
  const row = await reader.first<{ count: number; ids: number[] }>(
    isEverybody(viewer, input)
      ? everybody(input, window(input))
      : gathered(viewer, input, now, window(input)),
  );
  const { count, ids } = row!;
  const total = { total: Math.min(count, EXACT_TOTAL_LIMIT), exact: count <= EXACT_TOTAL_LIMIT };
  return { total, ids };
}

/** All of them in their order, for a file. */
export async function findAllResellers(
  reader: Reader,
  viewer: ReaderAccount,
  input: ListResellersQuery,
  now: Date,
): Promise<readonly number[]> {
  const row = await reader.first<{ ids: number[] }>(gathered(viewer, input, now, empty));
  return row!.ids;
}

/** The list ends where its total stops counting: nothing is skipped to find nothing. */
function window({ page, per_page: rows }: PageQuery): Sql {
  const offset = (page - 1) * rows;
  return sql`limit ${offset < EXACT_TOTAL_LIMIT ? rows : 0} offset ${Math.min(offset, EXACT_TOTAL_LIMIT)}`;
}

const isEverybody = ({ profile }: ReaderAccount, input: ListResellersQuery): boolean =>
  profile === 'admin' &&
  [input.search, input.searchID, input.status, input.under].every((each) => each === undefined);

const standing = sql`deleted_at is null`;
/** Days since the last top-up rise as its moment falls. Who orders by what some lack looks for those who have it. */
function inOrder({ sort, dir }: ListResellersQuery): Sql {
  const rising = (dir === 'asc') !== (sort === 'days_to_due');
  const empty = sort in lacked ? ' nulls last' : '';
  return sql`key ${raw(`${rising ? 'asc' : 'desc'}${empty}`)}, id ${raw(dir)}`;
}

const everybody = (input: ListResellersQuery, page: Sql): Sql => sql`
  select (select count(*) from (select from accounts where ${standing} limit ${EXACT_TOTAL_LIMIT + 1}) counted) as count,
    array(select id from (${all[input.sort]}) everybody order by ${inOrder(input)} ${page}) as ids`;

const gathered = (
  viewer: ReaderAccount,
  input: ListResellersQuery,
  now: Date,
  page: Sql,
): Sql => sql`
  with found as materialized (
    select a.id, ${keyFor(viewer, input)} as key, ${isGone(now)} as gone
    from accounts a ${joined[input.sort] ?? empty}
    where ${join(conditions(viewer, input, now), ' and ')}
  )
  select (select count(*) from found) as count,
    array(select id from found order by gone, ${inOrder(input)} ${page}) as ids`;

/** The franchise is the administration's to know: nobody else learns it from an order. */
const keyFor = ({ profile }: ReaderAccount, { sort }: ListResellersQuery): Sql =>
  sort === 'id_franchise' && profile !== 'admin' ? sql`null::int` : keys[sort];

/** Deleted too long ago to be restored: those come last. */
const isGone = (now: Date): Sql =>
  sql`a.deleted_at is not null and a.deleted_at <= ${daysBefore(now, RESTORABLE_DAYS)}`;

const ownActives = sql`own_iptv_actives + own_p2p_actives`;
/** The whole network, as the column «Ativos Árvore» shows it and the tree is ordered. */
const treeActives = sql`own_iptv_actives + own_p2p_actives + tree_iptv_actives + tree_p2p_actives`;

/** What not every account has. */
const lacked = {
  email: sql`nullif(a.whatsapp, '')`,
  email_contact: sql`nullif(lower(a.email), '')`,
  owner: sql`(select lower(p.username) from accounts p where p.id = a.parent_id)`,
  id_franchise: sql`a.id_franchise`,
  deleted_at: sql`a.deleted_at`,
};

const keys: Record<ResellerSort, Sql> = {
  ...lacked,
  // Free, blocked by who sells to it, blocked by the administration.
  status: sql`case when a.blocked_by_admin_at is not null then 2 when a.blocked_at is not null then 1 else 0 end`,
  username: sql`lower(a.username)`,
  id: sql`a.id`,
  credits: sql`b.balance`,
  // Never topped up is the longest ago.
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

const ofAccounts = (key: Sql): Sql =>
  sql`select id, ${key} as key from accounts a where ${standing}`;
const isStanding = sql`account_id not in (select id from accounts where deleted_at is not null)`;

/**
 * Who was registered since the last roll-up, however many and however long ago that was, has nothing yet.
 * Ids rise with time, but for those of some transactions that ran at once.
 */
const AT_ONCE = 300;
const rolledUp = (figure: Sql): Sql => sql`
  select account_id as id, ${figure} as key from tree_totals where ${isStanding}
  union all
  select id, 0 from accounts newest
  where ${standing} and id > coalesce((select max(account_id) from tree_totals), 0) - ${AT_ONCE}
    and not exists (select from tree_totals where account_id = newest.id)`;

const all: Record<ResellerSort, Sql> = {
  email: ofAccounts(keys.email),
  email_contact: ofAccounts(keys.email_contact),
  status: ofAccounts(keys.status),
  owner: ofAccounts(keys.owner),
  id_franchise: ofAccounts(keys.id_franchise),
  deleted_at: ofAccounts(keys.deleted_at),
  username: ofAccounts(keys.username),
  id: ofAccounts(keys.id),
  // Admins hold no wallet.
  credits: sql`
    select account_id as id, balance as key from (${balances}) b where ${isStanding}
    union all select id, null from accounts where profile = 'admin' and ${standing}`,
  days_to_due: ofAccounts(keys.days_to_due),
  created_at: ofAccounts(keys.created_at),
  total_actives: rolledUp(ownActives),
  tree_actives: rolledUp(treeActives),
};

function conditions(viewer: ReaderAccount, input: ListResellersQuery, now: Date): Sql[] {
  const { search, searchID, status } = input;
  const under = input.under ?? (viewer.profile === 'admin' ? undefined : viewer.id);
  return [
    status === 'deleted' ? sql`a.deleted_at is not null` : sql`a.deleted_at is null`,
    ...(under === undefined ? [] : [sql`a.parent_id = ${under}`]),
    ...(searchID === undefined ? [] : [sql`a.id = ${searchID}::bigint`]),
    ...(search === undefined ? [] : [isNamed(search)]),
    ...(status === 'blocked' ? [isBlocked] : []),
    ...(status === 'idle' ? [isIdle(now)] : []),
  ];
}

const isBlocked = sql`(a.blocked_at is not null or a.blocked_by_admin_at is not null)`;

/** No top-up for so long; whoever never had one counts from its registration (K-40). */
const isIdle = (now: Date): Sql =>
  sql`a.profile <> 'admin' and coalesce(a.last_topup_at, a.created_at) <= ${daysBefore(now, IDLE_DAYS)}`;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

const PHONE = /^[\d\s()+.-]+$/;

/** A number is also looked for as it is kept, without the signs people write in it. */
export function isNamed(search: string): Sql {
  const digits = PHONE.test(search) ? search.replace(/\D/g, '') : '';
  return digits && digits !== search ? sql`(${holds(search)} or ${holds(digits)})` : holds(search);
}

const holds = (text: string): Sql => sql`a.search like ${containsFolded(text)}`;
