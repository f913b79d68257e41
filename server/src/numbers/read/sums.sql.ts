/** Reads the stored sums of an account. Every statement reads some dozen rows by a primary key. */
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';

/** Id under which the network contains all accounts. */
const ALL_ACCOUNTS = 0;

/** Selects the counted pairs of states of the account's own lines in these periods. */
export const ownFlows = (account: number, periods: readonly string[]): Sql => sql`
  select period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin, lines, from_cents, to_cents,
    without_payment, without_price
  from number_flows where account_id = ${account} and period = any(${periods}::text[])`;

/** Selects the counted pairs of states of the account and its descendants, without amounts. */
export const networkFlows = (
  { id, profile }: ReaderAccount,
  periods: readonly string[],
): Sql => sql`
  select period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin, sum(lines)::int as lines,
    0 as from_cents, 0 as to_cents, 0 as without_payment, 0 as without_price
  from (
    select period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin, lines from number_network
    where account_id = ${profile === 'admin' ? ALL_ACCOUNTS : id} and period = any(${periods}::text[])
    union all
    select period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin, lines from number_flows
    where account_id = ${id} and ${profile !== 'admin'} and period = any(${periods}::text[])
  ) reached group by 1, 2, 3, 4, 5, 6, 7, 8`;

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

/** Selects the tests of the account's own lines in these periods. */
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
