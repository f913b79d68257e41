/** Lists the friends whom the customers of a seller brought, with counts and figures. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type listReferrals as declaration,
  type ReferralState,
} from '@ramal/contract/referrals/referrals';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fromHundredths } from '@ramal/contract/rules/money';
import { platforms, type PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { toCredits } from '../../credits/credits.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import { containsFolded } from '../../foundation/like.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { gatherSorted, toPageAnswer } from '../../foundation/pages.ts';

/** Filters of the list and of its export. */
export type ReferralFilters = Pick<
  Call<typeof declaration>['query'],
  'state' | 'figure' | 'search'
>;

/** SQL: state of a referral `r` with its friend `f` and its latest reward `w`. */
const stateAt = (now: Date): Sql => sql`
  case when r.refused_at is not null then 'refused'
    when w.state is not null then w.state
    when f.is_trial and f.expires_at > ${now} and f.deleted_at is null then 'trial'
    else 'no-purchase' end`;

/** SQL: every referral of an account with its state and its amounts. */
export const referralRows = (accountId: number, now: Date): Sql => sql`
  select r.id, r.at, r.refusal, r.referrer_line_id, r.friend_line_id, ${stateAt(now)} as state,
    w.reason, w.due_at, w.referrer_days as days, w.referrer_percent as percent, w.friend_days,
    first.charge_id, first.cents as paid, first.paid_at,
    case when ${stateAt(now)} = 'trial' then f.expires_at when w.state = 'waiting' then w.due_at end as until,
    given.rewards, given.given_days, given.cost, given.discount_cents,
    f.note as friend_note, f.username as friend_username, f.is_trial as friend_is_trial,
    f.platform as friend_platform, f.deleted_at as friend_deleted_at,
    l.note as referrer_note, l.username as referrer_username, l.is_trial as referrer_is_trial,
    l.platform as referrer_platform, l.deleted_at as referrer_deleted_at
  from referrals r
    join lines f on f.id = r.friend_line_id
    join lines l on l.id = r.referrer_line_id
    left join lateral (
      select * from referral_rewards w where w.referral_id = r.id order by w.ordinal desc limit 1) w on true
    left join referral_rewards first on first.referral_id = r.id and first.ordinal = 1
    cross join lateral (
      select count(*) filter (where d.state = 'delivered')::int as rewards,
        coalesce(sum(d.referrer_days + d.friend_days) filter (where d.state = 'delivered'), 0)::int as given_days,
        coalesce(sum(d.referrer_cost + d.friend_cost - d.returned_cost), 0)::bigint as cost,
        coalesce(sum((select sum(p.list_cents - p.cents) from charges p
          where p.coupon_id = d.coupon_id and p.state in ('paid', 'settled'))), 0)::bigint as discount_cents
      from referral_rewards d where d.referral_id = r.id) given
  where r.account_id = ${accountId}`;

export interface ReferralFacts {
  readonly id: number;
  readonly at: Date;
  readonly refusal: string | null;
  readonly referrerLineId: number;
  readonly friendLineId: number;
  readonly state: ReferralState;
  readonly reason: string | null;
  readonly days: number | null;
  readonly percent: number | null;
  readonly friendDays: number | null;
  readonly chargeId: number | null;
  readonly paid: number | null;
  readonly paidAt: Date | null;
  readonly until: Date | null;
  readonly rewards: number;
  readonly friendNote: string;
  readonly friendUsername: string;
  readonly friendIsTrial: boolean;
  readonly friendPlatform: PlatformKey;
  readonly friendDeletedAt: Date | null;
  readonly referrerNote: string;
  readonly referrerUsername: string;
  readonly referrerIsTrial: boolean;
  readonly referrerPlatform: PlatformKey;
  readonly referrerDeletedAt: Date | null;
}

const figureConditions: Readonly<Record<NonNullable<ReferralFilters['figure']>, Sql>> = {
  paid: sql`x.paid_at is not null and x.state <> 'returned'`,
  rewarded: sql`x.rewards > 0`,
};

export function matches({ state, figure, search }: ReferralFilters): Sql {
  const like = search === undefined ? undefined : containsFolded(search);
  return sql`
    ${state === undefined ? sql`true` : sql`x.state = ${state}`}
    and ${figure === undefined ? sql`true` : figureConditions[figure]}
    and ${
      like === undefined
        ? sql`true`
        : sql`(fold(x.friend_note || ' ' || x.friend_username) like ${like}
            or fold(x.referrer_note || ' ' || x.referrer_username) like ${like})`
    }`;
}

export async function listReferrals(
  { db, clock }: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const rows = referralRows(actor.id, clock.now());
  const key = { at: sql`x.at`, paid_at: sql`x.paid_at`, paid: sql`x.paid`, days: sql`x.days` };
  const [page, summary] = await Promise.all([
    gatherSorted(
      db,
      sql`select x.id, ${key[query.sort]} as key from (${rows}) x where ${matches(query)}`,
      query,
    ),
    readSummary(db, actor.id, rows),
  ]);
  const facts = await db.many<ReferralFacts>(sql`
    select x.* from (${rows}) x where x.id = any(${[...page.ids]}::bigint[])`);
  const byId = new Map(facts.map((row) => [row.id, row]));
  const shown = page.ids.flatMap((id) => byId.get(id) ?? []);
  return { ...toPageAnswer(query, page.total, shown.map(serializeReferral)), ...summary };
}

export const serializeReferral = (row: ReferralFacts) => ({
  id: row.id,
  friend: party(row.friendLineId, {
    note: row.friendNote,
    username: row.friendUsername,
    isTrial: row.friendIsTrial,
    platform: row.friendPlatform,
    deletedAt: row.friendDeletedAt,
  }),
  referrer: party(row.referrerLineId, {
    note: row.referrerNote,
    username: row.referrerUsername,
    isTrial: row.referrerIsTrial,
    platform: row.referrerPlatform,
    deletedAt: row.referrerDeletedAt,
  }),
  atTimestamp: unixSeconds(row.at),
  paidAtTimestamp: row.paidAt && unixSeconds(row.paidAt),
  paid: toCredits(row.paid),
  chargeId: row.chargeId,
  days: row.days,
  percent: row.percent ?? 0,
  friendDays: row.friendDays,
  state: row.state,
  untilTimestamp: row.until && unixSeconds(row.until),
  reason: row.refusal ?? row.reason ?? '',
  rewards: row.rewards,
});

interface Customer {
  readonly note: string;
  readonly username: string;
  readonly isTrial: boolean;
  readonly platform: PlatformKey;
  readonly deletedAt: Date | null;
}

const party = (id: number, customer: Customer) => ({
  id,
  name: customerName(customer).name,
  username: customer.username,
  platform: platforms[customer.platform].label,
  isDeleted: customer.deletedAt !== null,
});

interface Summary {
  readonly all: number;
  readonly trial: number;
  readonly waiting: number;
  readonly delivered: number;
  readonly returned: number;
  readonly refused: number;
  readonly noPurchase: number;
  readonly bought: number;
  readonly received: number;
  readonly givenDays: number;
  readonly rewards: number;
  readonly cost: number;
  readonly discountCents: number;
  readonly saleCents: number | null;
}

async function readSummary(reader: Reader, accountId: number, rows: Sql) {
  const inState = (state: ReferralState): Sql => sql`count(*) filter (where x.state = ${state})`;
  const sums = (await reader.first<Summary>(sql`
    select count(*) as all, ${inState('trial')} as trial, ${inState('waiting')} as waiting,
      ${inState('delivered')} as delivered, ${inState('returned')} as returned,
      ${inState('refused')} as refused, ${inState('no-purchase')} as no_purchase,
      count(*) filter (where ${figureConditions.paid}) as bought,
      coalesce(sum(x.paid) filter (where ${figureConditions.paid}), 0)::bigint as received,
      coalesce(sum(x.given_days), 0)::bigint as given_days,
      coalesce(sum(x.rewards), 0)::bigint as rewards, coalesce(sum(x.cost), 0)::bigint as cost,
      coalesce(sum(x.discount_cents), 0)::bigint as discount_cents,
      (select sale_cents from accounts where id = ${accountId}) as sale_cents
    from (${rows}) x`))!;
  const { all, trial, waiting, delivered, returned, refused, noPurchase } = sums;
  return {
    counts: { all, trial, waiting, delivered, returned, refused, noPurchase },
    figures: {
      friends: all,
      bought: sums.bought,
      received: fromHundredths(sums.received),
      days: sums.givenDays,
      rewards: sums.rewards,
      credits: fromHundredths(sums.cost),
      discounts: fromHundredths(sums.discountCents),
      cost:
        sums.saleCents === null
          ? null
          : fromHundredths(Math.round((sums.cost * sums.saleCents) / 100)),
    },
  };
}
