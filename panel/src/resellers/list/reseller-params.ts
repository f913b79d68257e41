/** State of the list of resellers in the address. It includes the open dialog (Q-PAGING). */
import { resellerFilters, resellerSorts } from '@ramal/contract/resellers/resellers';
import { z } from 'zod';
import { defineListParams, useListParams } from '../../ui/list/list-params.ts';
import { idParam } from '../../ui/list/search-params.ts';

/** Maximum number of expanded rows, because the address has a limited length. */
const MAX_EXPANDED = 40;

const resellerDialogKinds = [
  'credit',
  'edit',
  'grants',
  'limits',
  'movements',
  'accesses',
  'log',
  'block',
  'block-admin',
  'block-network',
  'delete',
  'delete-tree',
  'totals',
  'path',
  'second-factor',
  'remove-2fa',
  'external-key',
] as const;
export type ResellerDialogKind = (typeof resellerDialogKinds)[number];

/** Names of dialogs in the addresses of earlier versions. */
const oldDialogs: Readonly<Record<string, ResellerDialogKind | 'find-user'>> = {
  credito: 'credit',
  editar: 'edit',
  permissoes: 'grants',
  limites: 'limits',
  movimentacoes: 'movements',
  acessos: 'accesses',
  bloquear: 'block',
  'bloquear-adm': 'block-admin',
  'bloquear-rede': 'block-network',
  excluir: 'delete',
  'excluir-rede': 'delete-tree',
  clientes: 'totals',
  rastrear: 'path',
  qr2fa: 'second-factor',
  // Value of the old parameter `procurar`: `procurar=true` opened this dialog.
  true: 'find-user',
};

const resellerParams = defineListParams({
  filters: {
    view: z.enum(['list', 'tree']),
    searchID: idParam,
    status: z.enum(resellerFilters),
    /**
     * Account whose children are listed. Without it, a reseller lists its own children, and an
     * admin lists all accounts.
     */
    under: idParam,
    /**
     * Value that lists all descendants instead of the children. Without a selected account, an
     * admin then lists all accounts except admins.
     */
    levels: z.literal('all'),
    /** Expanded rows. A row is identified by the ids of its path: `3.12`. */
    expanded: z.array(z.string().regex(/^\d{1,16}(\.\d{1,16})*$/)).max(MAX_EXPANDED),
  },
  sorts: resellerSorts,
  dialogs: [...resellerDialogKinds, 'find-user'],
  target: 'reseller',
  viewParams: ['view', 'search', 'searchID', 'sort', 'dir', 'status', 'under', 'levels'],
  aliases: {
    names: { janela: 'dialog', procurar: 'dialog', revenda: 'reseller', abertas: 'expanded' },
    values: { view: { lista: 'list', arvore: 'tree' }, dialog: oldDialogs },
  },
});

export type ResellerFilter = (typeof resellerFilters)[number];

/** Parameters of the list in the address, and the functions for its expandable rows. */
export function useResellerParams() {
  const params = useListParams(resellerParams, 'resellers');
  const { searchID, status, under, levels, expanded = [] } = params.values;
  const { search, sort, dir } = params.query;
  return {
    ...params,
    /**
     * Text of the search field, which searches user name, WhatsApp and ID. The address of an
     * earlier version can contain only `searchID`.
     */
    search: params.search || (searchID === undefined ? '' : String(searchID)),
    setSearch: (text: string) => params.change({ search: text || undefined, searchID: undefined }),
    /** Id in the search text. Undefined if the text is not an id (Q-SEARCHID). */
    searchedId: searchID ?? (/^\d{1,15}$/.test(search ?? '') ? Number(search) : undefined),
    /** Filters of the list, which the export uses too. */
    filters: {
      ...(sort ? { sort: sort as (typeof resellerSorts)[number] } : {}),
      ...(dir ? { dir } : {}),
      ...(search ? { search } : {}),
      ...(searchID === undefined ? {} : { searchID: String(searchID) }),
      ...(status ? { status } : {}),
      ...(under === undefined ? {} : { under }),
      ...(levels === undefined ? {} : { levels }),
    },
    expanded,
    /** Expands a row, or collapses it with all rows below it. */
    toggle: (row: string) => {
      const others = expanded.filter((path) => path !== row && !path.startsWith(`${row}.`));
      const next = expanded.includes(row) ? others : [...expanded, row].slice(-MAX_EXPANDED);
      params.replace({ expanded: next.length > 0 ? next : undefined });
    },
    /** Lists the children of one reseller. Without an id, lists the top level again. */
    openLevel: (under: number | undefined) => params.push({ ...unfiltered, under }),
  };
}

export type ResellerParams = ReturnType<typeof useResellerParams>;

const unfiltered = {
  search: undefined,
  searchID: undefined,
  status: undefined,
  levels: undefined,
  page: undefined,
  expanded: undefined,
};
