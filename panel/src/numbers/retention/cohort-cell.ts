/** Content of one cell of the cohort table: its share, its name and the depth of its ground. */
import { pluralize } from '../../foundation/numbers.ts';
import {
  formatCents,
  formatShare,
  formatWholeShare,
  monthWord,
  type Share,
} from '../number-words.ts';

/** A month of entry: the customers who paid for the first time in it. */
export interface Cohort {
  /** Format yyyy-mm. */
  readonly month: string;
  readonly customers: number;
  /** Revenue a month of these customers at their entry. */
  readonly cents: number;
  readonly cells: readonly CohortCell[];
}

export interface CohortCell {
  /** Months after the entry. */
  readonly after: number;
  readonly customers: number;
  readonly cents: number;
  /** True while the month is not closed. */
  readonly isRunning: boolean;
}

/** `money` compares the revenue a month instead of the number of customers. */
export type CohortMeasure = 'customers' | 'money';

/** With fewer customers at the entry, the share is shown with its count and without a ground. */
const FEWEST_CUSTOMERS = 5;

export const hasFewCustomers = ({ customers }: Cohort): boolean => customers < FEWEST_CUSTOMERS;

export const cellShare = (cohort: Cohort, cell: CohortCell, measure: CohortMeasure): Share =>
  measure === 'money'
    ? { part: cell.cents, whole: cohort.cents }
    : { part: cell.customers, whole: cohort.customers };

export const monthsAfter = (after: number): string => pluralize(after, 'mês', 'meses');

const amounts = ({ part, whole }: Share, measure: CohortMeasure): string =>
  measure === 'money' ? `${formatCents(part)} de ${formatCents(whole)}` : `${part} de ${whole}`;

/** Returns «agosto, 2 meses: 31 de 36». */
export const cellName = (cohort: Cohort, cell: CohortCell, measure: CohortMeasure): string =>
  `${monthWord(cohort.month)}, ${monthsAfter(cell.after)}: ${amounts(cellShare(cohort, cell, measure), measure)}`;

/** Returns the lines of the tooltip. */
export const cellTooltip = (cohort: Cohort, cell: CohortCell): string =>
  [
    `Entraram em ${monthWord(cohort.month)}, ${monthsAfter(cell.after)} depois`,
    [
      `${cell.customers} de ${cohort.customers} seguem`,
      pluralize(cohort.customers - cell.customers, 'saiu', 'saíram'),
      `${formatCents(cell.cents)} por mês`,
    ].join(' · '),
  ].join('\n');

export const cellText = (share: Share, isNarrow: boolean): string =>
  isNarrow ? formatWholeShare(share) : formatShare(share);

const PALEST_SHARE = 0.6;
const PALEST_PERCENT = 3;
const DEEPEST_PERCENT = 43;

/** Returns the percentage of the accent in the ground: 3 for 60 % and less, 43 for 100 %. */
export function groundDepth({ part, whole }: Share): number {
  if (whole === 0) return 0;
  const share = Math.min(Math.max(part / whole, PALEST_SHARE), 1);
  const depth = (share - PALEST_SHARE) / (1 - PALEST_SHARE);
  return PALEST_PERCENT + Math.round(depth * (DEEPEST_PERCENT - PALEST_PERCENT));
}
