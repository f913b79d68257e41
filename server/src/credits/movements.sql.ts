/**
 * Both sides of a wallet, or of the wallets of a tree: two index walks, each as far as the page reaches,
 * joined with what the rows show afterwards. Ids rise within a wallet, because it is locked when they
 * are written.
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
 * The account whose movements are listed. An admin has no wallet: it is shown what it issued and took
 * back.
 */
export interface Holder {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly isMaster: boolean;
  /** The account's own wallet, or issuance. */
  readonly wallet: number;
  readonly balance: number | null;
  /** Every account from this one downwards is listed, an admin's are all. */
  readonly tree: boolean;
}

/** The account, when the viewer may reach it; refuses otherwise. */
export async function readHolder(
  reader: Reader,
  viewer: ReaderAccount,
  id: number,
  tree = false,
): Promise<Holder> {
  const holder = await reader.first<Holder>(sql`
    select a.id, a.username, a.profile, a.is_master as "isMaster", w.id as wallet, w.balance,
      ${tree}::boolean as tree
    from accounts a
    join wallets w on (w.account_id = a.id and w.kind = 'balance')
      or (a.profile = 'admin' and w.account_id is null and w.kind = 'issuance')
    where a.id = ${id} and a.deleted_at is null and ${inTree(viewer, sql`a.id`)}`);
  return holder ?? refuse('reseller_not_found');
}

type Query = ParsedRequest<typeof listMovements>['query'];
export type MovementFilters = Pick<Query, 'search' | 'kind' | 'from' | 'until'>;

/** Where an export stands: an entry and the side of it that was listed. */
export interface MovementCursor {
  readonly id: number;
  readonly cameIn: boolean;
}

/** The entries (`id`, `came_in`) that pass the filters; each side answers as many as requested. */
export interface MovementWalk {
  /** All of them, in no order, for counting. */
  readonly all: Sql;
  /** One page of them, by id. A tree with an exact total is gathered, a larger one walked. */
  readonly ids: (limitOffset: LimitOffset, total: Total, dir: 'asc' | 'desc') => Sql;
  /** The newest older than a place, for reading on. */
  readonly older: (than: MovementCursor | undefined, most: number) => Sql;
  /** The oldest entry that was looked at, where a search looks at the newest of very many alone. */
  readonly searchedFrom: SearchedFrom | undefined;
}

export interface SearchedFrom {
  readonly id: number;
  readonly at: Date;
}

/** Of its entries a search in a large tree looks at this many at a time, from the newest in the chosen period. */
const SEARCHED_AT_A_TIME = 100_000;

/**
 * The walk of a list. A search in a tree gathers the tree's movements where they are few, and otherwise looks
 * along the ids at the newest, or at the newest below the id where the part before ended. Tried by wallet, each of
 * a million entries was compared with every wallet.
 */
export async function openWalk(
  reader: Reader,
  clock: Clock,
  viewer: ReaderAccount,
  holder: Holder,
  filters: MovementFilters,
  below?: number,
): Promise<MovementWalk> {
  const searched = walkOf(clock, viewer, holder, filters);
  if (!holder.tree || filters.search === undefined) return searched;
  const unsearched = walkOf(clock, viewer, holder, { ...filters, search: undefined });
  if ((await boundedTotal(reader, unsearched.all)).exact) return searched;
  const touching = sidesOf(clock, holder, filters, 'tested').map(({ where }) => sql`(${where})`);
  const from = await reader.first<SearchedFrom>(sql`
    select id, at from entries where (${join(touching, ' or ')}) ${isBelow(below)}
    order by id desc offset ${SEARCHED_AT_A_TIME - 1} limit 1`);
  return walkOf(clock, viewer, holder, filters, { from, below });
}

interface IdRange {
  readonly from: SearchedFrom | undefined;
  readonly below: number | undefined;
}

const isBelow = (id: number | undefined): Sql => (id === undefined ? empty : sql`and id < ${id}`);

function walkOf(
  clock: Clock,
  viewer: ReaderAccount,
  holder: Holder,
  filters: MovementFilters,
  range?: IdRange,
): MovementWalk {
  const { search } = filters;
  const within = range
    ? sql`${range.from ? sql`and id >= ${range.from.id}` : empty} ${isBelow(range.below)}`
    : empty;
  const along = search === undefined ? 'walked' : 'tested';
  const sides = (method: ReadMethod): readonly Side[] =>
    sidesOf(clock, holder, filters, method).map(({ cameIn, where }) => ({
      cameIn,
      where: sql`${where} ${within}`,
    }));
  const matching = (of: readonly Side[], draw: (sides: readonly Side[]) => Sql): Sql => {
    if (search === undefined) return draw(of);
    const { ctes, found } = searched(viewer, holder, search, of);
    return sql`${ctes} ${draw(of.map(found))}`;
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
          : matching(sides(along), (each) => firstOf(each, offset + limit, walked));
      return sql`select id, came_in from (${near}) walked
        order by id ${raw(walked)}, came_in ${raw(walked)} limit ${limit} offset ${offset}`;
    },
    older: (than, most) =>
      sql`select id, came_in from (${matching(sides(along), (each) =>
        firstOf(each, most, 'desc', than),
      )}) walked order by id desc, came_in desc limit ${most}`,
    searchedFrom: range?.from,
  };
}

/** What left and what came in, of the chosen kind and days. */
function sidesOf(
  clock: Clock,
  holder: Holder,
  { kind, ...days }: MovementFilters,
  method: ReadMethod,
): readonly Side[] {
  const within = betweenDays(clock, days);
  const came = { cameIn: true, where: sql`${ownedBy(holder, 'to_wallet', method)} ${within}` };
  const left = { cameIn: false, where: sql`${ownedBy(holder, 'from_wallet', method)} ${within}` };
  if (kind === undefined) return [left, came];
  if (kind === 'received') return [came];
  return [{ ...left, where: sql`${left.where} and ${kindOfLeaving} = ${kind}` }];
}

/**
 * By the index of the wallets, or along the ids past what belongs to others: joined with the wallets, or each
 * tested before what a search asks of it.
 */
type ReadMethod = 'gathered' | 'walked' | 'tested';

interface Side {
  readonly cameIn: boolean;
  /** Condition on `entries`. */
  readonly where: Sql;
  /** What is joined to the entries for it. */
  readonly joined?: Sql;
}

const selectSide = ({ cameIn, where, joined = empty }: Side): Sql =>
  sql`select entries.id, ${cameIn}::boolean as came_in from entries ${joined} where ${where}`;

/** As many of each side as the page may show. Of one entry the side that came in is listed first. */
function firstOf(
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

/** Condition on `entries`: the wallet on this side is the account's, or one of its tree. */
function ownedBy(holder: Holder, column: 'from_wallet' | 'to_wallet', method: ReadMethod): Sql {
  if (!holder.tree) {
    const own = holder.balance === null ? sql`and actor_id = ${holder.id}` : empty;
    return sql`${raw(column)} = ${holder.wallet} ${own}`;
  }
  const isAll = holder.profile === 'admin';
  const accounts = method === 'walked' ? idsInTree(holder.id) : gatherTree(holder.id);
  const ofTree = method === 'walked' ? sql`in (${accounts})` : sql`= any(array(${accounts}))`;
  const wallets = sql`select w.id from wallets w where w.kind = 'balance'
    ${isAll ? empty : sql`and w.account_id ${ofTree}`}`;
  // PostgreSQL makes no join of a condition that is asked to be true.
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

/** Wallets of the administration, which «De/Para» names so. */
const issuanceWallets = sql`select id from wallets where kind = 'issuance'`;

/**
 * What the search names stands ready (`named` accounts, an account's own lines), and each movement is compared
 * once. Of what an account spent only the index of its wallet is read, and its few entries with a note or a
 * price beside it (`told`).
 */
function searched(
  viewer: ReaderAccount,
  holder: Holder,
  search: string,
  sides: readonly Side[],
): { readonly ctes: Sql; readonly found: (side: Side) => Side } {
  const like = containsFolded(search);
  const value = valueIn(search);
  const told = join(
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
    with told as materialized (${join(
      [
        sql`select null::bigint as id where false`,
        ...sides.filter(readsIndexOnly).map(
          ({ where }) => sql`select id from entries
              where ${where} and (note is not null or unit_price_cents is not null) and (${told})`,
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
    found: (side) => {
      // The rows of a tree tell whose they are, too.
      const wallets = holder.tree
        ? ['from_wallet', 'to_wallet']
        : [side.cameIn ? 'from_wallet' : 'to_wallet'];
      const ways = [
        readsIndexOnly(side)
          ? sql`entries.id in (select id from told)`
          : sql`coalesce(${told}, false)`,
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

/** «10», «10,5», «R$ 1.300,00» as hundredths; undefined where the text is no amount. */
export function valueIn(search: string): number | undefined {
  const typed = /^(?:r\$)?\s*[+-]?\s*(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:([.,])(\d{1,2}))?$/i.exec(
    search.trim(),
  );
  if (!typed) return undefined;
  return toHundredths(Number(`${typed[1]!.replaceAll('.', '')}.${typed[3] ?? '0'}`));
}

/** Total and page of a search in one statement: each movement is compared once. */
export async function gatherMovements(
  reader: Reader,
  { all }: MovementWalk,
  { page, per_page: rows, dir }: PageQuery & { readonly dir: 'asc' | 'desc' },
): Promise<{ readonly total: Total; readonly ids: Sql }> {
  const order = sql`order by id ${raw(dir)}, came_in ${raw(dir)}
    limit ${rows} offset ${Math.min((page - 1) * rows, EXACT_TOTAL_LIMIT)}`;
  const found = await reader.first<{ count: number; ids: number[]; cameIn: boolean[] }>(sql`
    with found as materialized (select id, came_in from (${all}) matching limit ${EXACT_TOTAL_LIMIT + 1})
    select (select count(*) from found) as count, array(select id from found ${order}) as ids,
      array(select came_in from found ${order}) as "cameIn"`);
  const { count, ids, cameIn } = found!;
  return {
    total: boundedAt(count),
    ids: sql`select * from unnest(${ids}::bigint[], ${cameIn}::boolean[]) page (id, came_in)`,
  };
}
