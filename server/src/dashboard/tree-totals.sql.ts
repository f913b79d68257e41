/**
 * Calculates the totals of trees. Counts the lines of each owner and adds the counts to all its
 * ancestors. The same query can count a single tree from its lines.
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

/** Totals of an owner's lines by the name of the column, without the prefix `tree_`. */
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
/**
 * Totals of each owner's own lines, for the list of resellers. The totals of ancestors do not
 * include them.
 */
const ofOwnLines: Readonly<Record<string, Sql>> = {
  iptv_lines: counts.iptvLines,
  p2p_lines: counts.p2pLines,
};
/** Counts of the account's own lines. `tree_totals` stores them with the prefix `own_`. */
const ownTotals = ['iptv_actives', 'p2p_actives', 'iptv_lines', 'p2p_lines'];

const countedLines = join(
  Object.entries({ ...ofLines, ...ofOwnLines }).map(
    ([name, count]) => sql`${count} as ${raw(name)}`,
  ),
  ', ',
);
const each = (names: readonly string[], format: (name: Sql) => Sql): Sql =>
  join(
    names.map((name) => format(raw(name))),
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

/** Columns of an account whose values are added to the totals of its ancestors. */
const added = [...Object.keys(ofLines), 'new_users', 'online', 'resellers'];
const storedColumns = [
  ...ownTotals.map((name) => `own_${name}`),
  'direct_resellers',
  ...added.map((name) => `tree_${name}`),
];
/** Columns of `tree_members` except the id of the account. */
const memberColumns = ['parent_id', 'ancestors', 'is_admin', ...added, ...Object.keys(ofOwnLines)];

/**
 * Selects the accounts in scope with their own counts, in the columns of `tree_members`. A deleted
 * account does not count as a reseller. Its lines were deleted with it.
 */
const members = (scope: Scope, moment: CountMoment, owners: Sql): Sql => sql`
  select accounts.id as account_id, parent_id, ancestors, profile = 'admin' as is_admin,
    ${each(ownerColumns, (name) => sql`coalesce(own.${name}, 0)::int as ${name}`)},
    coalesce(begun.new_iptv + begun.new_p2p, 0)::int as new_users, coalesce(watched.online, 0)::int as online,
    (deleted_at is null and profile <> 'admin')::int as resellers
  from accounts
  left join (${owners}) own on own.owner_id = accounts.id
  left join line_months begun on begun.account_id = accounts.id
    and begun.month = (${moment.month}::timestamptz at time zone ramal_timezone())::date
  left join (${onlineByOwner(moment.now, scope.lines)}) watched on watched.owner_id = accounts.id
  where ${scope.accounts}`;

/**
 * Adds up the counts of the accounts in the CTE `member` by ancestor (`up`). The tree of every
 * admin contains all accounts.
 */
const sumBelow = (member: Sql): Sql => sql`
  select up, sum(resellers) filter (where parent_id = up) as direct_resellers,
    ${each(added, (name) => sql`sum(${name}) as ${name}`)}
  from (
    select up.id as up, ${member}.* from ${member} cross join unnest(trim_array(ancestors, 1)) up (id)
    where up.id not in (select id from accounts where profile = 'admin')
    union all
    select admins.id, ${member}.* from ${member} cross join accounts admins where admins.profile = 'admin'
  ) reached group by up`;

/** Selects the totals of the tree of one account, counted from its lines. */
const countedTree = (actor: Actor, moment: CountMoment): Sql => {
  const scope = actor.profile === 'admin' ? everything : treeOf(actor);
  return sql`
    with member as (${members(scope, moment, countOwners(scope.lines, moment))})
    select coalesce(direct_resellers, 0)::int as direct_resellers,
      ${each(added, (name) => sql`coalesce(${name}, 0)::int as tree_${name}`)}
    from (select) one left join (${sumBelow(sql`member`)}) below on up = ${actor.id}`;
};

/**
 * Selects the time of the last totals and the time of the last count of all lines. Also selects
 * whether the admins are still the same.
 */
export const lastRollUp = sql`
  select at, all_at,
    (select array_agg(id order by id) from accounts where profile = 'admin') is not distinct from
    (select array_agg(account_id order by account_id) from tree_members where is_admin) as are_same_admins
  from tree_totals_taken`;

/**
 * Deletes and returns the owners whose lines changed. Changes of open transactions remain for the
 * next count.
 */
export const deleteChangedOwners = sql`
  with taken as (delete from changed_owners returning owner_id)
  select distinct owner_id from taken`;

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

/**
 * Scope of a roll-up: `all` adds up all accounts, and `changed` only the differences since the last
 * roll-up.
 */
export type RollUpScope = 'all' | 'changed';

/**
 * Calculates the totals. Adds the differences of changed accounts to the totals of their ancestors,
 * or adds up all accounts again. `tree_members` contains the values of the last roll-up. Writes
 * only changed rows.
 */
export const rollUp = (moment: CountMoment, scope: RollUpScope): Sql => {
  const isAll = sql`${scope === 'all'}::boolean`;
  const row = (table: Sql, columns: readonly string[]): Sql =>
    sql`(${each(columns, (name) => sql`${table}.${name}`)})`;
  const total = (name: Sql, sum: Sql): Sql =>
    sql`(case when ${isAll} then 0 else coalesce(t.${name}, 0) end + coalesce(b.${sum}, 0))::int as ${name}`;
  const ownTotal = (name: Sql): Sql =>
    sql`coalesce(c.${name}, t.own_${name}, 0)::int as own_${name}`;
  return sql`
    with member as (
      ${members(everything, moment, sql`select * from owner_counts`)}
    ), changed as (
      select member.* from member left join tree_members m using (account_id)
      where ${isAll} or m.account_id is null or ${row(sql`member`, memberColumns)} is distinct from ${row(sql`m`, memberColumns)}
    ), former as (
      select m.* from tree_members m join changed using (account_id) where not ${isAll}
    ), stored as (
      insert into tree_members (account_id, ${each(memberColumns, (name) => name)})
      select account_id, ${each(memberColumns, (name) => name)} from changed
      on conflict (account_id) do update set ${each(memberColumns, (name) => sql`${name} = excluded.${name}`)}
    ), difference as (
      select parent_id, ancestors, ${each(added, (name) => name)} from changed
      union all
      select parent_id, ancestors, ${each(added, (name) => sql`-${name}`)} from former
    ), below as (
      ${sumBelow(sql`difference`)}
    ), fresh as (
      select coalesce(c.account_id, b.up) as account_id, ${each(ownTotals, ownTotal)},
        ${total(sql`direct_resellers`, sql`direct_resellers`)},
        ${each(added, (name) => total(sql`tree_${name}`, name))}
      from changed c full join below b on b.up = c.account_id
        left join tree_totals t on t.account_id = coalesce(c.account_id, b.up)
    ), taken as (
      insert into tree_totals_taken (at) values (${moment.now}) on conflict (one) do update set at = excluded.at
    )
    insert into tree_totals (account_id, ${each(storedColumns, (name) => name)})
    select fresh.* from fresh left join tree_totals t using (account_id)
    where t.account_id is null or ${row(sql`fresh`, storedColumns)} is distinct from ${row(sql`t`, storedColumns)}
    on conflict (account_id) do update set ${each(storedColumns, (name) => sql`${name} = excluded.${name}`)}`;
};

/**
 * Tries to get the lock, so that only one process counts. Another process tries again a minute
 * later.
 */
export const lockTotals = sql`select pg_try_advisory_xact_lock(hashtext('tree-totals')) as ours`;

/** Waits until the current roll-up of another process has ended. */
export const waitForTotals = sql`select pg_advisory_xact_lock(hashtext('tree-totals'))`;

/**
 * Reads the stored totals and their time. Returns no row for an account that was created after the
 * last roll-up.
 */
export const readTreeTotals = (
  reader: Reader,
  { id }: Actor,
): Promise<(TreeTotals & { at: Date }) | undefined> =>
  reader.first(
    sql`select * from tree_totals cross join tree_totals_taken where account_id = ${id}`,
    'prepared',
  );

/** Counts the tree now and does not read the stored totals. */
export async function countTree(
  reader: Reader,
  actor: Actor,
  moment: CountMoment,
): Promise<TreeTotals & { at: Date }> {
  const row = await reader.first<TreeTotals>(countedTree(actor, moment));
  return { ...row!, at: moment.now };
}
