/**
 * Lists of lines: an index gives the ids of one page, the rows are joined after; the total is a
 * statement of its own and stops counting at 10.000. Search is one trigram look-up on a stored,
 * folded column; titles being watched come from the presence table. What no order's index can narrow
 * down (a search, who is online) is gathered first. Source: Q-PAGING, V-27, Q-RESPARAM.
 */
import type { LineFilter, LineSort } from '@ramal/contract/lines';
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/paging';
import type { PlatformKey } from '@ramal/contract/platforms';
import type { Expiring } from '@ramal/contract/terms';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import { type PageAsked, type Total, boundedTotal, pageWindow } from '../foundation/pages.ts';
import { idsInTree } from '../resellers/tree.ts';
import { linesOnline, linesWatching } from '../watching/online.ts';
import { type Line, lineColumns } from './line.ts';

/** Whose lines: of one owner, of an account and everyone below, or all there are. */
export type Scope = { readonly owner: number } | { readonly tree: number } | 'all';

export interface LinesAsked extends PageAsked {
  readonly platform: PlatformKey;
  readonly scope: Scope;
  readonly sort: LineSort;
  readonly dir: 'asc' | 'desc';
  readonly search?: string | undefined;
  readonly status?: LineFilter | undefined;
  readonly expiring?: number | undefined;
  /** Only lines an abuse was seen of and nobody blocked yet (Q-SUSPECT). */
  readonly suspect?: boolean | undefined;
}

export async function listLines(reader: Reader, asked: LinesAsked, now: Date) {
  const where = join(conditions(asked, now), ' and ');
  const { total, ids } = isSparse(asked) ? await gather(reader, asked, where) : await count(reader, asked, where);
  const rows = await reader.many<Line>(sql`
    select ${lineColumns(now)} from lines l
    where l.id = any(${ids}) order by ${ordering(asked.sort, asked.dir)}`);
  return { rows, total };
}

interface Found {
  readonly total: Total;
  /** Of one page, as an array or what makes one. */
  readonly ids: Sql;
}

/** The page is read off the index of its order; good while most of what stands there belongs to it. */
async function count(reader: Reader, asked: LinesAsked, where: Sql): Promise<Found> {
  const total = await boundedTotal(reader, sql`select from lines where ${where}`);
  return { total, ids: walking(asked, where, total) };
}

function walking(asked: LinesAsked, where: Sql, total: Total): Sql {
  const { limit, offset, fromEnd } = pageWindow(asked, total);
  const order = ordering(asked.sort, fromEnd ? opposite(asked.dir) : asked.dir);
  return sql`array(select id from lines where ${where} order by ${order} limit ${limit} offset ${offset})`;
}

const isSparse = ({ search, status }: LinesAsked): boolean => search !== undefined || status === 'online';

/**
 * Lines that may be few and far between in any order: found once, then counted and sorted. Walking an
 * order for them reads a million lines to show five. More than the bound are dense enough to walk.
 */
async function gather(reader: Reader, asked: LinesAsked, where: Sql): Promise<Found> {
  const { page, per_page: limit } = asked;
  const found = await reader.first<{ count: number; ids: number[] }>(sql`
    with found as materialized (
      select id, ${raw(sortColumns[asked.sort])} from lines where ${where} limit ${EXACT_TOTAL_LIMIT + 1}
    )
    select (select count(*) from found) as count, array(
      select id from found order by ${ordering(asked.sort, asked.dir)} limit ${limit} offset ${(page - 1) * limit}
    ) as ids`);
  const { count: total, ids } = found!;
  if (total <= EXACT_TOTAL_LIMIT) return { total: { total, exact: true }, ids: sql`${ids}::bigint[]` };
  const bounded = { total: EXACT_TOTAL_LIMIT, exact: false };
  return { total: bounded, ids: walking(asked, where, bounded) };
}

const opposite = (dir: 'asc' | 'desc') => (dir === 'asc' ? 'desc' : 'asc');

const sortColumns: Record<LineSort, string> = {
  exp_date: 'expires_at',
  username: 'username',
  created_at: 'created_at',
};

const ordering = (sort: LineSort, dir: 'asc' | 'desc'): Sql => raw(`${sortColumns[sort]} ${dir}, id ${dir}`);

function conditions(asked: Omit<LinesAsked, keyof PageAsked | 'sort' | 'dir'>, now: Date): Sql[] {
  return [
    ...scoped(asked.scope),
    sql`platform = ${asked.platform}`,
    sql`deleted_at is null`,
    ...(asked.status ? [statusIs[asked.status](now)] : []),
    ...(asked.expiring === undefined ? [] : [expiringIs[asked.expiring as Expiring](now)]),
    ...(asked.suspect ? [sql`abuse_reasons <> '' and blocked_for_abuse_at is null`] : []),
    ...(asked.search ? [found(asked.search, now)] : []),
  ];
}

function scoped(scope: Scope): Sql[] {
  if (scope === 'all') return [];
  return 'owner' in scope ? [sql`owner_id = ${scope.owner}`] : [sql`owner_id in (${idsInTree(scope.tree)})`];
}

const statusIs: Record<LineFilter, (now: Date) => Sql> = {
  online: (now) => sql`lines.id in (${linesOnline(now)})`,
  Ativo: () => sql`status = 1`,
  Teste: () => sql`status = 2`,
  Desativado: () => sql`status = 0`,
};

const DAY_MS = 86_400_000;
const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** The same bounds as `expiringLevel` of the contract. */
const expiringIs: Record<Expiring, (now: Date) => Sql> = {
  2: (now) => sql`expires_at <= ${inDays(now, 1)}`,
  1: (now) => sql`expires_at > ${inDays(now, 1)} and expires_at <= ${inDays(now, 7)}`,
  0: (now) => sql`expires_at > ${inDays(now, 7)}`,
};

/** Sent unnamed, so that the plan is made for this text and not for any. */
function found(text: string, now: Date): Sql {
  const pattern = sql`'%' || fold(${text.replace(/[\\%_]/g, String.raw`\$&`)}) || '%'`;
  return sql`(search like ${pattern} or lines.id = any(array(${linesWatching(pattern, now)})))`;
}

/** How many lines stand behind each status filter, each counted to the bound. */
export async function countLines(reader: Reader, platform: PlatformKey, scope: Scope, now: Date) {
  const base = { platform, scope };
  const count = (status?: LineFilter) =>
    boundedTotal(reader, sql`select from lines where ${join(conditions({ ...base, status }, now), ' and ')}`);
  const [all, online, Ativo, Teste, Desativado] = await Promise.all([
    count(),
    count('online'),
    count('Ativo'),
    count('Teste'),
    count('Desativado'),
  ]);
  return { all, online, Ativo, Teste, Desativado };
}

