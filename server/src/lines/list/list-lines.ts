/**
 * Lists of lines: one statement, planned for what is asked, counts and finds the ids of one page; the
 * rows come after, by a plan made once. Totals stop counting at 10.000. Where most lines of an order
 * belong to the list, the page is walked to; lines that may be few and far between (a search, a tree,
 * who is online) are gathered first, because walking an order for five of them reads a million; so are
 * those asked for in an order that no index has (line-order.ts), as long as they are not too many.
 * Source: Q-PAGING, V-27, Q-RESPARAM.
 */
import { refuse } from '@ramal/contract/errors';
import type { LineFilter } from '@ramal/contract/lines';
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/paging';
import { type PlatformKey, platforms } from '@ramal/contract/platforms';
import sql, { type Sql, join } from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import { type PageQuery, type Total, boundedTotal } from '../../foundation/pages.ts';
import { type Line, lineColumns } from '../line.ts';
import { type LineOrder, byKey, isWalked, sortKey, walkedBy } from './line-order.ts';
import {
  type ListLinesQuery,
  type Scope,
  alternatives,
  isSparse,
  whereGathered,
  whereWalked,
  withinReach,
} from './line-filters.ts';

export type LinesInOrder = ListLinesQuery & LineOrder;

export type ListLinesInput = PageQuery & LinesInOrder;

export async function listLines(reader: Reader, asked: ListLinesInput, now: Date) {
  const { found, ids } =
    isSparse(asked) || !isWalked(asked.sort)
      ? await gather(reader, asked, now)
      : await walk(reader, asked, now);
  const rows = await reader.many<Line>(
    sql`select ${lineColumns(now)} from lines l where l.id = any(${ids}::bigint[])
      order by array_position(${ids}::bigint[], l.id)`,
    'lines-of-page',
  );
  const total: Total = {
    total: Math.min(found, EXACT_TOTAL_LIMIT),
    exact: found <= EXACT_TOTAL_LIMIT,
  };
  return { rows, total };
}

/** Of every line of a list, in its order. Where there are more than `most`, it answers more than those, in no order. */
export async function findAllLines(
  reader: Reader,
  asked: LinesInOrder,
  now: Date,
  most?: number,
): Promise<readonly number[]> {
  const bound = most === undefined ? sql`` : sql`limit ${most + 1}`;
  const row = await reader.first<{ ids: readonly number[] }>(sql`
    select array(select id from (${gathered(asked, now, bound)}) way order by ${byKey(asked)}) as ids`);
  return row!.ids;
}

/** The lines of these ids, in their order, that are within reach now: by their ids, not by all of their owner's. */
export const readLines = (
  reader: Reader,
  { ids, ...asked }: LinesInOrder & { readonly ids: readonly number[] },
  now: Date,
): Promise<Line[]> =>
  reader.many<Line>(sql`
    with chosen as materialized (select * from lines where id = any(${ids}::bigint[]))
    select ${lineColumns(now)} from chosen l where ${join(withinReach({ ...asked, ids: undefined }, now), ' and ')}
    order by array_position(${ids}::bigint[], l.id)`);

/** Of one page; `found` counts the whole list, up to one more than the bound. */
interface Ids {
  readonly found: number;
  readonly ids: readonly number[];
}

const BOUND = EXACT_TOTAL_LIMIT + 1;

async function walk(reader: Reader, asked: ListLinesInput, now: Date): Promise<Ids> {
  const row = await reader.first<Ids>(sql`
    select (select count(*) from (select from lines where ${whereWalked(asked, now)} limit ${BOUND}) counted) as found,
      ${walked(asked, now)} as ids`);
  return row!;
}

/** Total and page out of one finding; when there are more than the bound they are dense enough to walk, where that is possible. */
async function gather(reader: Reader, asked: ListLinesInput, now: Date): Promise<Ids> {
  const row = await reader.first<Ids>(sql`
    with found as materialized (select * from (${gathered(asked, now, sql`limit ${BOUND}`)}) way limit ${BOUND})
    select (select count(*) from found) as found,
      array(select id from found order by ${byKey(asked)} ${page(asked)}) as ids`);
  if (row!.found <= EXACT_TOTAL_LIMIT) return row!;
  if (!isWalked(asked.sort)) refuse('sort_too_many');
  const dense = await reader.first<Ids>(
    sql`select ${BOUND}::int as found, ${walked(asked, now)} as ids`,
  );
  return dense!;
}

/** Ids and what they are ordered by (`key`), of each way a line may belong to the list. */
const gathered = (asked: LinesInOrder, now: Date, bound: Sql = sql``): Sql =>
  join(
    alternatives(asked, now).map(
      (way) => sql`(select id, ${sortKey(asked, now)} as key from lines
        where ${whereGathered(asked, now)} and ${way} ${bound})`,
    ),
    ' union all ',
  );

const walked = (asked: ListLinesInput, now: Date): Sql => sql`array(
  select id from lines where ${whereWalked(asked, now)} order by ${walkedBy(asked)} ${page(asked)}
)`;

/** The list ends where its total stops counting: nothing is skipped to find nothing. */
function page({ page: number, per_page: rows }: PageQuery): Sql {
  const offset = (number - 1) * rows;
  return sql`limit ${offset < EXACT_TOTAL_LIMIT ? rows : 0} offset ${Math.min(offset, EXACT_TOTAL_LIMIT)}`;
}

/** How many lines stand behind each status filter, each counted to the bound; nobody is seen where none plays here. */
export async function countLines(reader: Reader, platform: PlatformKey, scope: Scope, now: Date) {
  const behind = (status?: LineFilter) =>
    boundedTotal(
      reader,
      sql`select from lines where ${whereGathered({ platform, scope, status }, now)}`,
    );
  const [all, online, Ativo, Teste, Desativado] = await Promise.all([
    behind(),
    platforms[platform].plays ? behind('online') : { total: 0, exact: true },
    behind('Ativo'),
    behind('Teste'),
    behind('Desativado'),
  ]);
  return { all, online, Ativo, Teste, Desativado };
}
