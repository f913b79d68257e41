/**
 * What of the list of resellers stands in the address: search, filter, order, page, the branches
 * that are open, and the window over it, so that an expired sign-in comes back to the very form
 * (Q-PAGING).
 */
import { PAGE_SIZES } from '@ramal/contract/api/paging';
import { resellerFilters, resellerSorts } from '@ramal/contract/resellers/resellers';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageSize } from '../../foundation/stored-lists.ts';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
/** An address must stay one that can be sent. */
export const MOST_OPEN = 40;
const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Windows about one reseller. */
export const windows = [
  'credito',
  'editar',
  'permissoes',
  'limites',
  'movimentacoes',
  'acessos',
  'bloquear',
  'bloquear-adm',
  'bloquear-rede',
  'excluir',
  'excluir-rede',
  'clientes',
  'rastrear',
  'qr2fa',
] as const;
export type WindowKind = (typeof windows)[number];

export const views = ['lista', 'arvore'] as const;

export const resellersSearch = z.object({
  view: optional(z.enum(views)),
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  searchID: optional(id),
  sort: optional(z.enum(resellerSorts)),
  dir: optional(z.enum(['asc', 'desc'])),
  page: optional(z.int().min(1).max(1_000_000)),
  per_page: optional(z.literal(PAGE_SIZES)),
  status: optional(z.enum(resellerFilters)),
  /** Whose children are listed, instead of one's own. */
  under: optional(id),
  /** Branches that are open in place, each named by the ids on the way to it: `3.12`. */
  abertas: optional(z.array(z.string().regex(/^\d{1,16}(\.\d{1,16})*$/)).max(MOST_OPEN)),
  janela: optional(z.enum(windows)),
  revenda: optional(id),
  /** «Procurar por usuário» is open. */
  procurar: optional(z.boolean()),
});

/** What a view of the list keeps of it. */
export const keptByViews = ['view', 'search', 'searchID', 'sort', 'dir', 'status', 'under'];

export type ResellerSort = (typeof resellerSorts)[number];
export type ResellerFilter = (typeof resellerFilters)[number];

type Kept = z.input<typeof resellersSearch>;

export interface ResellersAddress {
  readonly view: (typeof views)[number];
  readonly search: string;
  readonly searchId: number | undefined;
  readonly sort: ResellerSort;
  readonly direction: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  readonly status: ResellerFilter | undefined;
  readonly under: number | undefined;
  readonly open: readonly string[];
  readonly finding: boolean;
  readonly window: { readonly kind: WindowKind; readonly id: number } | undefined;
  /** A change of anything but the page leads to the first page. */
  readonly change: (change: Kept) => void;
  /** Opens a branch in place, or closes it. */
  readonly toggle: (branch: string) => void;
  /** Lists the children of one reseller; undefined leads back to the top. A step of its own. */
  readonly descend: (resellerId: number | undefined) => void;
  /** A window is a step of its own: the phone's back closes it. */
  readonly show: (kind: WindowKind, resellerId: number) => void;
  readonly find: () => void;
  readonly close: () => void;
}

export function useResellersAddress(): ResellersAddress {
  const before = useSearch({ strict: false });
  const kept = resellersSearch.parse(before);
  const navigate = useNavigate();
  const usual = usePageSize('resellers');
  const open = kept.abertas ?? [];
  // What the tree view keeps in the same address stays.
  const go = (change: Kept, replace: boolean) =>
    void navigate({ to: '.', search: { ...before, ...change }, replace });
  return {
    view: kept.view ?? 'lista',
    search: kept.search ?? '',
    searchId: kept.searchID,
    sort: kept.sort ?? 'username',
    direction: kept.dir ?? 'asc',
    page: kept.page ?? 1,
    perPage: kept.per_page ?? usual,
    status: kept.status,
    under: kept.under,
    open,
    finding: kept.procurar ?? false,
    window: kept.janela && kept.revenda ? { kind: kept.janela, id: kept.revenda } : undefined,
    change: (change) => go({ page: undefined, ...change }, change.page === undefined),
    toggle: (branch) => {
      // With a branch close those that grow on it.
      const others = open.filter((one) => one !== branch && !one.startsWith(`${branch}.`));
      const abertas = open.includes(branch) ? others : [...open, branch].slice(-MOST_OPEN);
      go({ abertas: abertas.length > 0 ? abertas : undefined }, true);
    },
    descend: (under) => go({ ...unfiltered, under }, false),
    show: (janela, revenda) => go({ janela, revenda }, false),
    find: () => go({ procurar: true }, false),
    close: () => go({ janela: undefined, revenda: undefined, procurar: undefined }, true),
  };
}

const unfiltered = {
  search: undefined,
  searchID: undefined,
  status: undefined,
  page: undefined,
  abertas: undefined,
};
