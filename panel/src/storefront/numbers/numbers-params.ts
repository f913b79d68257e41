/** Parameters of the figures in the address, and links to the rows that a figure counts. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { storefrontDevices } from '@ramal/contract/storefront/devices';
import {
  type getStorefrontNumbers,
  originKinds,
  requestSorts,
  saleSorts,
  type StorefrontPeriod,
  storefrontPeriods,
  visitSorts,
} from '@ramal/contract/storefront/numbers';
import { testRefusals } from '@ramal/contract/storefront/tests';
import { z } from 'zod';
import type { Destination } from '../../ui/destination.ts';
import { defineListParams } from '../../ui/list/list-params.ts';
import { defineSearchParams, useSearchParams } from '../../ui/list/search-params.ts';

export type StorefrontNumbers = ResponseOf<typeof getStorefrontNumbers>;

export const DEFAULT_PERIOD: StorefrontPeriod = '30d';

export const periodLabels: Readonly<Record<StorefrontPeriod, string>> = {
  today: 'Hoje',
  '7d': 'Últimos 7 dias',
  '30d': 'Últimos 30 dias',
  '90d': 'Últimos 90 dias',
};

const numbersParams = defineSearchParams({ period: z.enum(storefrontPeriods) });

export const useStorefrontNumbersParams = () => useSearchParams(numbersParams);

const shared = {
  period: z.enum(storefrontPeriods),
  day: z.string().regex(/^20\d{2}-\d{2}-\d{2}$/),
  originKind: z.enum(originKinds),
  originCode: z.string().regex(/^[a-z0-9-]{1,30}$/),
};

export const requestParams = defineListParams({
  filters: {
    ...shared,
    result: z.enum(['taken', 'refused']),
    reason: z.enum(testRefusals),
    device: z.enum(storefrontDevices),
    channel: z.enum(['page', 'bots']),
  },
  sorts: requestSorts,
  defaultDirection: 'desc',
});

export const saleParams = defineListParams({
  filters: { ...shared, after: z.enum(['test', 'direct']) },
  sorts: saleSorts,
  defaultDirection: 'desc',
});

export const visitParams = defineListParams({
  filters: shared,
  sorts: visitSorts,
  defaultDirection: 'desc',
});

export type RowsKind = 'visits' | 'requests' | 'sales';
export type RowsLink = (rows: RowsKind, search?: Readonly<Record<string, unknown>>) => Destination;

/** Returns links to the rows of a figure, with the period of the current screen. */
export function useRowsLink(): RowsLink {
  const { period } = useStorefrontNumbersParams().values;
  return (rows, search = {}) => ({
    to: '/storefront/rows/$rows',
    params: { rows },
    search: { period, ...search },
  });
}
