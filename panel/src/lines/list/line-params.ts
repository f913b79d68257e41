/** What of a list of lines stands in the address (Q-PAGING). Filters are named as on the wire. */
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
import { LARGEST_PAGE, PAGE_SIZES } from '@ramal/contract/api/paging';
import { useParams } from '@tanstack/react-router';
import { z } from 'zod';
import { defineListParams, type ListState, useListParams } from '../../ui/list/list-params.ts';
import { type ParamChange, searchParam } from '../../ui/list/search-params.ts';
import { editKinds } from '../platforms/platform.ts';

/** Dialogs about one line. */
export const lineDialogKinds = [
  'extend',
  'promote',
  ...editKinds,
  'roll-back',
  'history',
  'receipt',
  'watching',
  'abuse',
  'renewal-link',
  'reminders',
  'price',
  'prime',
  'lazer',
  'migrate-iptv',
  'migrate-p2p',
  'migrate-new-p2p',
] as const;
export type LineDialogKind = (typeof lineDialogKinds)[number];

/** As earlier versions wrote them. */
const oldDialogs: Readonly<Record<string, LineDialogKind>> = {
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
  /** From now on, what is over, or a day (yyyy-mm-dd). */
  due: z.union([z.enum(dueFilters), z.iso.date()]),
  /** One's own customers by the mark of their current period. */
  paid: z.enum(paidFilters),
  /** What was deleted instead of what stands: for admins. */
  deleted: z.literal(true),
  /** The tabs beside «Todos»: «Abuso Detectado» and «Bloqueados por Abuso». */
  suspect: z.literal(true),
  blocked: z.literal(true),
  /** The whole tree instead of one's own lines, or all below (Q-RESPARAM). */
  reseller_id: z.enum(['tree', 'below']),
  /** Where the list begins instead of at a page: a day or the beginning of a name, or what an answer gave. */
  begin: searchParam,
  place: z.string().max(200),
};

export const lineListParams = defineListParams({
  filters,
  sorts: lineSorts,
  /** The largest is offered where an admin looks through everybody's (K-09, Q-PAGE100). */
  pageSizes: [...PAGE_SIZES, LARGEST_PAGE],
  dialogs: lineDialogKinds,
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
    'reseller_id',
  ],
  aliases: { names: { janela: 'dialog', linha: 'line' }, values: { dialog: oldDialogs } },
});

/** What a link to a list filters by. */
export interface LineSearch {
  readonly status?: LineFilter;
  readonly due?: DueFilter;
  readonly paid?: PaidFilter;
  readonly reseller_id?: 'tree' | 'below';
}

type LineParamChange = ParamChange<typeof filters & { search: z.ZodType<string> }>;

export interface LineParams {
  /** For the list kit. */
  readonly list: ListState;
  readonly search: string;
  readonly status: LineFilter | undefined;
  readonly expiring: 0 | 1 | 2 | undefined;
  /** false where only what can be watched now is shown (Q-EXPIRED). */
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
  readonly place: string | undefined;
  /** A step of its own, like a page; without a place back to the first page. */
  readonly goTo: (to: { readonly from?: string; readonly place?: string }) => void;
  /** Lines of others too. */
  readonly tree: 'tree' | 'below' | undefined;
  /** The reseller named by the path, where there is one. */
  readonly resellerId: number | undefined;
  readonly dialog: { readonly kind: LineDialogKind; readonly lineId: number } | undefined;
  /** A dialog is a step of its own: the phone's back closes it, and an expired sign-in comes back to it. */
  readonly open: (kind: LineDialogKind, lineId: number) => void;
  readonly close: () => void;
  /** Leads to the first page. */
  readonly change: (change: LineParamChange) => void;
  readonly unsort: () => void;
}

/** A filter that this list does not offer is dropped like anything else that makes no sense. */
export function useLineParams(offered: readonly LineFilter[], name: ListName): LineParams {
  const list = useListParams(lineListParams, name);
  const { resellerId } = useParams({ strict: false }) as { resellerId?: string };
  const { status, expiring, due, paid, deleted, suspect, blocked, reseller_id, dialog, line } =
    list.values;
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
    place: list.values.place,
    goTo: ({ from, place }) => list.push({ page: undefined, begin: from, place }),
    tree: reseller_id,
    resellerId:
      resellerId !== undefined && /^[1-9]\d{0,15}$/.test(resellerId)
        ? Number(resellerId)
        : undefined,
    dialog: dialog && line ? { kind: dialog, lineId: line } : undefined,
    open: list.openDialog,
    close: list.closeDialog,
    change: list.change,
    unsort: () => list.change({ sort: undefined, dir: undefined }),
  };
}
