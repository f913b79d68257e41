/**
 * Builds the queries of a list: its total, which is counted up to a limit, and the limit and offset
 * of a page. A page near the end is read from the end (Q-PAGING).
 */
import { refuse } from '@ramal/contract/api/errors';
import { EXACT_TOTAL_LIMIT, type Page } from '@ramal/contract/api/paging';
import sql, { type Sql, raw } from 'sql-template-tag';
import type { Reader } from './database.ts';

export interface PageQuery {
  readonly page: number;
  readonly perPage: number;
}

export interface Total {
  readonly total: number;
  /** False if there are more rows than were counted. */
  readonly exact: boolean;
}

/** Counts the rows of a query up to one more than the limit. */
export async function boundedTotal(reader: Reader, rows: Sql): Promise<Total> {
  const counted = await reader.first<{ count: number }>(
    sql`select count(*) from (${rows} limit ${EXACT_TOTAL_LIMIT + 1}) counted`,
  );
  return boundedAt(counted?.count ?? 0);
}

export const boundedAt = (count: number): Total => ({
  total: Math.min(count, EXACT_TOTAL_LIMIT),
  exact: count <= EXACT_TOTAL_LIMIT,
});

/**
 * Refuses a sort order that has no index if the list has more rows than `EXACT_TOTAL_LIMIT`. Each
 * page would otherwise sort all rows.
 */
export function refuseLongSort({ exact }: Total, isIndexed: boolean): void {
  if (!exact && !isIndexed) refuse('sort_too_many');
}

/**
 * SQL limit and offset of a page. Pages after `EXACT_TOTAL_LIMIT` rows are empty, because skipping
 * so many rows would be expensive.
 */
export function pageWithinBound({ page, perPage: rows }: PageQuery): Sql {
  const offset = (page - 1) * rows;
  return sql`limit ${offset < EXACT_TOTAL_LIMIT ? rows : 0} offset ${Math.min(offset, EXACT_TOTAL_LIMIT)}`;
}

export interface LimitOffset {
  readonly limit: number;
  readonly offset: number;
  /** True if the order must be read backwards because the page is nearer to the end. */
  readonly fromEnd: boolean;
}

export function limitOffset({ page, perPage }: PageQuery, { total, exact }: Total): LimitOffset {
  const offset = (page - 1) * perPage;
  if (offset >= total && (exact || page > 1)) return { limit: 0, offset: 0, fromEnd: false };
  if (!exact || offset < total / 2) return { limit: perPage, offset, fromEnd: false };
  const left = total - offset;
  const limit = Math.min(perPage, left);
  return { limit, offset: left - limit, fromEnd: true };
}

/**
 * Returns a page in a sort order that has no index. Collects up to `EXACT_TOTAL_LIMIT` `rows` (id
 * and key) and sorts them, empty keys last. Refuses a list with more rows, because each page would
 * sort all of them.
 */
export async function gatherSorted(
  reader: Reader,
  rows: Sql,
  query: PageQuery & { readonly dir: 'asc' | 'desc' },
): Promise<{ readonly total: Total; readonly ids: readonly number[] }> {
  const dir = raw(query.dir);
  const gathered = await reader.first<{ found: number; ids: readonly number[] }>(sql`
    with found as materialized (select id, key from (${rows}) listed limit ${EXACT_TOTAL_LIMIT + 1})
    select (select count(*) from found) as found, array(
      select id from found order by key ${dir} nulls last, id ${dir}
      limit ${query.perPage} offset ${Math.min((query.page - 1) * query.perPage, EXACT_TOTAL_LIMIT)}) as ids`);
  const { found: count, ids } = gathered!;
  if (count > EXACT_TOTAL_LIMIT) refuse('sort_too_many');
  return { total: { total: count, exact: true }, ids };
}

export function toPageAnswer<Row>(
  query: PageQuery,
  { total, exact }: Total,
  data: Row[],
): Page<Row> {
  return {
    data,
    total,
    totalExact: exact,
    currentPage: query.page,
    perPage: query.perPage,
    lastPage: Math.max(1, Math.ceil(total / query.perPage)),
  };
}
