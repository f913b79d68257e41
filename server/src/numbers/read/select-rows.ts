/** Chooses the rows of a figure for a caller, its period and its filters. */
import { COHORT_MONTHS } from '@ramal/contract/numbers/cohorts';
import type { FigureKey, LossReason } from '@ramal/contract/numbers/figures';
import type { Figure } from '@ramal/contract/numbers/numbers';
import type { Scope } from '@ramal/contract/numbers/filters';
import { getFigureTexts } from '@ramal/contract/numbers/figures';
import sql, { type Sql } from 'sql-template-tag';
import { findAccessibleAccount, idsInTree } from '../../access/access.ts';
import type { ReadingContext } from '../../foundation/app-context.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { startOfDay, startOfMonth, unixSeconds } from '../../foundation/clock.ts';
import type { MoneyMonth } from '../roll-up/money.sql.ts';
import { wholeMonth } from '../roll-up/periods.ts';
import {
  cohortRows,
  type CohortScope,
  type CohortTotals,
  cohortTotals,
  storedCohortTotals,
} from './cohort-rows.sql.ts';
import { customerRows, type RowPart, type RowScope } from './customer-rows.sql.ts';
import { calculateFigures, toRate } from './figures.ts';
import { countReasons, findStoredTotals } from './stored-totals.ts';
import {
  forecastRows,
  monthMoneyRows,
  type MoneySide,
  soldRows,
  trialRows,
} from './other-rows.sql.ts';
import { lastForecast, periodSums, readSums, type StoredSums } from './read-sums.ts';
import { asCustomers } from './row-columns.ts';
import { monthsUpTo, periodDays } from './selected-period.ts';
import type { LineFilter } from './summarize-flows.ts';

export interface RowsInput extends LineFilter {
  readonly figure: FigureKey;
  readonly scope: Scope;
  readonly period: string;
  readonly part: RowPart;
  readonly reason?: LossReason | undefined;
  readonly resellerId?: number | undefined;
  readonly cohort?: string | undefined;
  readonly age?: number | undefined;
}

/** Returns true if the rows of other accounts contain no amounts. Sold credits are the caller's. */
export const hidesAmounts = ({ scope, figure }: Pick<RowsInput, 'scope' | 'figure'>): boolean =>
  scope === 'network' && figure !== 'credits-sold';

export interface SelectedRows {
  readonly rows: Sql;
  /** Number and sum of the rows; undefined if they must be counted. */
  readonly totals: { readonly count: number; readonly cents: number } | undefined;
  readonly reasons: { reason: LossReason; count: number }[];
  readonly figure: Figure;
  readonly sums: { readonly cents: number | null };
  readonly period: {
    readonly from: string;
    readonly until: string;
    readonly closedAtTimestamp: number | null;
  };
  readonly now: Date;
  readonly asOf: Date | null;
}

const moneySides: Partial<Record<FigureKey, MoneySide>> = {
  received: 'receipts',
  'forecast-error': 'receipts',
  costs: 'costs',
  profit: 'profit',
  margin: 'profit',
  'profit-per-customer': 'profit',
  corrections: 'corrections',
};

/** Figures that exist only for the account's own lines. */
const ownOnly: readonly FigureKey[] = [
  ...(Object.keys(moneySides) as FigureKey[]),
  'forecast',
  'cohort',
  'trial-conversion',
];

export async function findRows(
  ctx: ReadingContext,
  actor: ReaderAccount,
  input: RowsInput,
): Promise<SelectedRows> {
  const { db, clock } = ctx;
  const sums = await readSums(ctx, actor, input);
  const { period, moments } = sums;
  const now = moments.at ?? clock.now();
  const accounts = await findAccounts(db, actor, input);
  const scope: RowScope = { ...input, accounts, from: period.from, until: period.until };
  const figures = calculateFigures({
    period: period.key,
    current: periodSums(sums, input, 'current'),
    before: periodSums(sums, input, 'before'),
  });
  const { platform, plan, origin, figure: key, part, reason, resellerId } = input;
  const filter = { platform, plan, origin };
  const filters = { ...filter, figure: key, part, reason };
  const flows = sums.flows.filter((flow) => flow.period === period.key);
  const isStored = period.isStored && resellerId === undefined;
  const cell =
    key === 'cohort'
      ? await readCohortTotals(db, input, cohortScope(scope, input, { sums, now, clock }))
      : undefined;
  const figure = cell ? cohortFigure(cell) : figures.find((row) => row.figure === key)!;
  return {
    rows: selectRows(ctx, actor, input, { scope, sums, now }),
    totals: cell
      ? partOfCohort(cell, part)
      : isStored
        ? findStoredTotals(flows, filters)
        : undefined,
    reasons: isStored ? countReasons(flows, input.figure, filter) : [],
    figure,
    sums: { cents: figure.unit === 'cents' ? figure.value : null },
    period: {
      ...periodDays(period, clock.timeZone),
      closedAtTimestamp: period.closedAt && unixSeconds(period.closedAt),
    },
    now: clock.now(),
    asOf: moments.at,
  };
}

const cohortFigure = ({ active, all }: CohortTotals): Figure => ({
  figure: 'cohort',
  unit: 'rate',
  definition: getFigureTexts('cohort').definition,
  value: toRate(active, all),
  before: null,
  numerator: active,
  denominator: all,
  count: active,
});

const partOfCohort = (
  { active, activeCents, all, allCents, lostCents }: CohortTotals,
  part: RowPart,
): { readonly count: number; readonly cents: number } =>
  ({
    numerator: { count: active, cents: activeCents },
    denominator: { count: all, cents: allCents },
    rest: { count: all - active, cents: lostCents },
  })[part];

/** Sums the lost customers from their rows, because their prices are not stored. */
async function readCohortTotals(
  db: ReadingContext['db'],
  { part }: Pick<RowsInput, 'part'>,
  scope: CohortScope,
): Promise<CohortTotals> {
  const select = part === 'rest' ? cohortTotals : storedCohortTotals;
  return (await db.first<CohortTotals>(select(scope)))!;
}

type CohortMoment = Pick<RowSource, 'sums' | 'now'> & Pick<ReadingContext, 'clock'>;

/** Returns the cell of the input, or all closed cells of its age. */
function cohortScope(
  scope: RowScope,
  { cohort, age = 1 }: Pick<RowsInput, 'cohort' | 'age'>,
  { sums, now, clock }: CohortMoment,
): CohortScope {
  return {
    ...scope,
    age,
    now,
    cohort: cohort && `${cohort}-01`,
    since: `${monthsUpTo(sums.period.month, COHORT_MONTHS)[0]!}-01`,
    closedUntil: startOfMonth(now, clock.timeZone),
  };
}

/**
 * Selects the ids of the accounts whose lines are listed. PostgreSQL knows the size of the tree from
 * `idsInTree`. For a large tree it then reads the first rows by time and stops at the end of the page.
 */
async function findAccounts(
  db: ReadingContext['db'],
  actor: ReaderAccount,
  { scope, figure, resellerId }: RowsInput,
): Promise<Sql> {
  if (scope === 'own' || ownOnly.includes(figure)) return sql`${actor.id}`;
  if (resellerId !== undefined)
    return idsInTree(await findAccessibleAccount(db, actor, resellerId));
  return actor.profile === 'admin' ? sql`select id from accounts` : idsInTree(actor.id);
}

interface RowSource {
  readonly scope: RowScope;
  readonly sums: StoredSums;
  readonly now: Date;
}

function selectRows(
  { clock }: ReadingContext,
  actor: ReaderAccount,
  { figure, part, reason, cohort, age }: RowsInput,
  { scope, sums, now }: RowSource,
): Sql {
  const month = moneyMonth(figure === 'forecast-error' ? lastForecast(sums)?.month : undefined);
  const side = moneySides[figure];
  if (side) return monthMoneyRows(scope, month, side);
  if (figure === 'credits-sold') return soldRows(actor.id, actor.profile === 'admin', month);
  if (figure === 'forecast') return forecastRows({ ...scope, until: now });
  if (figure === 'trial-conversion') return trialRows(scope, part);
  if (figure === 'cohort') {
    const cell = cohortScope(scope, { cohort, age }, { sums, now, clock });
    return asCustomers(cohortRows(cell, part));
  }
  return asCustomers(customerRows(figure, scope, part, reason)!);

  /**
   * Returns the month whose receipts and costs are selected. An open month ends at the last
   * roll-up, because the stored sums also end there.
   */
  function moneyMonth(key = sums.period.month): MoneyMonth {
    const whole = wholeMonth(startOfDay(`${key}-01`, clock.timeZone), clock.timeZone);
    const isOpen = whole.end > now;
    return {
      month: whole.month,
      from: whole.from,
      end: isOpen ? new Date(now.getTime() + 1) : whole.end,
    };
  }
}
