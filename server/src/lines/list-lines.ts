/**
 * Lists of lines: an index gives the ids of one page, the rows are joined after; totals stop counting
 * at 10.000. Where most lines of an order belong to the list, the page is walked to; lines that may be
 * few and far between (a search, a tree, who is online) are gathered first, because walking an order
 * for five of them reads a million. Source: Q-PAGING, V-27, Q-RESPARAM.
 */
import type { LineFilter, LineSort } from '@ramal/contract/lines';
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/paging';
import type { PlatformKey } from '@ramal/contract/platforms';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import { type PageAsked, type Total, boundedTotal, pageWindow } from '../foundation/pages.ts';
import { type Line, lineColumns } from './line.ts';
import { type LinesWanted, type Scope, alternatives, isSparse, whereGathered, whereWalked } from './line-filters.ts';

export interface LinesAsked extends PageAsked, LinesWanted {
  readonly sort: LineSort;
  readonly dir: 'asc' | 'desc';
}

export async function listLines(reader: Reader, asked: LinesAsked, now: Date) {
  const { total, ids } = isSparse(asked) ? await gather(reader, asked, now) : await count(reader, asked, now);
  const rows = await reader.many<Line>(sql`
    select ${lineColumns(now)} from lines l
    where l.id = any(${ids}) order by ${ordering(asked.sort, asked.dir)}`);
  return { rows, total };
}

interface Page {
  readonly total: Total;
  /** An array, or what makes one. */
  readonly ids: Sql;
}

async function count(reader: Reader, asked: LinesAsked, now: Date): Promise<Page> {
  const total = await boundedTotal(reader, sql`select from lines where ${whereWalked(asked, now)}`);
  return { total, ids: walking(asked, total, now) };
}

/** Total and page out of one finding; when there are more than the bound they are dense enough to walk. */
async function gather(reader: Reader, asked: LinesAsked, now: Date): Promise<Page> {
  const { page, per_page: limit } = asked;
  const bound = EXACT_TOTAL_LIMIT + 1;
  const column = raw(sortColumns[asked.sort]);
  const ways = alternatives(asked, now).map(
    (way) => sql`(select id, ${column} from lines where ${whereGathered(asked, now)} and ${way} limit ${bound})`,
  );
  const found = await reader.first<{ found: number; ids: number[] }>(sql`
    with found as materialized (select * from (${join(ways, ' union all ')}) way limit ${bound})
    select (select count(*) from found) as found, array(
      select id from found order by ${ordering(asked.sort, asked.dir)} limit ${limit} offset ${(page - 1) * limit}
    ) as ids`);
  const total = { total: Math.min(found!.found, EXACT_TOTAL_LIMIT), exact: found!.found <= EXACT_TOTAL_LIMIT };
  return { total, ids: total.exact ? sql`${found!.ids}::bigint[]` : walking(asked, total, now) };
}

function walking(asked: LinesAsked, total: Total, now: Date): Sql {
  const { limit, offset, fromEnd } = pageWindow(asked, total);
  const order = ordering(asked.sort, fromEnd ? opposite(asked.dir) : asked.dir);
  return sql`array(
    select id from lines where ${whereWalked(asked, now)} order by ${order} limit ${limit} offset ${offset}
  )`;
}

const opposite = (dir: 'asc' | 'desc') => (dir === 'asc' ? 'desc' : 'asc');

const sortColumns: Record<LineSort, string> = {
  exp_date: 'expires_at',
  username: 'username',
  created_at: 'created_at',
};

const ordering = (sort: LineSort, dir: 'asc' | 'desc'): Sql => raw(`${sortColumns[sort]} ${dir}, id ${dir}`);

/** How many lines stand behind each status filter, each counted to the bound. */
export async function countLines(reader: Reader, platform: PlatformKey, scope: Scope, now: Date) {
  const behind = (status?: LineFilter) =>
    boundedTotal(reader, sql`select from lines where ${whereGathered({ platform, scope, status }, now)}`);
  const [all, online, Ativo, Teste, Desativado] = await Promise.all([
    behind(),
    behind('online'),
    behind('Ativo'),
    behind('Teste'),
    behind('Desativado'),
  ]);
  return { all, online, Ativo, Teste, Desativado };
}
