/** State of the statement in the address: account, period and search (Q-PAGING). */
import { extractTypes } from '@ramal/contract/resellers/credits';
import { z } from 'zod';
import { formatDate } from '../foundation/dates.ts';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';

/** Value of the parameter `month` that selects all months. */
export const ALL_MONTHS = 'all';

/**
 * Parameters in the address. A saved view does not contain the month, because a stored month would
 * soon be outdated.
 */
const extractParams = defineListParams({
  filters: {
    reseller: idParam,
    /** Name of the account, shown before the account is loaded. */
    name: z.union([z.string().max(100), z.number().transform(String)]),
    network: z.boolean(),
    month: z.string().regex(/^(20\d{2}-(0[1-9]|1[0-2])|all)$/),
    type: z.enum(extractTypes),
  },
  sorts: ['date', 'amount', 'reseller', 'type', 'value', 'token'],
  defaultDirection: 'desc',
  pageSize: 30,
  viewParams: ['reseller', 'name', 'network', 'search', 'sort', 'dir'],
  aliases: { names: { revenda: 'reseller', nome: 'name', rede: 'network', mes: 'month' } },
});

/** Current month as yyyy-mm in the panel's time zone. */
const currentMonth = (): string =>
  formatDate(new Date()).split('/').slice(1).toReversed().join('-');

/**
 * Returns the parameters of the statement. The list starts with the current month. A press in the
 * matrix selects another month or a type.
 */
export function useExtractParams() {
  const params = useListParams(extractParams, 'extract');
  const { reseller, name, network = false, month = currentMonth(), type, search } = params.values;
  const accountFilter = {
    ...(reseller === undefined ? {} : { target: reseller }),
    ...(search ? { search } : {}),
  };
  const filters = {
    ...accountFilter,
    ...(month === ALL_MONTHS ? {} : { month }),
    ...(type === undefined ? {} : { type }),
  };
  const tree = network ? { tree: 'true' as const } : {};
  return {
    params,
    target:
      reseller === undefined ? undefined : { id: reseller, username: name ?? `ID ${reseller}` },
    network,
    month,
    type,
    isFiltered: network || type !== undefined || Object.keys(accountFilter).length > 0,
    query: { ...params.query, ...filters, ...tree },
    /** Query of the matrix. The matrix uses only the sums, so it requests a page with one row. */
    matrixQuery: { ...accountFilter, ...tree, page: 1, perPage: 1 },
    /** Query of the exported file, which contains the same rows as the list. */
    exported: { ...filters, tree: network },
  };
}

export type ExtractState = ReturnType<typeof useExtractParams>;
