/**
 * Both sides of a wallet, newest first: two index walks, each as far as the page reaches, joined with
 * what the rows show afterwards. Ids rise within a wallet, because it is locked when they are
 * written.
 */
import type { Profile } from '@ramal/contract/api/access';
import { refuse } from '@ramal/contract/api/errors';
import type { listMovements } from '@ramal/contract/resellers/credits';
import { toHundredths } from '@ramal/contract/rules/money';
import type { ParsedRequest } from '@ramal/contract/api/endpoint';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import { type Clock, addDays, startOfDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { containsFolded } from '../foundation/like.ts';
import type { LimitOffset } from '../foundation/pages.ts';
import { inTree } from '../access/access.ts';
import { billedCents, kindOfLeaving } from './movement-kinds.sql.ts';

/**
 * The account whose movements are listed. An admin has no wallet: it is shown what it issued and took
 * back.
 */
export interface Holder {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly isMaster: boolean;
  /** The account's own wallet, or issuance. */
  readonly wallet: number;
  readonly balance: number | null;
}

/** The account, when the viewer may reach it; refuses otherwise. */
export async function readHolder(
  reader: Reader,
  viewer: ReaderAccount,
  id: number,
): Promise<Holder> {
  const holder = await reader.first<Holder>(sql`
    select a.id, a.username, a.profile, a.is_master as "isMaster", w.id as wallet, w.balance
    from accounts a
    join wallets w on (w.account_id = a.id and w.kind = 'balance')
      or (a.profile = 'admin' and w.account_id is null and w.kind = 'issuance')
    where a.id = ${id} and a.deleted_at is null and ${inTree(viewer, sql`a.id`)}`);
  return holder ?? refuse('reseller_not_found');
}

type Query = ParsedRequest<typeof listMovements>['query'];
export type MovementFilters = Pick<Query, 'search' | 'kind' | 'from' | 'until'>;

/** The ids of an account's entries that pass the filters; each side answers as many as requested. */
export interface MovementWalk {
  /** All of them, in no order, for counting. */
  readonly all: Sql;
  /** One page of them, by id. */
  readonly ids: (limitOffset: LimitOffset, dir: 'asc' | 'desc') => Sql;
  /** The newest older than an id, for reading on. */
  readonly older: (than: number | undefined, most: number) => Sql;
}

export function walkOf(
  clock: Clock,
  viewer: ReaderAccount,
  holder: Holder,
  filters: MovementFilters,
): MovementWalk {
  const came = side(holder, 'to_wallet', passing(clock, viewer, filters, sql`from_wallet`));
  const left = side(holder, 'from_wallet', passing(clock, viewer, filters, sql`to_wallet`));
  const { kind } = filters;
  const sides =
    kind === undefined
      ? [left, came]
      : kind === 'received'
        ? [came]
        : [sql`${left} and ${kindOfLeaving} = ${kind}`];
  const first = (most: number, dir: 'asc' | 'desc', more: Sql = empty): Sql =>
    join(
      sides.map(
        (one) =>
          sql`(select id from entries where ${one} ${more} order by id ${raw(dir)} limit ${most})`,
      ),
      ' union all ',
    );
  return {
    all: join(
      sides.map((one) => sql`select from entries where ${one}`),
      ' union all ',
    ),
    ids: ({ limit, offset, fromEnd }, dir) => {
      const walked = (dir === 'asc') !== fromEnd ? 'asc' : 'desc';
      return sql`select id from (${first(offset + limit, walked)}) walked
        order by id ${raw(walked)} limit ${limit} offset ${offset}`;
    },
    older: (than, most) =>
      sql`select id from (${first(most, 'desc', than === undefined ? empty : sql`and id < ${than}`)}) walked
        order by id desc limit ${most}`,
  };
}

const side = (
  { id, wallet, balance }: Holder,
  column: 'from_wallet' | 'to_wallet',
  rest: Sql,
): Sql =>
  sql`${raw(column)} = ${wallet} ${balance === null ? sql`and actor_id = ${id}` : empty} ${rest}`;

/** The filters as conditions on an entry whose other side is `other`. */
function passing(
  { timeZone }: Clock,
  viewer: ReaderAccount,
  query: MovementFilters,
  other: Sql,
): Sql {
  const { from, until, search } = query;
  return join(
    [
      from === undefined ? empty : sql` and at >= ${startOfDay(from, timeZone)}`,
      until === undefined ? empty : sql` and at < ${startOfDay(addDays(until, 1), timeZone)}`,
      search === undefined ? empty : sql` and (${matchesSearch(viewer, search, other)})`,
    ],
    '',
  );
}

/** Matches names of accounts and lines the viewer may know, notes, and amounts (credits or billed). */
function matchesSearch(viewer: ReaderAccount, search: string, other: Sql): Sql {
  const like = containsFolded(search);
  const named = sql`select a.id from accounts a
    where a.search like ${like} and fold(a.username) like ${like} and ${mayBeNamed(viewer, 'a')}`;
  const value = valueIn(search);
  return join(
    [
      sql`fold(note) like ${like}`,
      sql`${other} in (select w.id from wallets w where w.account_id in (${named}))`,
      sql`actor_id in (${named})`,
      // An array of values: `exists` would be evaluated over all lines.
      sql`(
        select fold(l.username) like ${like} and ${inTree(viewer, sql`l.owner_id`)} from lines l where l.id = line_id
      )`,
      ...(value === undefined ? [] : [sql`amount = ${value}`, sql`${billedCents} = ${value}`]),
    ],
    ' or ',
  );
}

/** «10», «10,5», «R$ 1.300,00» as hundredths; undefined where the text is no amount. */
export function valueIn(search: string): number | undefined {
  const typed = /^(?:r\$)?\s*[+-]?\s*(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:([.,])(\d{1,2}))?$/i.exec(
    search.trim(),
  );
  if (!typed) return undefined;
  return toHundredths(Number(`${typed[1]!.replaceAll('.', '')}.${typed[3] ?? '0'}`));
}

/** Accounts above are not named, except the direct parent (whom the viewer knows already). */
export const mayBeNamed = (viewer: ReaderAccount, account: 'a' | 'o' | 'actor'): Sql =>
  viewer.profile === 'admin'
    ? sql`true`
    : sql`(${raw(account)}.ancestors @> ${[viewer.id]}::bigint[] or (${raw(account)}.profile <> 'admin'
        and ${raw(account)}.id = (select parent_id from accounts where id = ${viewer.id})))`;

export interface Movement {
  readonly id: number;
  readonly at: Date;
  readonly cameIn: boolean;
  readonly amount: number;
  readonly reason: string;
  readonly kind: 'received' | 'given' | 'spent' | 'returned';
  readonly note: string | null;
  readonly unitPriceCents: number | null;
  readonly billedCents: number | null;
  /** The account's balance afterwards; null for an admin. */
  readonly after: number | null;
  /** Null where the viewer may not know it, or where the other side is the system's. */
  readonly other: string | null;
  readonly otherKind: 'balance' | 'portal' | 'issuance' | 'consumption';
  readonly actor: string | null;
  readonly actorProfile: Profile;
  readonly line: string | null;
}

/** Amounts far beyond what wallets hold stay numbers, no longer exact ones: hence float8. */
export const movementRows = (
  viewer: ReaderAccount,
  { wallet }: Holder,
  ids: Sql,
  dir: 'asc' | 'desc',
): Sql => sql`
  with asked as (${ids}), e as (
    select entries.*, to_wallet = ${wallet} as came_in,
      case when to_wallet = ${wallet} then from_wallet else to_wallet end as other_wallet
    from entries where id in (select id from asked)
  )
  select e.id, e.at, e.came_in as "cameIn", e.amount, e.reason, e.note, e.unit_price_cents as "unitPriceCents",
    case when came_in then 'received' else ${kindOfLeaving} end as kind,
    ${billedCents}::float8 as "billedCents",
    case when came_in then e.to_balance else e.from_balance end as after,
    case when ${mayBeNamed(viewer, 'o')} then o.username end as other, w.kind as "otherKind",
    case when ${mayBeNamed(viewer, 'actor')} then actor.username end as actor, actor.profile as "actorProfile",
    l.username as line
  from e
  join wallets w on w.id = e.other_wallet
  left join accounts o on o.id = w.account_id
  join accounts actor on actor.id = e.actor_id
  left join lines l on l.id = e.line_id and ${inTree(viewer, sql`l.owner_id`)}
  order by e.id ${raw(dir)}`;
