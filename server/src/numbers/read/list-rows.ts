/** Lists the rows that a figure counts. Their sum is the figure, to the cent. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { listNumberRows as declaration, NumberRowSort } from '@ramal/contract/numbers/rows';
import sql, { type Sql, empty, raw } from 'sql-template-tag';
import type { ReadingContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import {
  boundedAt,
  pageWithinBound,
  refuseLongSort,
  toPageAnswer,
} from '../../foundation/pages.ts';
import { describeRow, type ReadRow, rowColumns } from './row-columns.ts';
import { findRows, hidesAmounts, type RowsInput } from './select-rows.ts';
import { isShown, matchesSearch } from './visible-customers.ts';
import { boundedSum } from './bounded-sum.ts';

type Query = Call<typeof declaration>['query'];

/** Sort keys: SQL expressions of the rows `r`, joined with line `l` and account `a`. */
const keys: Record<NumberRowSort, Sql> = {
  at: sql`r.at`,
  name: sql`fold(coalesce(nullif(l.note, ''), l.username, r.text))`,
  plan: sql`r.plan_days`,
  since: sql`r.first_at`,
  cents: sql`r.cents`,
  origin: sql`r.origin`,
  reseller: sql`fold(a.username)`,
};

const joinedSorts: readonly NumberRowSort[] = ['name', 'reseller'];

export async function listNumberRows(
  ctx: ReadingContext,
  { actor, params, query }: Pick<Call<typeof declaration>, 'actor' | 'params' | 'query'>,
): Promise<HandlerResult<typeof declaration>> {
  const input: RowsInput = { ...query, figure: params.figure };
  const selected = await findRows(ctx, actor, input);
  const { rows, totals, sums, figure } = selected;
  const filtered = query.search
    ? sql`select r.* from (${rows}) r left join lines l on l.id = r.line_id
        where ${matchesSearch(actor, query.search)}`
    : rows;
  const { total, cents } =
    totals && !query.search
      ? { total: boundedAt(totals.count), cents: totals.cents }
      : await boundedSum(ctx.db, filtered);
  refuseLongSort(total, query.sort === 'at');
  const isEmpty = total.exact && total.total === 0;
  const page = isEmpty ? [] : await ctx.db.many<ReadRow>(pageOf(filtered, query, isShown(actor)));
  const isNetwork = hidesAmounts(input);
  return {
    ...toPageAnswer(
      query,
      total,
      page.map((row) => describeRow(row, selected.now, isNetwork && row.accountId !== actor.id)),
    ),
    figure,
    sumCents: isNetwork ? null : total.exact || totals ? cents : sums.cents,
    reasons: selected.reasons,
    ...selected.period,
    asOfTimestamp: selected.asOf && unixSeconds(selected.asOf),
  };
}

/**
 * Sorts by the chosen key, then joins lines and accounts to the rows of the page only, unless the
 * order needs their columns.
 */
function pageOf(rows: Sql, query: Query, shown: Sql): Sql {
  const dir = raw(query.dir);
  const joins = sql`left join lines l on l.id = r.line_id left join accounts a on a.id = r.account_id`;
  const isJoined = joinedSorts.includes(query.sort);
  // Times have an index, which is read backwards only if empty values come first.
  const nulls = query.sort === 'at' ? empty : sql`nulls last`;
  const order = sql`order by sort_key ${dir} ${nulls}, key ${dir}`;
  return sql`
    select ${rowColumns(shown)}
    from (select r.*, ${keys[query.sort]} as sort_key from (${rows}) r ${isJoined ? joins : empty}
      ${order} ${pageWithinBound(query)}) r
    ${joins} order by r.sort_key ${dir} ${nulls}, r.key ${dir}`;
}
