/** Parameters of the win-back screens in the address, and links to the people behind a figure. */
import { lineOrigins } from '@ramal/contract/lines/line-origins';
import { planDays } from '@ramal/contract/numbers/figures';
import { platformKeys } from '@ramal/contract/rules/platforms';
import { winBackGroupKeys } from '@ramal/contract/win-back/win-back-rules';
import { type WinBackList, winBackRowStatuses } from '@ramal/contract/win-back/results';
import { z } from 'zod';
import type { Destination } from '../ui/destination.ts';
import { defineListParams } from '../ui/list/list-params.ts';
import { defineSearchParams } from '../ui/list/search-params.ts';

export const winBackParams = defineSearchParams({ group: z.enum(winBackGroupKeys) });

const rowFilters = {
  group: z.enum(winBackGroupKeys),
  status: z.enum(winBackRowStatuses),
  /** Filters of the figure «Perda», with which its page leads to the list of the lost customers. */
  period: z.string(),
  platform: z.enum(platformKeys),
  plan: z.literal(planDays),
  origin: z.enum(lineOrigins),
};

export const winBackRowParams = defineListParams({
  filters: rowFilters,
  sorts: ['at', 'expires_at', 'cents'],
  defaultDirection: 'desc',
});

type RowsSearch = {
  readonly [K in keyof typeof rowFilters]?: z.output<(typeof rowFilters)[K]> | undefined;
};

export const winBackRows = (list: WinBackList, search: RowsSearch = {}): Destination => ({
  to: '/win-back/rows/$list',
  params: { list },
  search,
});
