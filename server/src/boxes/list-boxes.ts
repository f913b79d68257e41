/**
 * Lists boxes. Resellers see the boxes of their own lines, and admins the boxes of all lines. The
 * list can be limited to one line.
 */
import { BOXES_A_LINE, type BoxFilter, type BoxSort } from '@ramal/contract/boxes/boxes';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { refuse } from '@ramal/contract/api/errors';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { containsFolded } from '../foundation/like.ts';
import {
  type PageQuery,
  boundedTotal,
  gatherSorted,
  limitOffset,
  toPageAnswer,
} from '../foundation/pages.ts';
import { findAccessibleLine } from '../lines/lines.ts';
import { type Box, boxState, boxesOfLines, isOwnLine, selectBoxes, serializeBox } from './box.ts';

interface ListBoxesQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly filter?: BoxFilter | undefined;
  readonly sort: BoxSort;
  readonly dir: 'asc' | 'desc';
}

/**
 * Sort orders that have an index. All other orders are allowed only for a limited number of rows.
 */
const indexed: Partial<Record<BoxSort, (dir: string) => string>> = {
  attention: () => '(b.other_seen_at is not null) desc, b.last_seen_at desc nulls last, b.id desc',
  created_at: (dir) => `b.created_at ${dir}, b.id ${dir}`,
  mac: (dir) => `b.mac ${dir}`,
};

export async function listBoxes(ctx: AppContext, { actor }: Caller, query: ListBoxesQuery) {
  const now = ctx.clock.now();
  const conditions: Sql[] = [
    isOwnLine(actor, sql`l.owner_id`),
    ...(query.filter === undefined ? [] : [inFilter(query.filter, now)]),
    ...(query.search === undefined ? [] : [matching(query.search)]),
  ];
  const where = join(conditions, ' and ');
  const order = indexed[query.sort];
  const { total, rows } = order
    ? await walk(ctx, query, where, order(query.dir))
    : await gather(ctx, query, where);
  return toPageAnswer(
    query,
    total,
    rows.map((box) => serializeBox(ctx, box)),
  );
}

async function walk({ db, clock }: AppContext, query: ListBoxesQuery, where: Sql, order: string) {
  const total = await boundedTotal(db, sql`select from ${boxesOfLines} where ${where}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<Box>(sql`
    ${selectBoxes(clock.now())} where ${where} order by ${raw(order)} limit ${limit} offset ${offset}`);
  return { total, rows };
}

async function gather({ db, clock }: AppContext, query: ListBoxesQuery, where: Sql) {
  const key = query.sort === 'username' ? sql`fold(l.username)` : sql`b.last_seen_at`;
  const { total, ids } = await gatherSorted(
    db,
    sql`select b.id, ${key} as key from ${boxesOfLines} where ${where}`,
    query,
  );
  const rows = await db.many<Box>(sql`
    ${selectBoxes(clock.now())}
    where b.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], b.id)`);
  return { total, rows };
}

const filtered: Record<BoxFilter, readonly string[]> = {
  on: ['on'],
  expired: ['expired'],
  off: ['off', 'never', 'blocked'],
  problem: ['other-device'],
};

export const inFilter = (filter: BoxFilter, now: Date): Sql =>
  sql`${boxState(now)} = any(${filtered[filter]}::text[])`;

function matching(text: string): Sql {
  const pattern = containsFolded(text);
  return sql`(b.search like ${pattern} or l.search like ${pattern})`;
}

export async function listLineBoxes(ctx: AppContext, { actor }: Caller, lineId: number) {
  const now = ctx.clock.now();
  const line = await findAccessibleLine(ctx.db, actor, { id: lineId, platform: 'iptv' }, now);
  if (actor.profile !== 'admin' && line.ownerId !== actor.id) refuse('line_not_found');
  const rows = await ctx.db.many<Box>(sql`
    ${selectBoxes(now)} where b.line_id = ${line.id} order by b.created_at, b.id limit ${BOXES_A_LINE}`);
  return rows.map((box) => serializeBox(ctx, box));
}
