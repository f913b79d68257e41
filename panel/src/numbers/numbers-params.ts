/** Parameters of the screens of «Números» in the address, and links to the rows of a figure. */
import { type FigureKey, lossReasons, planDays } from '@ramal/contract/numbers/figures';
import { lineOrigins } from '@ramal/contract/lines/line-origins';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import { z } from 'zod';
import type { Destination } from '../ui/destination.ts';
import { defineListParams } from '../ui/list/list-params.ts';
import { defineSearchParams, idParam, useSearchParams } from '../ui/list/search-params.ts';

const monthParam = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

const shared = {
  /**
   * `network` includes the lines of all descendant accounts. If absent, only the account's own
   * lines are counted.
   */
  scope: z.literal('network'),
  platform: z.enum(platformKeys),
};

const numbersParams = defineSearchParams({
  ...shared,
  /** Month of the costs. If absent, the current month. */
  month: monthParam,
  /** Origin of the customers, as a filter of the retention table. */
  origin: z.enum(lineOrigins),
  /** `money` compares the revenue. If absent, the number of customers is compared. */
  measure: z.literal('money'),
});

export const useNumbersParams = () => useSearchParams(numbersParams);

export interface NumbersFilters {
  readonly scope?: 'network';
  readonly platform?: PlatformKey;
}

const rowFilters = {
  ...shared,
  /** Month of the rows. If absent, the last 30 days. */
  period: monthParam,
  plan: z.literal(planDays),
  origin: z.enum(lineOrigins),
  reason: z.enum(lossReasons),
  resellerId: idParam,
  cohort: monthParam,
  age: z.int().min(0).max(60),
  part: z.enum(['denominator', 'rest']),
};

export const numberRowParams = defineListParams({
  filters: rowFilters,
  sorts: ['at', 'name', 'plan', 'since', 'cents', 'origin', 'reseller'],
  defaultDirection: 'desc',
});

type RowsSearch = {
  readonly [K in keyof typeof rowFilters]?: z.output<(typeof rowFilters)[K]> | undefined;
};

export type RowsLink = (figure: FigureKey, search?: RowsSearch) => Destination;

/** Returns links to the rows of a figure, with the filters of the current screen. */
export function useRowsLink(): RowsLink {
  const { scope, platform } = useNumbersParams().values;
  return (figure, search = {}) => ({
    to: '/numbers/rows/$figure',
    params: { figure },
    search: { scope, platform, ...search },
  });
}
