/**
 * Reads the statement from the stored monthly sums: for one account, for a tree or for all
 * accounts.
 */
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import { type ExtractSort, extractKinds } from '@ramal/contract/resellers/credits';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import { containsFolded } from '../foundation/like.ts';
import { gatherTree } from '../access/access.ts';

export type Scope = { readonly only: number } | { readonly treeOf: number } | 'all';

export type SumKind = (typeof extractKinds)[number];

/** Order of the kinds in the contract: for example, `received` comes before `given`. */
const inKindOrder = sql`array_position(${[...extractKinds]}::text[], m.kind)`;

export interface Sum {
  /** Month as yyyy-mm. */
  readonly month: string;
  readonly id: number;
  readonly username: string;
  readonly kind: SumKind;
  readonly hundredths: number;
  readonly valueCents: number | null;
}

/**
 * SQL condition on `movement_months m`: the row belongs to the scope. The ids are passed as an
 * array, so that PostgreSQL searches the index for them in order.
 */
const inScope = (scope: Scope): Sql => {
  if (scope === 'all') return sql`true`;
  return 'only' in scope
    ? sql`m.account_id = ${scope.only}`
    : sql`m.account_id = any(array(${gatherTree(scope.treeOf)}))`;
};

export interface ExtractQuery {
  readonly scope: Scope;
  /** Months as yyyy-mm, the newest first. */
  readonly months: readonly string[];
  readonly kind?: SumKind | undefined;
  readonly search?: string | undefined;
}

const toFirstDays = (months: readonly string[]): string[] => months.map((month) => `${month}-01`);

const matchesQuery = ({ scope, months, kind, search }: ExtractQuery): Sql =>
  join(
    [
      inScope(scope),
      sql`m.month = any(${toFirstDays(months)}::date[])`,
      ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
      ...(search === undefined
        ? []
        : [sql`m.account_id in (select id from accounts a where ${matchesAccount(search)})`]),
    ],
    ' and ',
  );

/** SQL condition on `accounts a`: the account matches the search text. */
function matchesAccount(search: string): Sql {
  const like = containsFolded(search);
  return sql`a.search like ${like} and fold(a.username) like ${like}`;
}

/** Number of statement rows by month. A month without rows may have no entry. */
export type RowCountByMonth = ReadonlyMap<string, number>;

/**
 * True if the number of rows can be read from a stored sum of the tree. The sum can be wrong for a
 * minute after a network was moved.
 */
const hasStoredRowCounts = ({ scope, search }: ExtractQuery): boolean =>
  search === undefined && scope !== 'all' && 'treeOf' in scope;

interface SumPage {
  readonly rows: RowCountByMonth;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Reads a page in the standard order: newest month, then user name, then kind. Each query reads one
 * month through the index on the user name. PostgreSQL then reads only the rows of the page instead
 * of sorting a whole month.
 */
export async function readSums(
  reader: Reader,
  query: ExtractQuery,
  { rows, limit, offset }: SumPage,
): Promise<Sum[]> {
  const sums: Sum[] = [];
  const isExact = !hasStoredRowCounts(query);
  let skipped = offset;
  for (const month of query.months) {
    const rowsOfMonth = rows.get(month) ?? 0;
    if (skipped < rowsOfMonth || (skipped === 0 && !isExact))
      sums.push(
        ...(await readMonth(reader, query, { month, limit: limit - sums.length, offset: skipped })),
      );
    if (sums.length === limit) break;
    skipped = Math.max(0, skipped - rowsOfMonth);
  }
  return sums;
}

/**
 * SQL expression for each sort. The query then sorts by month, account and kind, because these
 * three identify a row. The sort by the reference (`token`) uses only these three.
 */
const sumKey: Record<ExtractSort, Sql> = {
  date: sql`m.month`,
  amount: sql`m.hundredths`,
  reseller: sql`lower(a.username)`,
  // Alphabetical order of the Portuguese labels: Consumido, Devolução desfeita, Devolução recebida,
  // …
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
 * Reads one page in the requested order. PostgreSQL sorts all rows of the scope. The totals need
 * these rows too. Returns no rows after the last page that a client can request.
 */
export async function readSortedSums(
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
    where ${matchesQuery(query)}
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
    where ${accountsIn(scope)} ${search === undefined ? empty : sql`and ${matchesAccount(search)}`}
    order by lower(a.username), ${inKindOrder}
    limit ${limit} offset ${offset}`);

/** SQL condition on `accounts a`: the account is in the scope. */
const accountsIn = (scope: Scope): Sql => {
  if (scope === 'all') return sql`true`;
  return 'only' in scope
    ? sql`a.id = ${scope.only}`
    : sql`a.ancestors @> ${[scope.treeOf]}::bigint[]`;
};

export interface Total {
  readonly kind: SumKind;
  readonly hundredths: number;
  readonly valueCents: number | null;
  /** Number of statement rows that are included in this total. */
  readonly rows: number;
}

/**
 * Reads the total of each month and kind, the newest month first. `month` is yyyy-mm. It is null in
 * the total of all months.
 */
export const readTotals = (
  reader: Reader,
  query: ExtractQuery,
): Promise<(Total & { readonly month: string | null })[]> =>
  reader.many(sql`
    select to_char(m.month, 'YYYY-MM') as month, m.kind, sum(m.hundredths)::bigint as hundredths,
      sum(m.value_cents)::float8 as value_cents, sum(m.rows)::int as rows
    from ${query.search === undefined ? selectSums(query) : sql`(select *, 1 as rows from movement_months m where ${matchesQuery(query)})`} m
    group by grouping sets ((m.kind), (m.month, m.kind)) order by m.month desc, ${inKindOrder}`);

/**
 * Selects the sums of a scope. For a tree, adds the account's own sums to the stored sums of all
 * its descendants. The query therefore reads no row per descendant.
 */
function selectSums({ scope, months, kind }: ExtractQuery): Sql {
  const ofKind = kind === undefined ? empty : sql` and kind = ${kind}`;
  const inMonths = sql`month = any(${toFirstDays(months)}::date[])${ofKind}`;
  const below = (id: number) =>
    sql`select month, kind, hundredths, value_cents, rows from movement_below_months where account_id = ${id} and ${inMonths}`;
  const sumsOfAccount = (id: number) =>
    sql`select month, kind, hundredths, value_cents, 1 as rows from movement_months where account_id = ${id} and ${inMonths}`;
  if (scope === 'all') return sql`(${below(ALL_ACCOUNTS_ID)})`;
  if ('only' in scope) return sql`(${sumsOfAccount(scope.only)})`;
  return sql`(${sumsOfAccount(scope.treeOf)} union all ${below(scope.treeOf)})`;
}

/** Id of the stored sums of all accounts. */
const ALL_ACCOUNTS_ID = 0;

/** Months (yyyy-mm) with movements in the scope, newest first. */
export async function readMonths(reader: Reader, scope: Scope): Promise<string[]> {
  const monthsOfAccount = (id: number) =>
    sql`select month from movement_months where account_id = ${id}`;
  const below = (id: number) =>
    sql`select month from movement_below_months where account_id = ${id}`;
  const queries =
    scope === 'all'
      ? [below(ALL_ACCOUNTS_ID)]
      : 'only' in scope
        ? [monthsOfAccount(scope.only)]
        : [monthsOfAccount(scope.treeOf), below(scope.treeOf)];
  const rows = await reader.many<{ month: string }>(sql`
    select to_char(month, 'YYYY-MM') as month from (${join(queries, ' union ')}) months
    group by months.month order by months.month desc`);
  return rows.map(({ month }) => month);
}
