/**
 * Reads the statement from the monthly sums. The input is a scope (one account, a tree or all
 * accounts) and a few months.
 */
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import { type ExtractSort, extractKinds } from '@ramal/contract/resellers/credits';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import { containsFolded } from '../foundation/like.ts';
import { gatherTree } from '../access/access.ts';

export type Scope = { readonly only: number } | { readonly treeOf: number } | 'everybody';

export type SumKind = (typeof extractKinds)[number];

/** Order of the kinds in the contract: for example, `received` comes before `sent`. */
const inKindOrder = sql`array_position(${[...extractKinds]}::text[], m.kind)`;

export interface Sum {
  /** yyyy-mm */
  readonly month: string;
  readonly id: number;
  readonly username: string;
  readonly kind: SumKind;
  readonly hundredths: number;
  readonly valueCents: number | null;
}

/**
 * Condition on `movement_months m`. The ids are an array, so that PostgreSQL looks them up in the
 * order of the index.
 */
const inScope = (scope: Scope): Sql => {
  if (scope === 'everybody') return sql`true`;
  return 'only' in scope
    ? sql`m.account_id = ${scope.only}`
    : sql`m.account_id = any(array(${gatherTree(scope.treeOf)}))`;
};

export interface ExtractQuery {
  readonly scope: Scope;
  /** yyyy-mm, newest first. */
  readonly months: readonly string[];
  readonly kind?: SumKind | undefined;
  readonly search?: string | undefined;
}

const firstsOf = (months: readonly string[]): string[] => months.map((month) => `${month}-01`);

const input = ({ scope, months, kind, search }: ExtractQuery): Sql =>
  join(
    [
      inScope(scope),
      sql`m.month = any(${firstsOf(months)}::date[])`,
      ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
      ...(search === undefined
        ? []
        : [sql`m.account_id in (select id from accounts a where ${named(search)})`]),
    ],
    ' and ',
  );

/** Condition on `accounts a`. */
function named(search: string): Sql {
  const like = containsFolded(search);
  return sql`a.search like ${like} and fold(a.username) like ${like}`;
}

/** Number of rows by month; months without rows may be missing. */
export type RowsOfMonths = ReadonlyMap<string, number>;

/**
 * True if the stored sums of the tree contain the number of rows. For a minute after a network was
 * moved, that number may differ from the rows.
 */
const isKeptOfTree = ({ scope, search }: ExtractQuery): boolean =>
  search === undefined && scope !== 'everybody' && 'treeOf' in scope;

interface SumPage {
  readonly rows: RowsOfMonths;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Reads the newest month first, then by name, received before sent. Each query reads one month and
 * walks its accounts by name, so PostgreSQL does not sort a whole month to return fifty rows.
 */
export async function readSums(
  reader: Reader,
  query: ExtractQuery,
  { rows, limit, offset }: SumPage,
): Promise<Sum[]> {
  const sums: Sum[] = [];
  const isExact = !isKeptOfTree(query);
  let skipped = offset;
  for (const month of query.months) {
    const inMonth = rows.get(month) ?? 0;
    if (skipped < inMonth || (skipped === 0 && !isExact))
      sums.push(
        ...(await readMonth(reader, query, { month, limit: limit - sums.length, offset: skipped })),
      );
    if (sums.length === limit) break;
    skipped = Math.max(0, skipped - inMonth);
  }
  return sums;
}

/**
 * Sort columns as comparable values. The query sorts by month, account and kind after each of them;
 * these three are also the sort key of the reference.
 */
const sumKey: Record<ExtractSort, Sql> = {
  date: sql`m.month`,
  amount: sql`m.hundredths`,
  reseller: sql`lower(a.username)`,
  // Alphabetical by their words: Consumido, Devolução desfeita, Devolução recebida, Devolvido, …
  type: sql`array_position(
    array['spent', 'undone', 'recovered', 'returned', 'given', 'received', 'reinstated'], m.kind)`,
  value: sql`m.value_cents`,
  token: sql`m.month`,
};

interface SumOrder {
  readonly sort: ExtractSort;
  readonly dir: 'asc' | 'desc';
}

interface SortedSumPage {
  readonly order: SumOrder;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Reads one page in any order. PostgreSQL sorts the rows that the totals of the page add up anyway.
 * The offset is limited to the pages that the client can reach.
 */
export async function readSumsBy(
  reader: Reader,
  query: ExtractQuery,
  { order: { sort, dir }, limit, offset }: SortedSumPage,
): Promise<Sum[]> {
  if (offset >= EXACT_TOTAL_LIMIT) return [];
  const direction = raw(dir);
  return reader.many<Sum>(sql`
    select to_char(m.month, 'YYYY-MM') as month, a.id, a.username, m.kind, m.hundredths,
      m.value_cents::float8 as value_cents
    from movement_months m join accounts a on a.id = m.account_id
    where ${input(query)}
    order by ${sumKey[sort]} ${direction} nulls last, m.month ${direction}, m.account_id ${direction}, m.kind ${direction}
    limit ${limit} offset ${offset}`);
}

interface MonthPage {
  readonly month: string;
  readonly limit: number;
  readonly offset: number;
}

export const readMonth = (
  reader: Reader,
  { scope, kind, search }: ExtractQuery,
  { month, limit, offset }: MonthPage,
): Promise<Sum[]> =>
  reader.many<Sum>(sql`
    select ${month} as month, a.id, a.username, m.kind, m.hundredths, m.value_cents::float8 as value_cents
    from accounts a join movement_months m on m.account_id = a.id and m.month = ${`${month}-01`}::date
      ${kind === undefined ? empty : sql`and m.kind = ${kind}`}
    where ${accountsIn(scope)} ${search === undefined ? empty : sql`and ${named(search)}`}
    order by lower(a.username), ${inKindOrder}
    limit ${limit} offset ${offset}`);

/** Condition on `accounts a`. */
const accountsIn = (scope: Scope): Sql => {
  if (scope === 'everybody') return sql`true`;
  return 'only' in scope
    ? sql`a.id = ${scope.only}`
    : sql`a.ancestors @> ${[scope.treeOf]}::bigint[]`;
};

export interface Total {
  readonly kind: SumKind;
  readonly hundredths: number;
  readonly valueCents: number | null;
  /** Number of statement rows that this total adds up. */
  readonly rows: number;
}

/**
 * Newest month first; within a month, received before sent. `month` is yyyy-mm, or null for the sum
 * of all months.
 */
export const readTotals = (
  reader: Reader,
  query: ExtractQuery,
): Promise<(Total & { readonly month: string | null })[]> =>
  reader.many(sql`
    select to_char(m.month, 'YYYY-MM') as month, m.kind, sum(m.hundredths)::bigint as hundredths,
      sum(m.value_cents)::float8 as value_cents, sum(m.rows)::int as rows
    from ${query.search === undefined ? sumsOf(query) : sql`(select *, 1 as rows from movement_months m where ${input(query)})`} m
    group by grouping sets ((m.kind), (m.month, m.kind)) order by m.month desc, ${inKindOrder}`);

/**
 * Selects the sums of a scope with as few rows as possible. A tree is the account and its
 * descendants.
 */
function sumsOf({ scope, months, kind }: ExtractQuery): Sql {
  const ofKind = kind === undefined ? empty : sql` and kind = ${kind}`;
  const inMonths = sql`month = any(${firstsOf(months)}::date[])${ofKind}`;
  const below = (id: number) =>
    sql`select month, kind, hundredths, value_cents, rows from movement_below_months where account_id = ${id} and ${inMonths}`;
  const sumsOfAccount = (id: number) =>
    sql`select month, kind, hundredths, value_cents, 1 as rows from movement_months where account_id = ${id} and ${inMonths}`;
  if (scope === 'everybody') return sql`(${below(EVERYBODY)})`;
  if ('only' in scope) return sql`(${sumsOfAccount(scope.only)})`;
  return sql`(${sumsOfAccount(scope.treeOf)} union all ${below(scope.treeOf)})`;
}

/** Id of the stored sums of all accounts. */
const EVERYBODY = 0;

/** Months (yyyy-mm) with movements in the scope, newest first. */
export async function readMonths(reader: Reader, scope: Scope): Promise<string[]> {
  const monthsOfAccount = (id: number) =>
    sql`select month from movement_months where account_id = ${id}`;
  const below = (id: number) =>
    sql`select month from movement_below_months where account_id = ${id}`;
  const ways =
    scope === 'everybody'
      ? [below(EVERYBODY)]
      : 'only' in scope
        ? [monthsOfAccount(scope.only)]
        : [monthsOfAccount(scope.treeOf), below(scope.treeOf)];
  const rows = await reader.many<{ month: string }>(sql`
    select to_char(month, 'YYYY-MM') as month from (${join(ways, ' union ')}) months
    group by months.month order by months.month desc`);
  return rows.map(({ month }) => month);
}
