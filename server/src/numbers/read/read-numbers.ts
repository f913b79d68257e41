/** Returns the figures of the caller, or of the caller's network. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { costKinds } from '@ramal/contract/numbers/costs';
import type { getNumbers as declaration } from '@ramal/contract/numbers/numbers';
import type { ReadingContext } from '../../foundation/app-context.ts';
import { localDay, unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { receiptKinds } from '../roll-up/money.sql.ts';
import { calculateFigures, toRate } from './figures.ts';
import {
  currentForecast,
  isReceipt,
  lastForecast,
  monthMoney,
  type NumbersInput,
  periodSums,
  readSums,
  type StoredSums,
} from './read-sums.ts';
import { lastDayOfMonth, missingDays, periodAnswer } from './selected-period.ts';
import { type LineFilter, summarizeFlows } from './summarize-flows.ts';

type Answer = HandlerResult<typeof declaration>;

const BAR_MONTHS = 6;

export async function readNumbers(
  ctx: ReadingContext,
  { actor, query }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<Answer> {
  const { clock } = ctx;
  const { timeZone } = clock;
  const sums = await readSums(ctx, actor, query);
  const { freshness, period, moments } = sums;
  const current = periodSums(sums, query, 'current');
  const isOwn = query.scope === 'own';
  const isReady = freshness.state === 'ready';
  return {
    ...freshness,
    scope: query.scope,
    period: periodAnswer(period, timeZone),
    daysMissing: isReady && isOwn ? missingDays(moments.firstAt, moments.at ?? clock.now()) : 0,
    hasCosts: moments.hasCosts,
    withoutPayment: current?.parts.withoutPayment ?? 0,
    withoutPrice: current?.parts.withoutPrice ?? 0,
    figures: calculateFigures({
      period: period.key,
      current,
      before: periodSums(sums, query, 'before'),
    }),
    trend: isReady ? trend(sums, query, localDay(clock.now(), timeZone)) : [],
    forecast: isReady && isOwn ? forecast(sums) : null,
    months: isReady && isOwn ? barMonths(sums, query) : [],
    costs: costKindSums(sums, query),
    methods: methodSums(sums, query),
  };
}

/**
 * Returns the recurring revenue at the end of each month. Months before the first customer are
 * omitted.
 */
function trend(
  { flows, months }: StoredSums,
  { scope, ...filter }: NumbersInput,
  today: string,
): Answer['trend'] {
  return months.flatMap((month) => {
    const rows = flows.filter(({ period }) => period === month);
    if (rows.length === 0) return [];
    const { end } = summarizeFlows(rows, filter);
    const day = lastDayOfMonth(month);
    return [
      {
        day: day > today ? today : day,
        revenueCents: scope === 'own' ? end.cents : null,
        customers: end.count,
      },
    ];
  });
}

function forecast(sums: StoredSums): Answer['forecast'] {
  const stored = currentForecast(sums);
  const last = lastForecast(sums);
  return {
    cents: stored?.cents ?? 0,
    lowCents: stored?.lowCents ?? 0,
    highCents: stored?.highCents ?? 0,
    renewalCents: stored?.renewalCents ?? 0,
    newCents: stored?.newCents ?? 0,
    last: last && {
      ...last,
      error: toRate(Math.abs(last.forecastCents - last.receivedCents), last.receivedCents),
    },
  };
}

const barMonths = (sums: StoredSums, filter: LineFilter): Answer['months'] =>
  sums.months.slice(-BAR_MONTHS).map((month) => {
    const money = monthMoney(sums, month, filter);
    const { end } = summarizeFlows(
      sums.flows.filter(({ period }) => period === month),
      filter,
    );
    const closedAt = sums.closed.find((closed) => closed.month === month)?.closedAt;
    return {
      month,
      receivedCents: money.receivedCents,
      costCents: money.costCents,
      profitCents: money.receivedCents - money.costCents,
      revenueCents: end.cents,
      customers: end.count,
      correctionCents: money.correctionCents,
      corrections: money.corrections,
      closedAtTimestamp: closedAt ? unixSeconds(closedAt) : null,
    };
  });

const monthRows = ({ money, period }: StoredSums, { platform }: LineFilter) =>
  money.filter(
    (row) => row.month === period.month && (platform === undefined || row.platform === platform),
  );

function costKindSums(sums: StoredSums, filter: LineFilter): Answer['costs'] {
  const rows = monthRows(sums, filter).filter((row) => !isReceipt(row));
  return costKinds
    .map((kind) => {
      const chosen = rows.filter((row) => row.kind === kind);
      return {
        kind,
        cents: chosen.reduce((total, { cents }) => total + cents, 0),
        count: chosen.reduce((total, { quantity }) => total + quantity, 0),
      };
    })
    .filter(({ cents, count }) => cents !== 0 || count !== 0)
    .toSorted((a, b) => b.cents - a.cents);
}

function methodSums(sums: StoredSums, filter: LineFilter): Answer['methods'] {
  const rows = monthRows(sums, filter);
  return receiptKinds
    .map((method) => {
      const chosen = rows.filter(({ kind }) => kind === method);
      return {
        method,
        cents: chosen.reduce((total, { cents }) => total + cents, 0),
        count: chosen.reduce((total, { quantity }) => total + quantity, 0),
      };
    })
    .filter(({ cents, count }) => cents !== 0 || count !== 0);
}
