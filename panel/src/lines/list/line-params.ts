/**
 * What of a list stands in the address: its filters, order and page, so that a filtered list can be
 * bookmarked and shared (Q-PAGING). Names are the wire's; what is missing is the default; what makes
 * no sense is dropped.
 */
import type { ListName } from '@ramal/contract/list-views';
import { type LineFilter, lineFilters, type LineSort, lineSorts } from '@ramal/contract/lines';
import { LARGEST_PAGE, PAGE_SIZES } from '@ramal/contract/paging';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageSize } from '../../foundation/kept-lists.ts';
import { editKinds } from '../platforms/platform.ts';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** Estender, Editar (and the note's and the package's own windows), Retroceder vencimento, Histórico, Links, Assistindo, Detalhes do abuso, Ativar Prime, Ativar Lazer Play, Migrar. */
export const windowKinds = [
  'estender',
  ...editKinds,
  'retroceder',
  'historico',
  'recibo',
  'assistindo',
  'abuso',
  'prime',
  'lazer',
  'migrar-iptv',
  'migrar-p2p',
  'migrar-new-p2p',
] as const;
export type LineDialogKind = (typeof windowKinds)[number];

export const linesSearch = z.object({
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  status: optional(z.enum(lineFilters)),
  expiring: optional(z.literal([0, 1, 2])),
  /** What was deleted instead of what stands: for admins. */
  deleted: optional(z.literal(true)),
  /** The tabs beside «Todos»: «Abuso Detectado» and «Bloqueados por Abuso». */
  suspect: optional(z.literal(true)),
  blocked: optional(z.literal(true)),
  sort: optional(z.enum(lineSorts)),
  dir: optional(z.enum(['asc', 'desc'])),
  page: optional(z.int().min(1).max(1_000_000)),
  /** The largest is offered where an admin looks through everybody's (K-09, Q-PAGE100). */
  per_page: optional(z.literal([...PAGE_SIZES, LARGEST_PAGE])),
  /** The whole tree instead of one's own lines (Q-RESPARAM). */
  reseller_id: optional(z.literal('tree')),
  /** The window that is open over the list, and the line it is about. */
  janela: optional(z.enum(windowKinds)),
  linha: optional(z.int().min(1).max(Number.MAX_SAFE_INTEGER)),
});

/** What a view of the list keeps of it. */
export const keptByViews = [
  'search',
  'status',
  'expiring',
  'deleted',
  'sort',
  'dir',
  'reseller_id',
] as const satisfies (keyof typeof linesSearch.shape)[];

export interface ListAddress {
  readonly search: string;
  readonly status: LineFilter | undefined;
  readonly expiring: 0 | 1 | 2 | undefined;
  readonly deleted: boolean;
  readonly abuse: 'suspect' | 'blocked' | undefined;
  readonly sort: LineSort;
  readonly direction: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: (typeof PAGE_SIZES)[number] | typeof LARGEST_PAGE;
  readonly tree: boolean;
  /** The reseller named by the path, where there is one. */
  readonly resellerId: number | undefined;
  readonly window: { readonly kind: LineDialogKind; readonly lineId: number } | undefined;
  /** A window is a step of its own: the phone's back closes it, and an expired sign-in comes back to it. */
  readonly open: (kind: LineDialogKind, lineId: number) => void;
  readonly close: () => void;
  /** A change of anything but the page leads to the first page. */
  readonly change: (change: z.input<typeof linesSearch>) => void;
}

/** A filter that this list does not offer is dropped like anything else that makes no sense. */
export function useListAddress(filters: readonly LineFilter[], list: ListName): ListAddress {
  const kept = linesSearch.parse(useSearch({ strict: false }));
  const { resellerId } = useParams({ strict: false }) as { resellerId?: string };
  const navigate = useNavigate();
  const usual = usePageSize(list);
  const go = (search: z.input<typeof linesSearch>, replace: boolean) =>
    void navigate({ to: '.', search, replace });
  return {
    search: kept.search ?? '',
    status: kept.status && filters.includes(kept.status) ? kept.status : undefined,
    expiring: kept.expiring,
    deleted: kept.deleted === true,
    abuse: kept.blocked ? 'blocked' : kept.suspect && 'suspect',
    sort: kept.sort ?? 'exp_date',
    direction: kept.dir ?? 'asc',
    page: kept.page ?? 1,
    perPage: kept.per_page ?? usual,
    tree: kept.reseller_id === 'tree',
    resellerId:
      resellerId !== undefined && /^[1-9]\d{0,15}$/.test(resellerId)
        ? Number(resellerId)
        : undefined,
    window: kept.janela && kept.linha ? { kind: kept.janela, lineId: kept.linha } : undefined,
    open: (janela, linha) => go({ ...kept, janela, linha }, false),
    close: () => go({ ...kept, janela: undefined, linha: undefined }, true),
    change: (change) => go({ ...kept, page: undefined, ...change }, change.page === undefined),
  };
}
