/** Reads the stored limits, and the amounts that are compared with them. */
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import type { Profile } from '@ramal/contract/api/access';
import { ADMINISTRATION_LABEL, UPLINE_LABEL } from '@ramal/contract/resellers/limits';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { inTree } from '../access/access.ts';
import { isEntryNotUndone } from '../events/events.ts';

/** A limit in force for an account: set on the account or on an ancestor. */
export interface LimitsRow {
  readonly accountId: number;
  /** Name of the limit on the wire. */
  readonly name: string;
  readonly setBy: number;
  /** Lines, trials, hundredths of a credit or cents; null for platforms. */
  readonly amount: number | null;
  readonly platforms: PlatformKey[] | null;
  /**
   * Name of the account that set the limit. Hidden for accounts above the viewer's direct parent.
   */
  readonly from: string;
  /**
   * True if the viewer cannot change it. The limit is set on the viewer's own account, or an admin
   * or an account above the viewer set it.
   */
  readonly isHigher: boolean;
}

/**
 * Selects all limits in force for an account, from the root down. Every sale runs this query
 * together with its locks. It must therefore join few tables, because each table costs time even
 * without rows.
 */
function heldFor(accountId: number, viewer: ReaderAccount): Sql {
  const isOwn = viewer.id === accountId;
  const looking = isOwn ? sql`held` : sql`looking`;
  const isAdmin = viewer.profile === 'admin';
  return sql`
    select l.account_id as "accountId", l.name, l.set_by as "setBy", l.amount, l.platforms,
      ${isAdmin ? sql`s.username` : nameFor(viewer, looking)} as from,
      ${isAdmin ? sql`false` : isHigherThan(viewer, looking)} as "isHigher"
    from accounts held
    join account_limits l on l.account_id = any(held.ancestors)
    join accounts s on s.id = l.set_by
    ${isOwn ? sql`` : sql`join accounts looking on looking.id = ${viewer.id}`}
    where held.id = ${accountId}
    order by array_position(held.ancestors, l.account_id), l.set_at, l.set_by`;
}

const nameFor = ({ id }: ReaderAccount, looking: Sql): Sql => sql`
  case when s.profile = 'admin' then ${ADMINISTRATION_LABEL}
    when s.ancestors @> array[${id}::bigint] or s.id = ${looking}.parent_id then s.username
    else ${UPLINE_LABEL} end`;

const isHigherThan = ({ id }: ReaderAccount, looking: Sql): Sql => sql`
  (l.account_id = ${id} or (l.set_by <> ${id} and l.set_by = any(${looking}.ancestors))
    or s.profile = 'admin')`;

/** Column `limit_rows`: the limits in force for the actor; null without limits. */
export const limitsColumn = ({ id }: ReaderAccount): Sql =>
  sql`(select json_agg(h) from (${heldFor(id, { id, profile: 'reseller' })}) h) as limit_rows`;

export const readLimits = (
  reader: Reader,
  accountId: number,
  viewer: ReaderAccount,
): Promise<LimitsRow[]> => reader.many<LimitsRow>(heldFor(accountId, viewer));

export interface LimitedAccount {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
}

const selectReachable = (viewer: ReaderAccount, id: number): Sql => sql`
  select id, username, profile from accounts
  where id = ${id} and deleted_at is null and ${inTree(viewer, sql`accounts.id`)}`;

export const findLimited = (
  reader: Reader,
  viewer: ReaderAccount,
  id: number,
): Promise<LimitedAccount | undefined> => reader.first(selectReachable(viewer, id));

/** Locks the account against other calls that set limits on it. */
export const lockLimited = (
  tx: Tx,
  viewer: ReaderAccount,
  id: number,
): Promise<LimitedAccount | undefined> =>
  tx.first(sql`${selectReachable(viewer, id)} for no key update`);

export interface LimitUsage {
  readonly lines: number;
  readonly trials: number;
  /** Hundredths of a credit. */
  readonly hundredths: number;
}

/**
 * Tolerance for late entries. The time of an entry is the start of its transaction, so it may be
 * written after entries with later times.
 */
const LATE_MS = MINUTE_MS;

/**
 * Age of the oldest entries that are read. With this condition PostgreSQL does not read the
 * partitions of older entries.
 */
const BEFORE_MS = 31 * DAY_MS;

const ownLines = (id: number): Sql =>
  sql`(select count(*) from lines where owner_id = ${id} and deleted_at is null)`;

const trialsSince = (id: number, midnight: Date): Sql =>
  sql`(select count(*) from lines where owner_id = ${id} and test_hours is not null and created_at >= ${midnight})`;

/**
 * SQL fragment: hundredths of a credit that left the account's balance by the account's own
 * actions. Reads the entries of the wallet backwards by their index, up to the first entry before
 * `midnight`. An additional index by time would slow down every sale. This query costs time only
 * for accounts with limits.
 */
const hundredthsSince = (id: number, midnight: Date): Sql => sql`(
  with wallet as (select id from wallets where account_id = ${id} and kind = 'balance'),
    before as (
      select y.id from entries y
      where y.from_wallet = (select id from wallet) and y.at < ${new Date(midnight.getTime() - LATE_MS)}
        and y.at >= ${new Date(midnight.getTime() - BEFORE_MS)}
      order by y.from_wallet desc, y.id desc limit 1)
  select coalesce(sum(amount), 0)::bigint from entries
  where from_wallet = (select id from wallet) and id > coalesce((select id from before), 0)
    and at >= ${midnight} and reason in ('line-created', 'line-extended', 'line-imported', 'line-promoted', 'credits-given', 'credits-bought', 'bonus-granted', 'opening-credits', 'referral-rewarded')
    and ${isEntryNotUndone})`;

/** Reads only the requested amounts; the others are 0. */
export async function readUsage(
  reader: Reader,
  accountId: number,
  midnight: Date,
  figures: ReadonlySet<keyof LimitUsage>,
): Promise<LimitUsage> {
  const figure = (name: keyof LimitUsage, query: Sql): Sql =>
    figures.has(name) ? query : sql`0::bigint`;
  const used = await reader.first<LimitUsage>(
    sql`
      select ${figure('lines', ownLines(accountId))} as lines,
        ${figure('trials', trialsSince(accountId, midnight))} as trials,
        ${figure('hundredths', hundredthsSince(accountId, midnight))} as hundredths`,
    'prepared',
  );
  return used!;
}
