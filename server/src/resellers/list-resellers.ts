/**
 * The direct children of who asks; for an admin every account there is (Q-RESLISTSCOPE). The ids of
 * one page first, what their rows show joined after. Source: Q-PAGING, S-RESLIST-05 to 07.
 */
import type { Given } from '@ramal/contract/endpoint';
import type { listResellers as declaration } from '@ramal/contract/resellers';
import sql, { type Sql, join } from 'sql-template-tag';
import type { Actor } from '../foundation/actor.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { boundedTotal, pageOf, pageWindow } from '../foundation/pages.ts';
import { resellerRow } from './reseller-wire.ts';
import { type Reseller, ordering, resellerRows } from './resellers.sql.ts';

type Asked = Call<typeof declaration>['query'];

export async function listResellers(
  house: House,
  { actor, query: asked }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  const where = join(conditions(actor, asked), ' and ');
  const total = await boundedTotal(house.db, sql`select from accounts a where ${where}`);
  const { limit, offset, fromEnd } = pageWindow(asked, total);
  const order = ordering(asked.sort, asked.dir);
  const walked = fromEnd ? ordering(asked.sort, asked.dir === 'asc' ? 'desc' : 'asc') : order;
  const ids = sql`array(
    select a.id from accounts a where ${where} order by ${walked} limit ${limit} offset ${offset}
  )`;
  const rows = await house.db.many<Reseller>(resellerRows(ids, order, house.clock.now()));
  return {
    ...pageOf(
      asked,
      total,
      rows.map((row) => resellerRow(house, actor, row)),
    ),
    as_of: await treesTakenAt(house),
  };
}

/** When the tree figures were rolled up last; null before the first time. */
export async function treesTakenAt({ db, clock }: House): Promise<string | null> {
  const taken = await db.first<{ at: Date }>(
    sql`select at from tree_totals_taken`,
    'trees-taken-at',
  );
  return taken ? formatDateTime(taken.at, clock.timeZone) : null;
}

function conditions(actor: Actor, { search, searchID }: Asked): Sql[] {
  return [
    sql`a.deleted_at is null`,
    ...(actor.profile === 'admin' ? [] : [sql`a.parent_id = ${actor.id}`]),
    ...(searchID === undefined ? [] : [sql`a.id = ${searchID}::bigint`]),
    ...(search === undefined ? [] : [found(search)]),
  ];
}

const PHONE = /^[\d\s()+.-]+$/;

/** A number is also looked for as it is kept, without the signs people write in it. */
function found(search: string): Sql {
  const digits = PHONE.test(search) ? search.replace(/\D/g, '') : '';
  return digits && digits !== search ? sql`(${holds(search)} or ${holds(digits)})` : holds(search);
}

const holds = (text: string): Sql =>
  sql`a.search like '%' || fold(${text.replace(/[\\%_]/g, String.raw`\$&`)}) || '%'`;
