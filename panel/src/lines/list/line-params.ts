/** Parameters of a list of lines in the address (Q-PAGING). Filters have their wire names. */
import type { ListName } from '@ramal/contract/list-views';
import { type PaidFilter, paidFilters } from '@ramal/contract/lines/line-payments';
import {
  type DueFilter,
  dueFilters,
  type LineFilter,
  lineFilters,
  type LineSort,
  lineSorts,
} from '@ramal/contract/lines/lines';
import { MAX_PAGE_SIZE, PAGE_SIZES } from '@ramal/contract/api/paging';
import { useParams } from '@tanstack/react-router';
import { z } from 'zod';
import { defineListParams, type ListState, useListParams } from '../../ui/list/list-params.ts';
import { type ParamChange, searchParam } from '../../ui/list/search-params.ts';
import { type CustomerSection, customerSections, isCustomerSection } from '../customer/sections.ts';

/** Windows over a list that the address can name. */
const lineWindowKinds = [
  'extend',
  'promote',
  'roll-back',
  'receipt',
  'abuse',
  'recurring',
  'prime',
  'lazer',
  'boxes',
  'migrate-iptv',
  'migrate-p2p',
  'migrate-new-p2p',
] as const;
export type LineDialogKind = (typeof lineWindowKinds)[number];

const addressKinds = [...lineWindowKinds, ...customerSections] as const;

/** Former names of dialogs. Older links may contain them. */
const oldDialogs: Readonly<Record<string, (typeof addressKinds)[number]>> = {
  estender: 'extend',
  editar: 'edit',
  nota: 'note',
  pacote: 'package',
  retroceder: 'roll-back',
  historico: 'history',
  recibo: 'receipt',
  assistindo: 'watching',
  abuso: 'abuse',
  'migrar-iptv': 'migrate-iptv',
  'migrar-p2p': 'migrate-p2p',
  'migrar-new-p2p': 'migrate-new-p2p',
};

const filters = {
  status: z.enum(lineFilters),
  expiring: z.literal([0, 1, 2]),
  /** Filter by expiry: a future period, expired lines, or a single day (yyyy-mm-dd). */
  due: z.union([z.enum(dueFilters), z.iso.date()]),
  /** Filter by the payment of the current period. Only for own customers. */
  paid: z.enum(paidFilters),
  /** Shows deleted lines instead of existing lines. Only for admins. */
  deleted: z.literal(true),
  /** Filters of the tabs after «Todos»: «Abuso Detectado» and «Bloqueados por Abuso». */
  suspect: z.literal(true),
  blocked: z.literal(true),
  /**
   * Owner of the lines: `tree` for the whole network, `below` for all descendants. If absent, the
   * account's own lines (Q-RESPARAM).
   */
  resellerId: z.enum(['tree', 'below']),
  /**
   * Position where the list starts, instead of a page number. `begin` contains a day or the
   * beginning of a name. `place` contains a cursor that the server returned.
   */
  begin: searchParam,
  place: z.string().max(200),
  /** Shows the customer's page without the list. */
  view: z.literal('page'),
};

export const lineListParams = defineListParams({
  filters,
  sorts: lineSorts,
  /**
   * The largest page size is always available, because an admin reads the lists of all resellers
   * (K-09, Q-PAGE100).
   */
  pageSizes: [...PAGE_SIZES, MAX_PAGE_SIZE],
  dialogs: addressKinds,
  target: 'line',
  viewParams: [
    'search',
    'status',
    'expiring',
    'due',
    'paid',
    'deleted',
    'sort',
    'dir',
    'resellerId',
  ],
  aliases: { names: { janela: 'dialog', linha: 'line' }, values: { dialog: oldDialogs } },
});

/** Filters that a link to a list can set. */
export interface LineSearch {
  readonly status?: LineFilter;
  readonly due?: DueFilter;
  readonly paid?: PaidFilter;
  readonly resellerId?: 'tree' | 'below';
}

export interface OpenCustomer {
  readonly lineId: number;
  readonly section: CustomerSection | undefined;
  /** True if the page is shown without the list. */
  readonly isWhole: boolean;
}

type LineParamChange = ParamChange<typeof filters & { search: z.ZodType<string> }>;

export interface LineParams {
  /** State that the list components use. */
  readonly list: ListState;
  readonly search: string;
  readonly status: LineFilter | undefined;
  readonly expiring: 0 | 1 | 2 | undefined;
  /** False if the list shows only lines that are not expired (Q-EXPIRED). */
  readonly expired: false | undefined;
  readonly due: DueFilter | undefined;
  readonly paid: PaidFilter | undefined;
  readonly deleted: boolean;
  readonly abuse: 'suspect' | 'blocked' | undefined;
  readonly sort: LineSort;
  readonly direction: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  readonly from: string | undefined;
  readonly cursor: string | undefined;
  /**
   * Opens the list at a cursor. Adds a history entry, like turning a page. Without a cursor, opens
   * the first page.
   */
  readonly goTo: (to: { readonly from?: string; readonly cursor?: string }) => void;
  /** Set if the list also contains lines of other resellers. */
  readonly tree: 'tree' | 'below' | undefined;
  /** Id of the reseller in the path, if any. */
  readonly resellerId: number | undefined;
  readonly dialog: { readonly kind: LineDialogKind; readonly lineId: number } | undefined;
  /**
   * Opens a dialog and adds a history entry. The phone's back button then closes the dialog. The
   * dialog also opens again after a new sign-in.
   */
  readonly open: (kind: LineDialogKind, lineId: number) => void;
  readonly close: () => void;
  /** Customer whose page is open. A section is set if the address names one. */
  readonly customer: OpenCustomer | undefined;
  /** Opens a customer's page. Another customer's page is replaced, so that back closes the page. */
  readonly openCustomer: (lineId: number, section?: CustomerSection) => void;
  readonly showWholePage: (isWhole: boolean) => void;
  /** Applies a change and returns to the first page. */
  readonly change: (change: LineParamChange) => void;
  readonly unsort: () => void;
}

/**
 * Reads the parameters of the address. A filter that this list does not offer is ignored, in the
 * same way as an invalid value.
 */
export function useLineParams(offered: readonly LineFilter[], name: ListName): LineParams {
  const list = useListParams(lineListParams, name);
  const { resellerId } = useParams({ strict: false }) as { resellerId?: string };
  const { status, expiring, due, paid, deleted, suspect, blocked, dialog, line } = list.values;
  const section = isCustomerSection(dialog) ? dialog : undefined;
  const customer =
    line !== undefined && (dialog === undefined || section)
      ? { lineId: line, section, isWhole: list.values.view === 'page' }
      : undefined;
  const isTimed = due !== undefined || expiring !== undefined;
  return {
    list,
    search: list.search,
    status: status && offered.includes(status) ? status : undefined,
    expiring,
    expired: isTimed || (status !== 'Ativo' && status !== 'Teste') ? undefined : false,
    due,
    paid,
    deleted: deleted === true,
    abuse: blocked ? 'blocked' : suspect && 'suspect',
    sort: (list.sort?.key ?? 'exp_date') as LineSort,
    direction: list.sort?.direction ?? 'asc',
    page: list.page,
    perPage: list.pageSize,
    from: list.values.begin,
    cursor: list.values.place,
    goTo: ({ from, cursor }) => list.push({ page: undefined, begin: from, place: cursor }),
    tree: list.values.resellerId,
    resellerId:
      resellerId !== undefined && /^[1-9]\d{0,15}$/.test(resellerId)
        ? Number(resellerId)
        : undefined,
    dialog:
      dialog && line && !isCustomerSection(dialog) ? { kind: dialog, lineId: line } : undefined,
    open: list.openDialog,
    close: () => list.replace({ dialog: undefined, line: undefined, view: undefined }),
    customer,
    openCustomer: (lineId, chosen) =>
      (customer ? list.replace : list.push)({ line: lineId, dialog: chosen }),
    showWholePage: (isWhole) =>
      (isWhole ? list.push : list.replace)({ view: isWhole ? 'page' : undefined }),
    change: list.change,
    unsort: () => list.change({ sort: undefined, dir: undefined }),
  };
}
