/** Selects the charges visible to an account: its own, or all for an admin (Q-RECSTATUS). */
import type { RechargeSort, RechargeStatus } from '@ramal/contract/payments/recharges';
import sql, { type Sql, empty, raw } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import { containsFolded } from '../foundation/like.ts';
import { mayRefund } from './charges.sql.ts';

export interface RechargeFilters {
  readonly search?: string | undefined;
  readonly status?: RechargeStatus | undefined;
  readonly coupon?: string | undefined;
}

export interface Recharge {
  readonly id: number;
  readonly username: string;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly state: 'pending' | 'paid' | 'settled' | 'cancelled' | 'reversed';
  readonly status: RechargeStatus;
  readonly reason: string | null;
  readonly cents: number;
  readonly credits: number;
  readonly months: number | null;
  readonly purpose: 'renewal' | 'top-up' | 'test' | 'sale';
  readonly method: 'pix' | 'card';
  readonly provider: 'sandbox' | 'payments' | 'orders';
  readonly disputed: boolean;
  readonly isReturned: boolean;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly couponCode: string | null;
  readonly reseller: string;
  readonly mayRefund: boolean;
}

/** Status of a charge `c` in the JSON: received money counts as approved. */
const status: Sql = sql`
  case c.state when 'pending' then 'pending' when 'paid' then 'approved' when 'settled' then 'approved'
    else 'cancelled' end`;

const statesOf: Record<RechargeStatus, readonly string[]> = {
  approved: ['paid', 'settled'],
  pending: ['pending'],
  cancelled: ['cancelled', 'reversed'],
};

/**
 * User name of the line, or of the account that bought credits. Number of the visitor while the
 * line of an order does not exist.
 */
const username: Sql = sql`coalesce(l.username, b.username, o.whatsapp, '')`;

const joined: Sql = sql`
  charges c left join lines l on l.id = c.line_id left join accounts b on b.id = c.buyer_id
  left join sale_orders o on o.charge_id = c.id`;

const isVisibleTo = (reader: ReaderAccount): Sql =>
  reader.profile === 'admin' ? sql`true` : sql`c.account_id = ${reader.id}`;

function matching(reader: ReaderAccount, { search, status: wanted, coupon }: RechargeFilters): Sql {
  const named =
    search === undefined
      ? empty
      : sql`and (fold(${username} || ' ' || coalesce(l.note, '')) like ${containsFolded(search)}
          or c.id::text = ${search})`;
  const inState = wanted === undefined ? empty : sql`and c.state = any(${[...statesOf[wanted]]})`;
  const redeemed =
    coupon === undefined
      ? empty
      : sql`and c.state in ('pending', 'paid', 'settled') and c.coupon_id in (
          select id from coupons where code = upper(${coupon}))`;
  return sql`${isVisibleTo(reader)} ${inState} ${redeemed} ${named}`;
}

const sortKeys: Record<Exclude<RechargeSort, 'id'>, Sql> = {
  username: sql`fold(${username})`,
  // Sorted by the Portuguese text: Aprovado, Cancelado, Pendente.
  status,
  data_aprovacao: sql`c.paid_at`,
  created_at: sql`c.created_at`,
  value: sql`c.cents`,
  motivo: sql`nullif(fold(c.reason), '')`,
};

/** Selects the `id` of each row that passes the filters, and its sort value as `key`. */
export const rechargeIds = (
  reader: ReaderAccount,
  filters: RechargeFilters,
  sort: RechargeSort = 'id',
): Sql => sql`
  select c.id, ${sort === 'id' ? sql`c.id` : sortKeys[sort]} as key
  from ${joined} where ${matching(reader, filters)}`;

interface RechargePage {
  readonly filters: RechargeFilters;
  readonly dir: 'asc' | 'desc';
  readonly limit: number;
  readonly offset?: number;
  /** Selects only charges with a smaller id, so that the next rows can be read. */
  readonly below?: number | undefined;
}

/** Selects one page by id, which is the order of creation. */
export const rechargePage = (
  reader: ReaderAccount,
  { filters, dir, limit, offset = 0, below }: RechargePage,
): Sql =>
  sql`${rechargeIds(reader, filters)} ${below === undefined ? empty : sql`and c.id < ${below}`} order by c.id ${raw(dir)} limit ${limit} offset ${offset}`;

/** Selects the rows with these ids, in the order of the ids. */
export const rechargesByIds = (reader: ReaderAccount, ids: readonly number[]): Sql => sql`
  select c.id, ${username} as username, coalesce(l.note, '') as note, l.whatsapp, c.state,
    ${status} as status, c.reason, c.cents, c.credits, c.months, c.purpose, c.method, c.provider,
    c.disputed, c.returned_at is not null as is_returned, c.created_at, c.paid_at, a.username as reseller,
    (select code from coupons where coupons.id = c.coupon_id) as coupon_code,
    ${mayRefund(reader)} as may_refund
  from unnest(${ids}::bigint[]) with ordinality as asked (id, turn)
  join ${joined} on c.id = asked.id join accounts a on a.id = c.account_id
  order by asked.turn`;

/** Counts the rows in each status. Reads at most `bound` rows in total. */
export const countStatuses = (reader: ReaderAccount, bound: number): Sql => sql`
  select ${status} as status, count(*) as count
  from (select state from charges c where ${isVisibleTo(reader)} limit ${bound}) c group by 1`;

/**
 * Selects the revenue between two times, by day of the time zone. Payments of the test provider are
 * excluded.
 */
export const revenueByDay = (
  reader: ReaderAccount,
  {
    from,
    until,
    timeZone,
  }: { readonly from: Date; readonly until: Date; readonly timeZone: string },
): Sql => sql`
  select to_char(c.paid_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, sum(c.cents)::bigint as cents,
    count(*) as payments
  from charges c
  where ${isVisibleTo(reader)} and c.state in ('paid', 'settled') and c.provider <> 'sandbox'
    and c.paid_at >= ${from} and c.paid_at < ${until}
  group by 1 order by 1`;
