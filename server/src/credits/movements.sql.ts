/**
 * Selects the incoming and outgoing entries of a wallet, or of the wallets of a tree. Two index
 * scans read only as many entries as the page needs. The displayed columns are joined afterwards.
 * The ids of a wallet's entries increase with time, because writing an entry locks the wallet.
 */
import type { Profile } from '@ramal/contract/api/access';
import { refuse } from '@ramal/contract/api/errors';
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import type { listMovements } from '@ramal/contract/resellers/credits';
import { foldText } from '@ramal/contract/rules/text';
import { toHundredths } from '@ramal/contract/rules/money';
import type { ParsedRequest } from '@ramal/contract/api/endpoint';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import { type Clock, addDays, startOfDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { containsFolded } from '../foundation/like.ts';
import {
  type LimitOffset,
  type PageQuery,
  type Total,
  boundedAt,
  boundedTotal,
} from '../foundation/pages.ts';
import { gatherTree, idsInTree, inTree } from '../access/access.ts';
import { ADMINISTRATION, billedCents, kindOfLeaving } from './movement-kinds.sql.ts';
import { mayBeNamed } from './movement-rows.sql.ts';

/**
 * Account whose movements are listed. An admin has no wallet, so the list of an admin contains the
 * credits that the admin issued and withdrew.
 */
export interface Holder {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly isMaster: boolean;
  /** Id of the account's own wallet, or of the issuance wallet. */
  readonly wallet: number;
  readonly balance: number | null;
  /** True to list the account and all its descendants. For an admin, true lists all accounts. */
  readonly tree: boolean;
}

/** Returns the account if the viewer may read it; refuses otherwise. */
export async function readHolder(
  reader: Reader,
  viewer: ReaderAccount,
  id: number,
  tree = false,
): Promise<Holder> {
  const holder = await reader.first<Holder>(sql`
    select a.id, a.username, a.profile, a.is_master, w.id as wallet, w.balance,
      ${tree}::boolean as tree
    from accounts a
    join wallets w on (w.account_id = a.id and w.kind = 'balance')
      or (a.profile = 'admin' and w.account_id is null and w.kind = 'issuance')
    where a.id = ${id} and a.deleted_at is null and ${inTree(viewer, sql`a.id`)}`);
  return holder ?? refuse('reseller_not_found');
}

type Query = ParsedRequest<typeof listMovements>['query'];
export type MovementFilters = Pick<Query, 'search' | 'kind' | 'from' | 'until'>;

/** Position in an export: the id of an entry, and the side of the entry that was exported last. */
interface MovementCursor {
  readonly id: number;
  readonly cameIn: boolean;
}

/**
 * Queries for the filtered entries (`id`, `came_in`). An entry appears once for each of its matching
 * sides.
 */
export interface MovementWalk {
  /** All matching entries, unordered, for counting. */
  readonly all: Sql;
  /**
   * Selects one page by id. If the total of a tree is exact, collects and sorts all entries. In a
   * larger tree, reads the entries in the order of their ids.
   */
  readonly ids: (limitOffset: LimitOffset, total: Total, dir: 'asc' | 'desc') => Sql;
  /** Selects the newest entries older than a cursor, so that an export can continue. */
  readonly older: (than: MovementCursor | undefined, most: number) => Sql;
  /**
   * Oldest searched entry. Undefined if the search covered all entries and not only the newest
   * ones.
   */
  readonly searchedFrom: SearchedFrom | undefined;
}

export interface SearchedFrom {
  readonly id: number;
  readonly at: Date;
}

/**
 * Number of entries that one search in a large tree covers. The search starts at the newest entry
 * of the chosen period.
 */
const SEARCHED_AT_A_TIME = 100_000;

interface OpenedWalk {
  readonly viewer: ReaderAccount;
  readonly holder: Holder;
  readonly filters: MovementFilters;
  readonly below?: number | undefined;
}

/**
 * Opens the walk of a list. A search in a small tree collects its movements. A search in a large
 * tree reads the ids from the newest, or from the id at which the previous part ended. Reading a
 * large tree by its wallets would compare every entry with every wallet.
 */
export async function openWalk(
  reader: Reader,
  clock: Clock,
  { viewer, holder, filters, below }: OpenedWalk,
): Promise<MovementWalk> {
  const searched = buildWalk(clock, { viewer, holder, filters });
  if (!holder.tree || filters.search === undefined) return searched;
  const unsearched = buildWalk(clock, {
    viewer,
    holder,
    filters: { ...filters, search: undefined },
  });
  if ((await boundedTotal(reader, unsearched.all)).exact) return searched;
  const touching = entrySides(clock, holder, filters, 'tested').map(({ where }) => sql`(${where})`);
  const from = await reader.first<SearchedFrom>(sql`
    select id, at from entries where (${join(touching, ' or ')}) ${isBelow(below)}
    order by id desc offset ${SEARCHED_AT_A_TIME - 1} limit 1`);
  return buildWalk(clock, { viewer, holder, filters, range: { from, below } });
}

interface IdRange {
  readonly from: SearchedFrom | undefined;
  readonly below: number | undefined;
}

const isBelow = (id: number | undefined): Sql => (id === undefined ? empty : sql`and id < ${id}`);

interface WalkRange {
  readonly viewer: ReaderAccount;
  readonly holder: Holder;
  readonly filters: MovementFilters;
  readonly range?: IdRange | undefined;
}

function buildWalk(clock: Clock, { viewer, holder, filters, range }: WalkRange): MovementWalk {
  const { search } = filters;
  const inRange = range
    ? sql`${range.from ? sql`and id >= ${range.from.id}` : empty} ${isBelow(range.below)}`
    : empty;
  const along = search === undefined ? 'walked' : 'tested';
  const sides = (method: ReadMethod): readonly Side[] =>
    entrySides(clock, holder, filters, method).map(({ cameIn, where }) => ({
      cameIn,
      where: sql`${where} ${inRange}`,
    }));
  const matching = (sides: readonly Side[], draw: (sides: readonly Side[]) => Sql): Sql => {
    if (search === undefined) return draw(sides);
    const { ctes, matches } = searched(viewer, holder, search, sides);
    return sql`${ctes} ${draw(sides.map(matches))}`;
  };
  const all = matching(sides(range ? along : 'gathered'), (each) =>
    join(each.map(selectSide), ' union all '),
  );
  return {
    all,
    ids: ({ limit, offset, fromEnd }, { exact }, dir) => {
      const walked = (dir === 'asc') !== fromEnd ? 'asc' : 'desc';
      const near =
        holder.tree && exact
          ? all
          : matching(sides(along), (each) => selectFirstRows(each, offset + limit, walked));
      return sql`select id, came_in from (${near}) walked
        order by id ${raw(walked)}, came_in ${raw(walked)} limit ${limit} offset ${offset}`;
    },
    older: (than, most) =>
      sql`select id, came_in from (${matching(sides(along), (each) =>
        selectFirstRows(each, most, 'desc', than),
      )}) walked order by id desc, came_in desc limit ${most}`,
    searchedFrom: range?.from,
  };
}

/** Returns the conditions for outgoing and incoming entries of the chosen kind and days. */
function entrySides(
  clock: Clock,
  holder: Holder,
  { kind, ...days }: MovementFilters,
  method: ReadMethod,
): readonly Side[] {
  const inPeriod = betweenDays(clock, days);
  const came = { cameIn: true, where: sql`${ownedBy(holder, 'to_wallet', method)} ${inPeriod}` };
  const left = { cameIn: false, where: sql`${ownedBy(holder, 'from_wallet', method)} ${inPeriod}` };
  if (kind === undefined) return [left, came];
  if (kind === 'received') return [came];
  return [{ ...left, where: sql`${left.where} and ${kindOfLeaving} = ${kind}` }];
}

/**
 * Method to find the entries of the wallets. `gathered` uses the index of the wallets. `walked`
 * reads entries in the order of ids and joins the wallets. `tested` checks the wallet of each entry
 * before the search condition.
 */
type ReadMethod = 'gathered' | 'walked' | 'tested';

interface Side {
  readonly cameIn: boolean;
  /** SQL condition on `entries`. */
  readonly where: Sql;
  /** Joins that the condition needs. */
  readonly joined?: Sql;
}

const selectSide = ({ cameIn, where, joined = empty }: Side): Sql =>
  sql`select entries.id, ${cameIn}::boolean as came_in from entries ${joined} where ${where}`;

/**
 * Selects up to a page of rows for each side. If both sides of an entry are listed, the incoming
 * side is first.
 */
function selectFirstRows(
  sides: readonly Side[],
  most: number,
  dir: 'asc' | 'desc',
  than?: MovementCursor,
): Sql {
  const before = ({ cameIn }: Side): Sql => {
    if (than === undefined) return empty;
    return than.cameIn && !cameIn
      ? sql`and entries.id <= ${than.id}`
      : sql`and entries.id < ${than.id}`;
  };
  return join(
    sides.map(
      (side) =>
        sql`(${selectSide(side)} ${before(side)} order by entries.id ${raw(dir)} limit ${most})`,
    ),
    ' union all ',
  );
}

/**
 * Condition on `entries`: the wallet on this side belongs to the account, or to an account of its
 * tree.
 */
function ownedBy(holder: Holder, column: 'from_wallet' | 'to_wallet', method: ReadMethod): Sql {
  if (!holder.tree) {
    const byActor = holder.balance === null ? sql`and actor_id = ${holder.id}` : empty;
    return sql`${raw(column)} = ${holder.wallet} ${byActor}`;
  }
  const isAll = holder.profile === 'admin';
  const accounts = method === 'walked' ? idsInTree(holder.id) : gatherTree(holder.id);
  const ofTree = method === 'walked' ? sql`in (${accounts})` : sql`= any(array(${accounts}))`;
  const wallets = sql`select w.id from wallets w where w.kind = 'balance'
    ${isAll ? empty : sql`and w.account_id ${ofTree}`}`;
  // `is true` keeps PostgreSQL from turning the condition into a join.
  if (method === 'tested') return sql`(${raw(column)} in (${wallets})) is true`;
  return method === 'walked' || isAll
    ? sql`${raw(column)} + 0 in (${wallets})`
    : sql`${raw(column)} = any(array(${wallets}))`;
}

function betweenDays({ timeZone }: Clock, { from, until }: MovementFilters): Sql {
  return join(
    [
      from === undefined ? empty : sql` and at >= ${startOfDay(from, timeZone)}`,
      until === undefined ? empty : sql` and at < ${startOfDay(addDays(until, 1), timeZone)}`,
    ],
    '',
  );
}

/** Wallets of the administration. The column «De/Para» shows them as «Administração». */
const issuanceWallets = sql`select id from wallets where kind = 'issuance'`;

/**
 * Prepares the matches of a search in CTEs: the accounts whose name matches (`named`), and the
 * lines of the listed account (`own_lines`). Each movement is then compared only once. Outgoing
 * entries of a single account are read only through the index of its wallet. Their notes and prices
 * are compared in advance (`described`).
 */
function searched(
  viewer: ReaderAccount,
  holder: Holder,
  search: string,
  sides: readonly Side[],
): { readonly ctes: Sql; readonly matches: (side: Side) => Side } {
  const like = containsFolded(search);
  const value = valueIn(search);
  const matchesText = join(
    [
      sql`fold(note) like ${like}`,
      ...(value === undefined
        ? []
        : [sql`${billedCents} = ${value}`, sql`unit_price_cents = ${value}`]),
    ],
    ' or ',
  );
  const isNamed = sql`search like ${like} and fold(username) like ${like}`;
  const readsIndexOnly = ({ cameIn }: Side): boolean => !cameIn && !holder.tree;
  const ctes = sql`
    with described as materialized (${join(
      [
        sql`select null::bigint as id where false`,
        ...sides.filter(readsIndexOnly).map(
          ({ where }) => sql`select id from entries
              where ${where} and (note is not null or unit_price_cents is not null) and (${matchesText})`,
        ),
      ],
      ' union all ',
    )}), named as materialized (
      select a.id from accounts a
      where a.search like ${like} and fold(a.username) like ${like} and ${mayBeNamed(viewer, 'a')}
    ), named_wallets as materialized (
      select w.id from wallets w where w.account_id in (select id from named)
    ), own_lines as materialized (
      select id as own_line, ${isNamed} as is_named from lines
      where owner_id = ${holder.id} and deleted_at is null
    )`;
  const namesLine = sql`line_id is not null and coalesce((select ${isNamed} and ${inTree(viewer, sql`l.owner_id`)}
    from lines l where l.id = line_id), false)`;
  return {
    ctes,
    matches: (side) => {
      // Rows of a tree show the accounts of both wallets, so the search must match both.
      const wallets = holder.tree
        ? ['from_wallet', 'to_wallet']
        : [side.cameIn ? 'from_wallet' : 'to_wallet'];
      const ways = [
        readsIndexOnly(side)
          ? sql`entries.id in (select id from described)`
          : sql`coalesce(${matchesText}, false)`,
        ...(value === undefined ? [] : [sql`amount = ${value}`]),
        sql`actor_id in (select id from named)`,
        ...wallets.map((wallet) => sql`${raw(wallet)} in (select id from named_wallets)`),
        ...(foldText(ADMINISTRATION).includes(foldText(search.trim()))
          ? wallets.map((wallet) => sql`${raw(wallet)} in (${issuanceWallets})`)
          : []),
        holder.tree
          ? namesLine
          : sql`case when own_line is null then ${namesLine} else is_named end`,
      ];
      return {
        ...side,
        where: sql`${side.where} and (${join(ways, ' or ')})`,
        ...(holder.tree ? {} : { joined: sql`left join own_lines on own_line = line_id` }),
      };
    },
  };
}

/**
 * Parses «10», «10,5» or «R$ 1.300,00» to hundredths. Returns undefined if the text is not an
 * amount.
 */
function valueIn(search: string): number | undefined {
  const typed = /^(?:r\$)?\s*[+-]?\s*(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:([.,])(\d{1,2}))?$/i.exec(
    search.trim(),
  );
  if (!typed) return undefined;
  return toHundredths(Number(`${typed[1]!.replaceAll('.', '')}.${typed[3] ?? '0'}`));
}

/**
 * Reads the total and the page of a search in one statement, so that each movement is compared
 * once.
 */
export async function gatherMovements(
  reader: Reader,
  { all }: MovementWalk,
  { page, perPage: rows, dir }: PageQuery & { readonly dir: 'asc' | 'desc' },
): Promise<{ readonly total: Total; readonly ids: Sql }> {
  const order = sql`order by id ${raw(dir)}, came_in ${raw(dir)}
    limit ${rows} offset ${Math.min((page - 1) * rows, EXACT_TOTAL_LIMIT)}`;
  const gathered = await reader.first<{ count: number; ids: number[]; cameIn: boolean[] }>(sql`
    with matches as materialized (select id, came_in from (${all}) matching limit ${EXACT_TOTAL_LIMIT + 1})
    select (select count(*) from matches) as count, array(select id from matches ${order}) as ids,
      array(select came_in from matches ${order}) as came_in`);
  const { count, ids, cameIn } = gathered!;
  return {
    total: boundedAt(count),
    ids: sql`select * from unnest(${ids}::bigint[], ${cameIn}::boolean[]) page (id, came_in)`,
  };
}
