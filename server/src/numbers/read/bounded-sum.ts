/** Counts and sums rows up to the limit of an exact total. */
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import { boundedAt, type Total } from '../../foundation/pages.ts';

export async function boundedSum(
  reader: Reader,
  rows: Sql,
): Promise<{ readonly total: Total; readonly cents: number }> {
  const row = await reader.first<{ count: number; cents: number }>(sql`
    select count(*) as count, coalesce(sum(cents), 0)::bigint as cents
    from (${rows} limit ${EXACT_TOTAL_LIMIT + 1}) counted`);
  return { total: boundedAt(row!.count), cents: row!.cents };
}
