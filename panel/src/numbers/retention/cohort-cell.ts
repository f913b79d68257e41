/**
 * Content of one cell of the cohort table: the share, the accessible name, and the intensity of the
 * background colour.
 */
import type { getCohorts } from '@ramal/contract/numbers/cohorts';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import { formatCents, monthWord, type Share } from '../number-words.ts';

type Cohorts = ResponseOf<typeof getCohorts>;

/** Cohort: the customers who paid for the first time in the same month. */
export type Cohort = Cohorts['cohorts'][number];
export type CohortCell = Cohort['cells'][number];
/** Total of all cohorts at one age. The age is the number of months after the first payment. */
export type CohortTotal = Cohorts['all'][number];

/** `money` compares the monthly revenue. `customers` compares the number of customers. */
export type CohortMeasure = 'customers' | 'money';

/**
 * Minimum size of a cohort for a coloured cell. A smaller cohort shows the share with its count,
 * without a background colour.
 */
const MIN_CUSTOMERS = 5;

export const hasFewCustomers = ({ customers }: Pick<Cohort, 'customers'>): boolean =>
  customers < MIN_CUSTOMERS;

export const cellShare = (cohort: Cohort, cell: CohortCell, measure: CohortMeasure): Share =>
  measure === 'money'
    ? { part: cell.revenueCents, whole: cohort.revenueCents }
    : { part: cell.customers, whole: cohort.customers };

export const totalShare = (total: CohortTotal, measure: CohortMeasure): Share =>
  measure === 'money'
    ? { part: total.revenueCents, whole: total.ofRevenueCents }
    : { part: total.customers, whole: total.ofCustomers };

export const monthsAfter = (age: number): string => pluralize(age, 'mês', 'meses');

const amounts = (cohort: Cohort, cell: CohortCell, measure: CohortMeasure): string =>
  measure === 'money'
    ? `${formatCents(cell.revenueCents)} de ${formatCents(cohort.revenueCents)}`
    : `${formatCount(cell.customers)} de ${formatCount(cohort.customers)}`;

/** Returns «agosto, 2 meses: 31 de 36». */
export const cellName = (cohort: Cohort, cell: CohortCell, measure: CohortMeasure): string =>
  `${monthWord(cohort.month)}, ${monthsAfter(cell.age)}: ${amounts(cohort, cell, measure)}`;

/** Returns the text lines of the tooltip. */
export const cellTooltip = (cohort: Cohort, cell: CohortCell): string =>
  [
    `Entraram em ${monthWord(cohort.month)}, ${monthsAfter(cell.age)} depois`,
    [
      `${formatCount(cell.customers)} de ${formatCount(cohort.customers)} seguem`,
      pluralize(cohort.customers - cell.customers, 'saiu', 'saíram'),
      `${formatCents(cell.revenueCents)} por mês`,
    ].join(' · '),
  ].join('\n');

const PALEST_SHARE = 0.6;
const DEEPEST_SHARE = 1;
const PALEST_PERCENT = 3;
const DEEPEST_PERCENT = 43;

/**
 * Returns the percentage of the accent colour in the background of a cell: 3 for a share of at most
 * 60 %, 43 for 100 %.
 */
export function groundDepth({ part, whole }: Share): number {
  if (whole === 0) return 0;
  const bounded = Math.min(Math.max(part / whole, PALEST_SHARE), DEEPEST_SHARE);
  const depth = (bounded - PALEST_SHARE) / (DEEPEST_SHARE - PALEST_SHARE);
  return PALEST_PERCENT + Math.round(depth * (DEEPEST_PERCENT - PALEST_PERCENT));
}
