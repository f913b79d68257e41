/** Reads the stored sums of an account. Every statement reads some dozen rows by a primary key. */
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';

/** Id under which the network contains all accounts. */
const ALL_ACCOUNTS = 0;

/**
 * `periods`: keys of the periods whose pairs of states are read. `monthEnds`: months of which only
 * the customers at the end are read.
 */
interface FlowPeriods {
  readonly periods: readonly string[];
  readonly monthEnds: readonly string[];
}

const pairColumns = sql`period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin`;

/**
 * Selects the counted pairs of states in `flows`. Customers at the end of a month are returned as
 * unchanged, so that a year has few rows.
 */
const countedPairs = (flows: Sql, { periods, monthEnds }: FlowPeriods): Sql => sql`
  select ${pairColumns}, sum(lines)::int as lines, sum(from_cents)::bigint as from_cents,
    sum(to_cents)::bigint as to_cents, sum(without_payment)::int as without_payment,
    sum(without_price)::int as without_price
  from (${flows}) reached where period = any(${periods}::text[])
  group by 1, 2, 3, 4, 5, 6, 7, 8
  union all
  select period, 'kept', '', to_platform, to_plan, to_platform, to_plan, origin, sum(lines)::int, sum(to_cents)::bigint,
    sum(to_cents)::bigint, 0, 0
  from (${flows}) reached where period = any(${monthEnds}::text[]) and kind <> 'lost'
  group by 1, 4, 5, 8`;

/** Selects the counted pairs of states of the account's own lines. */
export const ownFlows = (account: number, periods: FlowPeriods): Sql =>
  countedPairs(sql`select * from number_flows where account_id = ${account}`, periods);

const noAmounts = sql`0::bigint as from_cents, 0::bigint as to_cents, 0 as without_payment, 0 as without_price`;

/** Selects the counted pairs of states of the account and its descendants, without amounts. */
export const networkFlows = ({ id, profile }: ReaderAccount, periods: FlowPeriods): Sql => {
  const below = sql`
    select ${pairColumns}, lines, ${noAmounts} from number_network
    where account_id = ${profile === 'admin' ? ALL_ACCOUNTS : id}`;
  const ownPairs = sql`
    union all select ${pairColumns}, lines, ${noAmounts} from number_flows where account_id = ${id}`;
  return countedPairs(profile === 'admin' ? below : sql`${below} ${ownPairs}`, periods);
};

export interface TrialCount {
  readonly period: string;
  readonly platform: string;
  readonly origin: string;
  readonly hours: number;
  readonly device: string;
  readonly giverId: number;
  readonly giver: string | null;
  readonly trials: number;
  readonly converted: number;
}

export const ownTrials = (account: number, periods: readonly string[]): Sql => sql`
  select period, platform, origin, hours, device, giver_id, a.username as giver, trials, converted
  from number_trials t left join accounts a on a.id = t.giver_id
  where t.account_id = ${account} and period = any(${periods}::text[])`;

export interface MoneySum {
  /** yyyy-mm */
  readonly month: string;
  readonly kind: string;
  readonly platform: string;
  readonly cents: number;
  readonly quantity: number;
  readonly correctionCents: number;
  readonly corrections: number;
}

export const moneySums = (account: number, since: string): Sql => sql`
  select to_char(month, 'YYYY-MM') as month, kind, platform, cents, quantity, correction_cents, corrections
  from number_money where account_id = ${account} and month >= ${since}::date`;

export interface StoredForecast {
  /** yyyy-mm; null for the current forecast. */
  readonly month: string | null;
  readonly cents: number;
  readonly lowCents: number;
  readonly highCents: number;
  readonly renewalCents: number;
  readonly newCents: number;
}

export const forecasts = (account: number): Sql => sql`
  select to_char(month, 'YYYY-MM') as month, cents, low_cents, high_cents, renewal_cents, new_cents
  from number_forecasts where account_id = ${account} order by month desc nulls first limit 3`;

export interface AccountMoments {
  /**
   * Time of the account's last roll-up. All three times are null if the account has no own figures.
   */
  readonly at: Date | null;
  readonly baseAt: Date | null;
  readonly firstAt: Date | null;
  readonly hasCosts: boolean;
}

export const accountMoments = (account: number): Sql => sql`
  select n.at, n.base_at, n.first_at, exists (select from costs c where c.account_id = ${account}) as has_costs
  from (select) one left join number_accounts n on n.account_id = ${account}`;

export interface ClosedMonth {
  readonly month: string;
  readonly closedAt: Date;
}

export const closedMonths = sql`
  select to_char(month, 'YYYY-MM') as month, closed_at from number_months order by month desc limit 25`;
