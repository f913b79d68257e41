/**
 * Reads lists of lines. The first statement counts the lines and finds the ids of one page.
 * PostgreSQL plans it for each input. The second statement is prepared and reads the rows. Totals
 * are counted up to 10,000. If most lines of an order match, the lines are read along its index up
 * to the page.
 * The matches of a search, a tree or open streams may be few and far apart. Reading along an index
 * could then read a million lines to find five. Such matches are therefore collected and sorted.
 * Lines in an order without an index (line-order.ts) are also collected, unless there are too many.
 * Source: Q-PAGING, V-27, Q-RESPARAM.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { LineFilter } from '@ramal/contract/lines/lines';
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import {
  type PageQuery,
  boundedAt,
  boundedTotal,
  pageWithinBound,
} from '../../foundation/pages.ts';
import { type Line, lineColumns } from '../line.ts';
import { type LineOrder, byKey, isWalked, sortKey, walkedBy, walkedColumn } from './line-order.ts';
import {
  type LineCursor,
  reverseStart,
  isBeyond,
  reverseOrder,
  serializeCursor,
} from './line-cursors.ts';
import {
  type ListLinesQuery,
  type Scope,
  alternatives,
  comparedAlternatives,
  textAlternatives,
  isSparse,
  mayBeDense,
  watchedLines,
  whereGathered,
  whereWalked,
  withinReach,
} from './line-filters.ts';

export type LinesInOrder = ListLinesQuery & LineOrder;

type ListLinesInput = PageQuery & LinesInOrder;

export async function listLines(reader: Reader, input: ListLinesInput, now: Date) {
  const { count, ids } = await findPage(reader, input, now);
  const rows = await reader.many<Line>(
    sql`select ${lineColumns(now)} from lines l where l.id = any(${ids}::bigint[])
      order by array_position(${ids}::bigint[], l.id)`,
    'prepared',
  );
  return { rows, total: boundedAt(count) };
}

/**
 * Reads the page at a cursor, and the cursors of the previous and the next page. The last page has
 * no next cursor.
 */
export async function listLinesAt(
  reader: Reader,
  { place, ...input }: ListLinesInput & { readonly place: LineCursor },
  now: Date,
) {
  const walks = (side: LineCursor['side']) => (side === 'after' ? input : reverseOrder(input));
  const find = (start: Start, side: LineCursor['side']) =>
    findPage(reader, { ...walks(side), start, page: 1, perPage: input.perPage + 1 }, now);
  let { side } = place;
  let at = await find(place, side);
  if (at.ids.length === 0 && at.isAnyBehind) {
    const start = reverseStart(place, walks(side));
    side = side === 'after' ? 'before' : 'after';
    at = await find(start, side);
  }
  const ids = at.ids.slice(0, input.perPage);
  if (side === 'before') ids.reverse();
  const rows = await reader.many<Line & { key: string }>(
    sql`select ${lineColumns(now)}, ${walkedColumn(input.sort)}::text as key
      from lines l where l.id = any(${ids}::bigint[])
      order by array_position(${ids}::bigint[], l.id)`,
    'prepared',
  );
  const isMore = at.ids.length > input.perPage;
  const [isFirst, isLast] =
    side === 'after' ? [!at.isAnyBehind, !isMore] : [!isMore, !at.isAnyBehind];
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    total: boundedAt(at.count),
    previousPlace: first && !isFirst ? serializeCursor('before', first) : null,
    nextPlace: last && !isLast ? serializeCursor('after', last) : null,
  };
}

/**
 * Reads the ids of a whole list in order. If more than `most` lines match, returns more than `most`
 * ids, which are not the first of the order.
 */
export async function findAllLines(
  reader: Reader,
  input: LinesInOrder,
  now: Date,
  most?: number,
): Promise<readonly number[]> {
  const bound = most === undefined ? sql`` : sql`limit ${most + 1}`;
  const row = await reader.first<{ ids: readonly number[] }>(sql`
    select array(select id from (${gathered(input, now, bound)}) way order by ${byKey(input)}) as ids`);
  return row!.ids;
}

/** Number of lines of a whole list, without a bound. */
export async function countAllLines(
  reader: Reader,
  input: LinesInOrder,
  now: Date,
): Promise<number> {
  const row = await reader.first<{ count: number }>(
    sql`select count(*) from (${gathered(input, now)}) way`,
  );
  return row!.count;
}

/**
 * Reads the lines with these ids, in this order. Omits lines that the actor may not see now. The
 * query searches the lines by id and not by owner.
 */
export const readLines = (
  reader: Reader,
  { ids, ...input }: LinesInOrder & { readonly ids: readonly number[] },
  now: Date,
): Promise<Line[]> =>
  reader.many<Line>(sql`
    with chosen as materialized (select * from lines where id = any(${ids}::bigint[]))
    select ${lineColumns(now)} from chosen l where ${join(withinReach({ ...input, ids: undefined }, now), ' and ')}
    order by array_position(${ids}::bigint[], l.id)`);

type Start = Pick<LineCursor, 'key' | 'id'>;

/** Input with the cursor from which the pages are counted. */
type StartedInput = ListLinesInput & { readonly start?: Start };

/**
 * Ids of one page. `count` is the size of the whole list, up to one more than the limit of an exact
 * total.
 */
interface Ids {
  readonly count: number;
  readonly ids: readonly number[];
  /** True if there are lines before the start of the page. */
  readonly isAnyBehind: boolean;
}

const BOUND = EXACT_TOTAL_LIMIT + 1;

const findPage = (reader: Reader, input: StartedInput, now: Date): Promise<Ids> =>
  isSparse(input) || !isWalked(input.sort) ? gather(reader, input, now) : walk(reader, input, now);

async function walk(reader: Reader, input: StartedInput, now: Date): Promise<Ids> {
  const row = await reader.first<Ids>(sql`
    select (select count(*) from (select from lines where ${whereWalked(input, now)} limit ${BOUND}) counted) as count,
      ${walkedColumns(input, now)}`);
  return row!;
}

/**
 * Reads the total and the page in one statement. If there are more matches than an exact total
 * counts, the page is read along the index of its order. If a sample already shows so many matches,
 * nothing is collected.
 */
async function gather(reader: Reader, input: StartedInput, now: Date): Promise<Ids> {
  const canWalk = isWalked(input.sort);
  const few = canWalk && (await findDense(reader, input, now));
  if (few) return walkBeyondBound(reader, input, now, few);
  const back = reverseInput(input);
  const row = await reader.first<Ids>(sql`
    with matches as materialized (select * from (${gathered(input, now, sql`limit ${BOUND}`)}) way limit ${BOUND})
    select (select count(*) from matches) as count,
      array(select id from matches where ${beyondStart(input, KEY)}
        order by ${byKey(input)} ${pageWithinBound(input)}) as ids,
      ${back ? sql`exists (select from matches where ${beyondStart(back, KEY)})` : sql`false`} as is_any_behind`);
  if (row!.count <= EXACT_TOTAL_LIMIT) return row!;
  if (!canWalk) refuse('sort_too_many');
  return walkBeyondBound(reader, input, now);
}

async function walkBeyondBound(
  reader: Reader,
  input: StartedInput,
  now: Date,
  few?: Few,
): Promise<Ids> {
  const row = await reader.first<Ids>(
    sql`select ${BOUND}::int as count, ${walkedColumns(input, now, few)}`,
  );
  return row!;
}

const KEY = sql`key`;

const beyondStart = (input: StartedInput, column: Sql): Sql =>
  input.start ? isBeyond(input.start, input, column) : sql`true`;

/**
 * Sample sizes in percent of the table. The second one is used if the first does not decide. A
 * sample of the same size always reads the same pages of the table. Neighbouring lines are similar,
 * so the estimate is uncertain. A list counts as large only if the estimate minus 4.5 standard
 * deviations exceeds the limit.
 */
const SAMPLES_PERCENT = [0.6, 2.4];
const DEVIATIONS = 4.5;
/**
 * Minimum multiple of the limit at which the larger sample is worth its cost. Below it, the larger
 * sample could not decide either.
 */
const WORTH_MORE = 1.2;
/**
 * An alternative has few matches if a sample contains at most this number of its matches per percent
 * of the table. An alternative with more matches is read along an index.
 */
const FEW_IN_A_PERCENT = 50;

/**
 * Value for each alternative of a list with very many matches. True if this alternative itself has
 * few matches.
 */
type Few = readonly boolean[];

/**
 * Returns true if more lines are being watched than an exact total counts. The count includes
 * deleted lines. Few deleted lines are watched, so the limit is raised by a tenth.
 */
async function areManyWatched(reader: Reader, watched: Sql): Promise<boolean> {
  const many = Math.round(EXACT_TOTAL_LIMIT * 1.1);
  const counted = await reader.first<{ count: number }>(
    sql`select count(*) from (${watched} limit ${many}) counted`,
  );
  return counted!.count >= many;
}

interface Sample {
  readonly hits: number;
  readonly squares: number;
  readonly each: readonly number[];
}

/**
 * Returns for each alternative whether it has few matches. Undefined if the sample does not prove
 * that the list has more matches than an exact total counts.
 */
async function findDense(
  reader: Reader,
  input: ListLinesInput,
  now: Date,
): Promise<Few | undefined> {
  const watched = watchedLines(input, now);
  if (watched) return (await areManyWatched(reader, watched)) ? [] : undefined;
  if (!mayBeDense(input)) return undefined;
  for (const percent of SAMPLES_PERCENT) {
    const bound = (EXACT_TOTAL_LIMIT * percent) / 100;
    const { hits, squares, each } = await takeSample(reader, input, now, percent);
    if (hits - DEVIATIONS * Math.sqrt(squares) > bound)
      return each.map((hitCount) => hitCount <= FEW_IN_A_PERCENT * percent);
    if (hits < bound * WORTH_MORE) return undefined;
  }
  return undefined;
}

async function takeSample(
  reader: Reader,
  input: ListLinesInput,
  now: Date,
  percent: number,
): Promise<Sample> {
  const conditions = textAlternatives(input, now);
  const sumOf = (column: string): Sql => sql`coalesce(sum(${raw(column)}), 0)::int`;
  const each = conditions.map((_, n) => sumOf(`way${n}`));
  const counted = conditions.map(
    (condition, n) => sql`count(*) filter (where ${condition}) as ${raw(`way${n}`)}`,
  );
  const sample = await reader.first<Sample>(sql`
    select ${sumOf('hits')} as hits, ${sumOf('hits * hits')} as squares, array[${join(each, ', ')}] as each
    from (select count(*) as hits, ${join(counted, ', ')} from lines tablesample system (${percent}) repeatable (0)
      where ${whereGathered(input, now)} and (${join(conditions, ' or ')}) group by (ctid::text::point)[0]) pages`);
  return sample!;
}

/** Selects id and sort value (`key`) of the matching lines, separately for each alternative. */
const gathered = (input: LinesInOrder, now: Date, bound: Sql = sql``): Sql =>
  join(
    alternatives(input, now, isWalked(input.sort)).map(
      (direction) => sql`(select id, ${sortKey(input, now)} as key from lines
        where ${whereGathered(input, now)} and ${direction} ${bound})`,
    ),
    ' union all ',
  );

/** Returns the input for finding one line before the start. Undefined if the list has no start. */
const reverseInput = ({ start, ...input }: StartedInput): StartedInput | undefined =>
  start && { ...reverseOrder(input), start: reverseStart(start, input), page: 1, perPage: 1 };

function walkedColumns(input: StartedInput, now: Date, few?: Few): Sql {
  const back = reverseInput(input);
  return sql`${walked(input, now, few)} as ids,
    ${back ? sql`cardinality(${walked(back, now, few)}) > 0` : sql`false`} as is_any_behind`;
}

/**
 * Reads each alternative along its own index as far as the page needs, and merges the results. An
 * alternative with few matches is collected. An alternative with many matches compares the texts.
 * Otherwise PostgreSQL might use the index of all texts.
 */
function walked(input: StartedInput, now: Date, few: Few = []): Sql {
  const beyond = beyondStart(input, walkedColumn(input.sort));
  const compared = comparedAlternatives(input, now);
  const conditions = alternatives(input, now, false).map(
    (condition, n) => sql`${few[n] === false ? compared[n]! : condition} and ${beyond}`,
  );
  if (conditions.length === 1)
    return sql`array(select id from lines where ${whereWalked(input, now)} and ${conditions[0]!}
      order by ${walkedBy(input)} ${pageWithinBound(input)})`;
  const key = sortKey(input, now);
  const merged = conditions.map((condition, n) =>
    few[n]
      ? sql`(select id, ${key} as key from lines where ${whereGathered(input, now)} and ${condition} offset 0)`
      : sql`(select id, ${key} as key from lines where ${whereWalked(input, now)} and ${condition}
          order by ${walkedBy(input)} limit ${Math.min(input.page * input.perPage, EXACT_TOTAL_LIMIT)})`,
  );
  return sql`array(select id from (${join(merged, ' union all ')}) way order by ${byKey(input)} ${pageWithinBound(input)})`;
}

/**
 * Counts the lines for each status filter, each up to the limit of an exact total. On a platform
 * without built-in playback no line is watched.
 */
export async function countLines(reader: Reader, platform: PlatformKey, scope: Scope, now: Date) {
  const behind = (status?: LineFilter, expired?: boolean) =>
    boundedTotal(
      reader,
      sql`select from lines where ${whereGathered({ platform, scope, status, expired }, now)}`,
    );
  const [all, online, Ativo, Teste, Desativado] = await Promise.all([
    behind(),
    platforms[platform].plays ? behind('online') : { total: 0, exact: true },
    behind('Ativo', false),
    behind('Teste', false),
    behind('Desativado'),
  ]);
  return { all, online, Ativo, Teste, Desativado };
}
