import { defineListParams, useListParams } from '../ui/list/list-params.ts';

/** Rows on each page (K-61). */
const HOSTNAMES_A_PAGE = 10;

const hostnameParams = defineListParams({
  sorts: [
    'id',
    'dns',
    'health',
    'description',
    'owner',
    'buy_value',
    'is_rotation',
    'is_shared',
    'order',
    'due',
  ],
  defaultDirection: 'desc',
  pageSize: HOSTNAMES_A_PAGE,
  dialogs: [
    'add',
    'dns-provider',
    'health',
    'logs',
    'providers',
    'registrar',
    'removed',
    'renew',
    'rotate',
    'shared',
    'take-off',
  ],
  target: 'hostname',
});

export const useHostnameParams = () => useListParams(hostnameParams, 'hostnames');
export type HostnameParams = ReturnType<typeof useHostnameParams>;
