/** Reads everything from which the figures of a caller are calculated. */
import { enteredCostKinds } from '@ramal/contract/numbers/costs';
import type { Scope } from '@ramal/contract/numbers/filters';
import { readMonthSums } from '../../credits/credits.ts';
import type { ReadingContext } from '../../foundation/app-context.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { receiptKinds } from '../roll-up/money.sql.ts';
import type { PeriodSums } from './figures.ts';
import { type Freshness, readFreshness } from './freshness.ts';
import { missingDays, monthsUpTo, type SelectedPeriod, selectPeriod } from './selected-period.ts';
import { type Flow, type LineFilter, summarizeFlows } from './summarize-flows.ts';
import {
  type AccountMoments,
  accountMoments,
  type ClosedMonth,
  closedMonths,
  forecasts,
  moneySums,
  type MoneySum,
  networkFlows,
  ownFlows,
  ownTrials,
  type StoredForecast,
  type TrialCount,
} from './sums.sql.ts';

/** Months of the trend, including the current one. */
export const TREND_MONTHS = 12;

export interface NumbersInput extends LineFilter {
  readonly scope: Scope;
  readonly period: string;
}

export interface StoredSums {
  readonly freshness: Freshness;
  readonly moments: AccountMoments;
  readonly closed: readonly ClosedMonth[];
  readonly period: SelectedPeriod;
  readonly months: readonly string[];
  readonly flows: readonly Flow[];
  readonly trials: readonly TrialCount[];
  readonly money: readonly MoneySum[];
  readonly forecasts: readonly StoredForecast[];
  readonly sold: ReadonlyMap<string, number>;
}

export async function readSums(
  { db, clock }: ReadingContext,
  actor: ReaderAccount,
  { scope, period: key }: Pick<NumbersInput, 'scope' | 'period'>,
): Promise<StoredSums> {
  const [freshness, moments, closed] = await Promise.all([
    readFreshness(db),
    db.first<AccountMoments>(accountMoments(actor.id), 'prepared'),
    db.many<ClosedMonth>(closedMonths, 'prepared'),
  ]);
  const period = selectPeriod(key, clock, moments!, closed);
  const months = monthsUpTo(period.month, TREND_MONTHS);
  const periods = [period.key, period.beforeKey];
  const flowPeriods = { periods, monthEnds: months.filter((month) => !periods.includes(month)) };
  const isOwn = scope === 'own';
  const since = `${months[0]!}-01`;
  const [flows, trials, money, stored, sold] = await Promise.all([
    db.many<Flow>(
      isOwn ? ownFlows(actor.id, flowPeriods) : networkFlows(actor, flowPeriods),
      'prepared',
    ),
    db.many<TrialCount>(ownTrials(actor.id, periods), 'prepared'),
    isOwn ? db.many<MoneySum>(moneySums(actor.id, since), 'prepared') : [],
    isOwn ? db.many<StoredForecast>(forecasts(actor.id), 'prepared') : [],
    readSold(db, actor, period.monthBefore),
  ]);
  return {
    freshness,
    moments: moments!,
    closed,
    period,
    months,
    flows,
    trials,
    money,
    forecasts: stored,
    sold,
  };
}

/** Amounts of credits that the account sold to its resellers, by month since a month. */
async function readSold(
  db: ReadingContext['db'],
  actor: ReaderAccount,
  since: string,
): Promise<ReadonlyMap<string, number>> {
  const isAdmin = actor.profile === 'admin';
  const sold = new Map<string, number>();
  for (const { month, kind, relation, valueCents } of await readMonthSums(db, actor, since)) {
    const isReturned = isAdmin
      ? relation === 'own' && kind === 'received'
      : relation === 'direct' && kind === 'returned';
    const sign = relation === 'own' && kind === 'given' ? 1 : isReturned ? -1 : 0;
    sold.set(month, (sold.get(month) ?? 0) + sign * valueCents);
  }
  return sold;
}

export const isReceipt = ({ kind }: Pick<MoneySum, 'kind'>): boolean =>
  (receiptKinds as readonly string[]).includes(kind);

export function monthMoney(
  { money, flows }: Pick<StoredSums, 'money' | 'flows'>,
  month: string,
  filter: LineFilter,
): PeriodSums['money'] {
  const rows = money.filter(
    (row) =>
      row.month === month && (filter.platform === undefined || row.platform === filter.platform),
  );
  const sum = (list: readonly MoneySum[], column: 'cents' | 'correctionCents' | 'corrections') =>
    list.reduce((total, row) => total + row[column], 0);
  const receipts = rows.filter(isReceipt);
  const costs = rows.filter((row) => !isReceipt(row));
  const { end } = summarizeFlows(
    flows.filter(({ period }) => period === month),
    {
      platform: filter.platform,
    },
  );
  return {
    receivedCents: sum(receipts, 'cents'),
    receipts: receipts.reduce((total, { quantity }) => total + quantity, 0),
    costCents: sum(costs, 'cents'),
    costs: countCosts(costs),
    correctionCents: sum(receipts, 'correctionCents') - sum(costs, 'correctionCents'),
    corrections: sum(rows, 'corrections'),
    customers: end.count,
  };
}

/** Counts the costs: each entered cost, and each kind that is added up automatically. */
function countCosts(costs: readonly MoneySum[]): number {
  const entered = costs.filter(({ kind }) =>
    (enteredCostKinds as readonly string[]).includes(kind),
  );
  const automatic = new Set(costs.filter((row) => !entered.includes(row)).map(({ kind }) => kind));
  return entered.reduce((total, { quantity }) => total + quantity, automatic.size);
}

/** Sums of the selected period or of the one before. Null if the period is not stored. */
export function periodSums(
  sums: StoredSums,
  { scope, ...filter }: LineFilter & Pick<NumbersInput, 'scope'>,
  which: 'current' | 'before',
): PeriodSums | null {
  const { period, freshness, moments } = sums;
  const isCurrent = which === 'current';
  if (freshness.state !== 'ready' || !period.isStored) return null;
  const key = isCurrent ? period.key : period.beforeKey;
  const month = isCurrent ? period.month : period.monthBefore;
  const flows = sums.flows.filter((flow) => flow.period === key);
  const parts = summarizeFlows(flows, filter);
  if (!isCurrent && flows.length === 0) return null;
  const trials = sums.trials.filter(
    (row) =>
      row.period === key &&
      (filter.platform === undefined || row.platform === filter.platform) &&
      (filter.origin === undefined || row.origin === filter.origin),
  );
  const now = moments.at ?? period.until;
  return {
    parts,
    trials: {
      trials: trials.reduce((total, row) => total + row.trials, 0),
      converted: trials.reduce((total, row) => total + row.converted, 0),
    },
    money: monthMoney(sums, month, filter),
    lastForecast: isCurrent ? lastForecast(sums) : null,
    forecastCents: isCurrent ? (currentForecast(sums)?.cents ?? 0) : null,
    soldCents: sums.sold.get(month) ?? 0,
    hasBase: period.key !== '30d' || scope !== 'own' || missingDays(moments.firstAt, now) === 0,
    hasCosts: moments.hasCosts,
    hasMoney: scope === 'own',
  };
}

export const currentForecast = ({ forecasts: stored }: Pick<StoredSums, 'forecasts'>) =>
  stored.find(({ month }) => month === null);

export function lastForecast(sums: StoredSums) {
  const month = sums.closed[0]?.month;
  const stored = sums.forecasts.find(
    (forecast) => forecast.month !== null && forecast.month === month,
  );
  if (!stored || month === undefined) return null;
  const { receivedCents } = monthMoney(sums, month, {});
  return { month, forecastCents: stored.cents, receivedCents };
}
