/**
 * Calculates the totals of trees: the counts of each owner, added up to the ancestors. The same
 * query counts a single tree from its lines.
 */
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import { idsInTree } from '../access/access.ts';
import { type CountMoment, counts, linesToCount } from './line-counts.ts';
import { onlineByOwner } from '../watching/watching.ts';

export interface TreeTotals {
  readonly directResellers: number;
  readonly treeResellers: number;
  readonly treeIptvActives: number;
  readonly treeIptvExpired: number;
  readonly treeIptvTests: number;
  readonly treeP2pActives: number;
  readonly treeP2pExpired: number;
  readonly treeP2pTests: number;
  readonly treeNewP2pActives: number;
  readonly treeNewP2pExpired: number;
  readonly treeNewP2pTests: number;
  readonly treeNewUsers: number;
  readonly treeOnline: number;
}

/** The `tree_` columns, and the total of an owner's lines for each. */
const ofLines: Readonly<Record<string, Sql>> = {
  iptv_actives: counts.iptvActives,
  iptv_expired: counts.iptvExpired,
  iptv_tests: counts.iptvTests,
  p2p_actives: counts.p2pActives,
  p2p_expired: counts.p2pExpired,
  p2p_tests: counts.p2pTests,
  new_p2p_actives: counts.newP2pActives,
  new_p2p_expired: counts.newP2pExpired,
  new_p2p_tests: counts.newP2pTests,
};
/** Totals of each owner that are not added up the tree, for the list of resellers. */
const ofOwnLines: Readonly<Record<string, Sql>> = {
  iptv_lines: counts.iptvLines,
  p2p_lines: counts.p2pLines,
};
const summed = [...Object.keys(ofLines), 'new_users', 'online', 'resellers'];
const storedColumns = [
  'own_iptv_actives',
  'own_p2p_actives',
  'own_iptv_lines',
  'own_p2p_lines',
  'direct_resellers',
  ...summed.map((name) => `tree_${name}`),
];

const countedLines = join(
  Object.entries({ ...ofLines, ...ofOwnLines }).map(
    ([name, count]) => sql`${count} as ${raw(name)}`,
  ),
  ', ',
);
const each = (names: readonly string[], say: (name: Sql) => Sql): Sql =>
  join(
    names.map((name) => say(raw(name))),
    ', ',
  );

interface Scope {
  readonly lines: Sql;
  readonly accounts: Sql;
}
const everything: Scope = { lines: sql`true`, accounts: sql`true` };

const ownerColumns = Object.keys({ ...ofLines, ...ofOwnLines });

/** Counts lines by owner: `owner_id` and the columns of `owner_counts`. */
const countOwners = (lines: Sql, moment: CountMoment): Sql => sql`
  select owner_id, ${countedLines}
  from (${linesToCount(lines, moment)}) counted group by owner_id`;
const treeOf = ({ id }: Actor): Scope => ({
  lines: sql`owner_id in (${idsInTree(id)})`,
  accounts: sql`accounts.id in (${idsInTree(id)})`,
});

/**
 * Selects `account_id` and the stored columns of every account in scope. A deleted account does not
 * count as a reseller, and its lines were deleted with it. The tree of every admin contains all
 * lines.
 */
const treeTotals = (scope: Scope, moment: CountMoment, owners: Sql): Sql => sql`
  with own as (
    ${owners}
  ), member as (
    select accounts.id, parent_id, ancestors, own.*, watched.online, begun.new_iptv + begun.new_p2p as new_users,
      (deleted_at is null and profile <> 'admin')::int as resellers
    from accounts
    left join own on own.owner_id = accounts.id
    left join line_months begun on begun.account_id = accounts.id
      and begun.month = (${moment.month}::timestamptz at time zone ramal_timezone())::date
    left join (${onlineByOwner(moment.now, scope.lines)}) watched on watched.owner_id = accounts.id
    where ${scope.accounts}
  ), admins as (
    select id from accounts where profile = 'admin'
  ), reached as (
    select up.id as up, member.* from member cross join unnest(trim_array(ancestors, 1)) up (id)
    where up.id not in (select id from admins)
    union all
    select admins.id, member.* from member cross join admins
  ), below as (
    select up, sum(resellers) filter (where parent_id = up) as direct_resellers,
      ${each(summed, (name) => sql`sum(${name}) as ${name}`)}
    from reached group by up
  )
  select member.id as account_id,
    coalesce(member.iptv_actives, 0)::int as own_iptv_actives, coalesce(member.p2p_actives, 0)::int as own_p2p_actives,
    coalesce(member.iptv_lines, 0)::int as own_iptv_lines, coalesce(member.p2p_lines, 0)::int as own_p2p_lines,
    coalesce(below.direct_resellers, 0)::int as direct_resellers,
    ${each(summed, (name) => sql`coalesce(below.${name}, 0)::int as tree_${name}`)}
  from member left join below on below.up = member.id`;

/** Times of the last totals, and of the last count of all lines. */
export const lastRollUp = sql`select at, all_at from tree_totals_taken`;

/**
 * Deletes and returns the owners whose lines changed. A change that is not committed yet remains
 * for the next count.
 */
export const deleteChangedOwners = sql`
  with taken as (delete from changed_owners returning owner_id)
  select distinct owner_id from taken`;

/** Selects the owners of lines that expired between two counts. */
export const findExpiredOwners = (from: Date, until: Date): Sql => sql`
  select distinct owner_id from lines
  where platform in ('iptv', 'p2p', 'new-p2p') and expires_at >= ${from} and expires_at <= ${until}
    and deleted_at is null`;

/** Counts the lines of these owners again, or all lines. */
export function recount(owners: readonly number[] | 'all', moment: CountMoment): Sql {
  const isOf = owners === 'all' ? sql`true` : sql`owner_id = any(${owners}::bigint[])`;
  return sql`
    with fresh as (${countOwners(isOf, moment)}), gone as (
      delete from owner_counts c where ${isOf} and not exists (select from fresh f where f.owner_id = c.owner_id)
    )
    insert into owner_counts (owner_id, ${each(ownerColumns, (name) => name)}) select * from fresh
    on conflict (owner_id) do update set ${each(ownerColumns, (name) => sql`${name} = excluded.${name}`)}`;
}

export const recordAllCounted = (now: Date): Sql => sql`
  insert into tree_totals_taken (at, all_at) values (${now}, ${now})
  on conflict (one) do update set all_at = excluded.all_at`;

/** Writes only the rows that changed: most stay the same from one minute to the next. */
export const rollUp = (moment: CountMoment): Sql => sql`
  with changed as (
    select * from (${treeTotals(everything, moment, sql`select * from owner_counts`)}) fresh
    except select account_id, ${each(storedColumns, (name) => name)} from tree_totals
  ), taken as (
    insert into tree_totals_taken (at) values (${moment.now}) on conflict (one) do update set at = excluded.at
  )
  insert into tree_totals (account_id, ${each(storedColumns, (name) => name)}) select * from changed
  on conflict (account_id) do update set ${each(storedColumns, (name) => sql`${name} = excluded.${name}`)}`;

/** Only one process counts at a time. Another process tries again a minute later. */
export const lockTotals = sql`select pg_try_advisory_xact_lock(hashtext('tree-totals')) as ours`;

/** Waits until the current roll-up of another process has ended. */
export const waitForTotals = sql`select pg_advisory_xact_lock(hashtext('tree-totals'))`;

/** Reads the stored totals and their time. An account created after the last roll-up has no row. */
export const readTreeTotals = (
  reader: Reader,
  { id }: Actor,
): Promise<(TreeTotals & { at: Date }) | undefined> =>
  reader.first(
    sql`select * from tree_totals cross join tree_totals_taken where account_id = ${id}`,
    'prepared',
  );

/** Counts the tree now instead of reading the stored totals. */
export async function countTree(
  reader: Reader,
  actor: Actor,
  moment: CountMoment,
): Promise<TreeTotals & { at: Date }> {
  const scope = actor.profile === 'admin' ? everything : treeOf(actor);
  const row = await reader.first<TreeTotals>(
    sql`
      select * from (${treeTotals(scope, moment, countOwners(scope.lines, moment))}) fresh
      where account_id = ${actor.id}`,
  );
  return { ...row!, at: moment.now };
}
