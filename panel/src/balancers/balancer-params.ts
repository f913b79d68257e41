import {
  BALANCERS_A_PAGE,
  CNAMES_A_PAGE,
  DNS_A_PAGE,
  balancerSorts,
} from '@ramal/contract/operations/balancers';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const balancerParams = defineListParams({
  sorts: balancerSorts,
  pageSize: BALANCERS_A_PAGE,
  dialogs: ['places'],
});

/** Tabs of /dns-settings. The first tab has no parameter in the address. */
export const proxyTabs = ['ativos', 'caidos'] as const;
export type ProxyTab = (typeof proxyTabs)[number];

const filters = { tab: z.enum(proxyTabs) };

export const dnsParams = defineListParams({
  filters,
  sorts: balancerSorts,
  pageSizes: [10, 30, DNS_A_PAGE],
  pageSize: DNS_A_PAGE,
});

export const cnameParams = defineListParams({
  filters,
  pageSize: CNAMES_A_PAGE,
  dialogs: ['create'],
});
