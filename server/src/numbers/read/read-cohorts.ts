/** Returns the customers of each month of entry who are still active, month by month. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { COHORT_MONTHS, type getCohorts as declaration } from '@ramal/contract/numbers/cohorts';
import { getFigureTexts } from '@ramal/contract/numbers/figures';
import sql from 'sql-template-tag';
import type { ReadingContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { lifetimeValue, toRate } from './figures.ts';
import { periodSums, readSums } from './read-sums.ts';
import { monthsUpTo } from './selected-period.ts';

interface CohortSum {
  readonly month: string;
  readonly cohort: string;
  readonly lines: number;
  readonly cents: number;
}

type Answer = HandlerResult<typeof declaration>;
type Cohort = Answer['cohorts'][number];

export async function readCohorts(
  ctx: ReadingContext,
  { actor, query }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<Answer> {
  const { platform = null, origin = null } = query;
  const input = { scope: 'own', period: '30d', ...query } as const;
  const sums = await readSums(ctx, actor, input);
  const months = monthsUpTo(sums.period.month, COHORT_MONTHS);
  const rows = await ctx.db.many<CohortSum>(
    sql`
      select to_char(month, 'YYYY-MM') as month, to_char(cohort, 'YYYY-MM') as cohort, sum(lines)::int as lines,
        sum(cents)::bigint as cents
      from number_cohorts
      where account_id = ${actor.id} and cohort >= ${`${months[0]!}-01`}::date
        and (${platform}::text is null or platform = ${platform}) and (${origin}::text is null or origin = ${origin})
      group by 1, 2`,
    'prepared',
  );
  const cohorts = months
    .map((month, index) => describeCohort(rows, month, months.slice(index + 1)))
    .filter(
      ({ customers }, index, all) =>
        customers > 0 || all.slice(0, index).some((earlier) => earlier.customers > 0),
    );
  const current = periodSums(sums, input, 'current');
  return {
    state: sums.freshness.state,
    asOfTimestamp: sums.freshness.asOfTimestamp,
    definition: getFigureTexts('cohort').definition,
    cohorts,
    all: sumAges(cohorts),
    totalCustomers: cohorts.reduce((total, { customers }) => total + customers, 0),
    lifetimeValueCents: current && lifetimeValue(current.parts, current.hasBase).value,
  };
}

function describeCohort(
  rows: readonly CohortSum[],
  month: string,
  later: readonly string[],
): Cohort {
  const find = (state: string) =>
    rows.find((row) => row.cohort === month && row.month === state) ?? { lines: 0, cents: 0 };
  const entered = find(month);
  return {
    month,
    customers: entered.lines,
    revenueCents: entered.cents,
    cells: later.map((state, index) => {
      const { lines, cents } = find(state);
      return {
        age: index + 1,
        customers: lines,
        revenueCents: cents,
        share: toRate(lines, entered.lines),
        revenueShare: toRate(cents, entered.cents),
        running: index === later.length - 1,
      };
    }),
  };
}

function sumAges(cohorts: readonly Cohort[]): Answer['all'] {
  const ages = [...new Set(cohorts.flatMap(({ cells }) => cells.map(({ age }) => age)))];
  return ages
    .toSorted((a, b) => a - b)
    .map((age) => {
      const sum = { customers: 0, ofCustomers: 0, revenueCents: 0, ofRevenueCents: 0 };
      for (const cohort of cohorts) {
        const cell = cohort.cells.find((candidate) => candidate.age === age && !candidate.running);
        if (!cell) continue;
        sum.customers += cell.customers;
        sum.ofCustomers += cohort.customers;
        sum.revenueCents += cell.revenueCents;
        sum.ofRevenueCents += cohort.revenueCents;
      }
      return {
        age,
        ...sum,
        share: toRate(sum.customers, sum.ofCustomers),
        revenueShare: toRate(sum.revenueCents, sum.ofRevenueCents),
      };
    });
}
