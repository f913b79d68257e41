/** Lists balancers for the two screens that show them. */
import { type balancerSorts, balancerStatuses } from '@ramal/contract/operations/balancers';
import sql, { type Sql, raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { containsFolded } from '../foundation/like.ts';
import { type PageQuery, boundedTotal, limitOffset, toPageAnswer } from '../foundation/pages.ts';
import { viewingsThrough } from '../watching/watching.ts';
import {
  type BalancerRow,
  balancersProbed,
  selectBalancers,
  stateOrder,
  statusColumn,
} from './balancers.sql.ts';
import { serializeBalancers } from './serialize.ts';

interface ListQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly sort: (typeof balancerSorts)[number];
  readonly dir: 'asc' | 'desc';
}

const sortKey = (sort: ListQuery['sort'], now: Date): Sql =>
  ({
    name: sql`fold(b.name)`,
    ip: sql`b.ip`,
    status: stateOrder,
    weight: sql`b.weight`,
    watching: viewingsThrough(sql`b.id`, now),
  })[sort];

export async function listBalancers(ctx: AppContext, query: ListQuery) {
  const { db, clock } = ctx;
  const condition = matching(query.search);
  const total = await boundedTotal(db, sql`select from ${balancersProbed} where ${condition}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<BalancerRow>(sql`
    ${selectBalancers(clock.now())} where ${condition}
    order by ${sortKey(query.sort, clock.now())} ${raw(query.dir)}, b.id limit ${limit} offset ${offset}`);
  return toPageAnswer(query, total, await serializeBalancers(ctx, rows));
}

/** SQL condition for the search text, which may also be a status. */
function matching(search: string | undefined): Sql {
  if (search === undefined) return sql`true`;
  if (balancerStatuses.some((status) => status === search)) return sql`${statusColumn} = ${search}`;
  return sql`fold(b.name || ' ' || host(b.ip)) like ${containsFolded(search)}`;
}
