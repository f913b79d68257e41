/**
 * One level of the tree: who stands directly below an account, the largest networks first, with the
 * account itself and the way down to it. An admin's top is whoever has nobody above but admins.
 * Source: issue 4, Q-RESLISTSCOPE.
 */
import type { Given } from '@ramal/contract/endpoint';
import type { getTreeLevel as declaration } from '@ramal/contract/reseller-tree';
import sql, { type Sql } from 'sql-template-tag';
import type { Viewer } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { Reader } from '../foundation/database.ts';
import { treesTakenAt } from './list-resellers.ts';
import { resellerRow } from './reseller-wire.ts';
import { readResellers } from './resellers.sql.ts';
import { reachAccount } from './tree.ts';
import { pathsFor } from './tree-paths.ts';

const ROWS = 50;

export async function getTreeLevel(
  house: Pick<House, 'db' | 'clock'>,
  { actor, query }: Pick<Call<typeof declaration>, 'query'> & { readonly actor: Viewer },
): Promise<Given<typeof declaration>> {
  const { db } = house;
  const id = await topOf(db, actor, query.under);
  const { total, ids } = await findChildren(db, id, query.page);
  const wanted = id === undefined ? ids : [id, ...ids];
  const [rows, paths, as_of] = await Promise.all([
    readResellers(db, wanted),
    id === undefined ? undefined : pathsFor(db, actor, [id]),
    treesTakenAt(house),
  ]);
  const told = rows.map((row) => resellerRow(house, actor, row));
  const account = id === undefined ? null : told.shift()!;
  const path = (id !== undefined && paths?.get(id)) || [];
  return { account, path, children: told, total, page: query.page, per_page: ROWS, as_of };
}

/** Whose children; nobody's means the top of the whole tree, which is an admin's alone. */
async function topOf(
  db: Reader,
  viewer: Viewer,
  under: number | undefined,
): Promise<number | undefined> {
  if (under !== undefined) return reachAccount(db, viewer, under);
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
