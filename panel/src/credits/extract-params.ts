/** Whose statement, of when and what is searched stand in the address (Q-PAGING). */
import { z } from 'zod';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';

/** Months pass, so a saved view holds none. */
export const extractParams = defineListParams({
  filters: {
    reseller: idParam,
    /** The name of the account, to show before anything was read. */
    name: z.union([z.string().max(100), z.number().transform(String)]),
    network: z.boolean(),
    month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/),
  },
  sorts: ['date', 'amount', 'reseller', 'type', 'value', 'token'],
  defaultDirection: 'desc',
  pageSize: 30,
  viewParams: ['reseller', 'name', 'network', 'search', 'sort', 'dir'],
  aliases: { names: { revenda: 'reseller', nome: 'name', rede: 'network', mes: 'month' } },
});

export function useExtractParams() {
  const params = useListParams(extractParams, 'extract');
  const { reseller, name, network = false, month, search } = params.values;
  const filters = {
    ...(reseller === undefined ? {} : { target: reseller }),
    ...(month === undefined ? {} : { month }),
    ...(search ? { search } : {}),
  };
  return {
    params,
    target:
      reseller === undefined ? undefined : { id: reseller, username: name ?? `ID ${reseller}` },
    network,
    month,
    isFiltered: network || Object.keys(filters).length > 0,
    query: { ...params.query, ...filters, ...(network ? { tree: 'true' } : {}) },
    /** The file holds what the screen shows, so whose statement it is always stands in it. */
    exported: { ...filters, tree: network },
  };
}

export type ExtractState = ReturnType<typeof useExtractParams>;
