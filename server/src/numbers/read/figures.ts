/** Calculates all figures from the stored sums. Rates are hundredths of a percent. */
import {
  type FigureKey,
  figureKeys,
  getFigureDefinition,
  getFigureTexts,
} from '@ramal/contract/numbers/figures';
import type { Figure } from '@ramal/contract/numbers/numbers';
import type { FlowParts } from './summarize-flows.ts';

interface MonthMoney {
  readonly receivedCents: number;
  readonly receipts: number;
  readonly costCents: number;
  readonly costs: number;
  readonly correctionCents: number;
  readonly corrections: number;
  /** Customers at the end of the month. */
  readonly customers: number;
}

interface TrialSums {
  readonly trials: number;
  readonly converted: number;
}

/** Sums of the selected period, or of the period before. */
export interface PeriodSums {
  readonly parts: FlowParts;
  readonly trials: TrialSums;
  readonly money: MonthMoney;
  /** Forecast and receipts of the last closed month. */
  readonly lastForecast: { readonly forecastCents: number; readonly receivedCents: number } | null;
  readonly forecastCents: number | null;
  readonly soldCents: number;
  /** False if the last 30 days begin before the first customer. */
  readonly hasBase: boolean;
  readonly hasCosts: boolean;
  /** False for the figures of a network, which show no amounts. */
  readonly hasMoney: boolean;
}

type Part = Pick<Figure, 'value' | 'numerator' | 'denominator' | 'count'>;

export const toRate = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole);

const amount = (value: number | null, count: number | null = null): Part => ({
  value,
  numerator: null,
  denominator: null,
  count,
});

const rate = (numerator: number, denominator: number, isKnown = true): Part => ({
  value: isKnown ? toRate(numerator, denominator) : null,
  numerator,
  denominator,
  count: numerator,
});

const average = (numerator: number, denominator: number): Part => ({
  value: denominator === 0 ? null : Math.round(numerator / denominator),
  numerator,
  denominator,
  count: denominator,
});

function customerFigures({ parts, hasBase }: PeriodSums) {
  const { base, end, lost } = parts;
  const remaining = base.count - lost.count;
  return {
    revenue: amount(end.cents, end.count),
    base: amount(base.cents, base.count),
    new: amount(parts.new.cents, parts.new.count),
    recovered: amount(parts.recovered.cents, parts.recovered.count),
    changed: amount(parts.changed.cents, parts.changed.count),
    lost: amount(lost.cents, lost.count),
    customers: amount(end.count, end.count),
    ticket: average(end.cents, end.count),
    retention: rate(remaining, base.count, hasBase),
    churn: rate(lost.count, base.count, hasBase),
    'revenue-retention': rate(base.cents + lost.cents, base.cents, hasBase),
    'revenue-churn': rate(-lost.cents, base.cents, hasBase),
    'lifetime-value': lifetimeValue(parts, hasBase),
  };
}

/**
 * Returns the lifetime value: the average ticket divided by the churn. Calculates with counts and
 * sums, so that nothing is rounded twice.
 */
export function lifetimeValue({ base, end, lost }: FlowParts, hasBase: boolean): Part {
  const isKnown = hasBase && end.count > 0 && lost.count > 0;
  return {
    value: isKnown ? Math.round((end.cents * base.count) / (end.count * lost.count)) : null,
    numerator: lost.count,
    denominator: base.count,
    count: lost.count,
  };
}

function moneyFigures(sums: PeriodSums) {
  const { money, hasCosts, lastForecast, forecastCents, trials, soldCents } = sums;
  const profit = hasCosts ? money.receivedCents - money.costCents : null;
  return {
    'trial-conversion': rate(trials.converted, trials.trials),
    forecast: amount(forecastCents),
    'forecast-error': lastForecast
      ? rate(
          Math.abs(lastForecast.forecastCents - lastForecast.receivedCents),
          lastForecast.receivedCents,
        )
      : amount(null),
    received: amount(money.receivedCents, money.receipts),
    costs: amount(money.costCents, money.costs),
    profit: amount(profit),
    margin: profit === null ? amount(null) : rate(profit, money.receivedCents),
    'profit-per-customer': profit === null ? amount(null) : average(profit, money.customers),
    corrections: amount(money.correctionCents, money.corrections),
    'credits-sold': amount(soldCents),
  };
}

type Values = Record<Exclude<FigureKey, 'cohort'>, Part>;

const valuesOf = (sums: PeriodSums): Values => {
  const values: Values = { ...customerFigures(sums), ...moneyFigures(sums) };
  if (sums.hasMoney) return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, part]) => [key, withoutMoney(key as FigureKey, part)]),
  ) as Values;
};

/** Rates of amounts. Figures of a network contain neither amounts nor these rates. */
const moneyRates: readonly FigureKey[] = [
  'revenue-retention',
  'revenue-churn',
  'lifetime-value',
  'forecast-error',
  'margin',
];

function withoutMoney(key: FigureKey, part: Part): Part {
  const isMoney = getFigureTexts(key).unit === 'cents' || moneyRates.includes(key);
  if (!isMoney || key === 'credits-sold') return part;
  const hasCount = ['revenue', 'base', 'new', 'recovered', 'changed', 'lost'].includes(key);
  return amount(null, hasCount ? part.count : null);
}

interface ComparedSums {
  /** `30d`, or a month as yyyy-mm. */
  readonly period: string;
  /** Null if the sums are unknown. */
  readonly current: PeriodSums | null;
  readonly before: PeriodSums | null;
}

/** Figures of a period, with the values of the period before. */
export function calculateFigures({ period, current, before }: ComparedSums): Figure[] {
  const values = current && valuesOf(current);
  const former = before && valuesOf(before);
  return figureKeys
    .filter((key) => key !== 'cohort')
    .map((key) => ({
      figure: key,
      unit: getFigureTexts(key).unit,
      definition: getFigureDefinition(key, period),
      before: former?.[key].value ?? null,
      ...(values?.[key] ?? amount(null)),
    }));
}
