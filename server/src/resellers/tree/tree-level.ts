/**
 * Reads a level of the tree: the direct children of an account, the largest networks first, with
 * the account itself and its path. The top level of an admin consists of the accounts whose parent
 * is an admin or missing. Source: issue 4, Q-RESLISTSCOPE.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getTreeLevel as declaration } from '@ramal/contract/resellers/reseller-tree';
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { Reader } from '../../foundation/database.ts';
import { readTreeTotalsTime } from '../list/list-resellers.ts';
import { serializeReseller } from '../serialize-reseller.ts';
import { readResellers } from '../resellers.sql.ts';
import { findAccessibleAccount } from '../../access/access.ts';
import { pathsFor } from './tree-paths.ts';

const ROWS = 50;

export async function getTreeLevel(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { actor, query }: Pick<Call<typeof declaration>, 'query'> & { readonly actor: ReaderAccount },
): Promise<HandlerResult<typeof declaration>> {
  const { db } = ctx;
  const id = await topOf(db, actor, query.under);
  const { total, ids } = await findChildren(db, id, query.page);
  const input = id === undefined ? ids : [id, ...ids];
  const [rows, paths, asOf] = await Promise.all([
    readResellers(db, input),
    id === undefined ? undefined : pathsFor(db, actor, [id]),
    readTreeTotalsTime(ctx),
  ]);
  const resellers = rows.map((row) => serializeReseller(ctx, actor, row));
  const account = id === undefined ? null : resellers.shift()!;
  const path = (id !== undefined && paths?.get(id)) || [];
  return { account, path, children: resellers, total, page: query.page, perPage: ROWS, asOf };
}

/**
 * Returns the account whose children are listed. Undefined for the top of the whole tree, which
 * only admins can read.
 */
async function topOf(
  db: Reader,
  viewer: ReaderAccount,
  under: number | undefined,
): Promise<number | undefined> {
  if (under !== undefined) return findAccessibleAccount(db, viewer, under);
  return viewer.profile === 'admin' ? undefined : viewer.id;
}

async function findChildren(
  db: Reader,
  id: number | undefined,
  page: number,
): Promise<{ total: number; ids: number[] }> {
  const row = await db.first<{ total: number; ids: number[] }>(sql`
    with child as materialized (
      select a.id, lower(a.username) as name, coalesce(t.own_iptv_actives + t.own_p2p_actives
        + t.tree_iptv_actives + t.tree_p2p_actives, 0) as network, coalesce(t.tree_resellers, 0) as resellers
      from accounts a left join tree_totals t on t.account_id = a.id
      where a.deleted_at is null and ${id === undefined ? atTheTop : sql`a.parent_id = ${id}`}
    )
    select (select count(*) from child) as total,
      array(select id from child order by network desc, resellers desc, name, id
        limit ${ROWS} offset ${(page - 1) * ROWS}) as ids`);
  return row!;
}

const atTheTop: Sql = sql`a.profile <> 'admin' and (
  a.parent_id is null or a.parent_id = any(array(select id from accounts where profile = 'admin')))`;
