/**
 * What of the list of resellers stands in the address: search, order, page, and the window that is
 * open over it, so that an expired sign-in comes back to the very form (Q-PAGING).
 */
import { PAGE_SIZES } from '@ramal/contract/paging';
import { resellerSorts } from '@ramal/contract/resellers';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import type { ResellerSort } from './columns.tsx';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

export const windows = ['credito', 'editar', 'permissoes'] as const;
export type WindowKind = (typeof windows)[number];

export const resellersSearch = z.object({
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  searchID: optional(id),
  sort: optional(z.enum(resellerSorts)),
  dir: optional(z.enum(['asc', 'desc'])),
  page: optional(z.int().min(1).max(1_000_000)),
  per_page: optional(z.literal(PAGE_SIZES)),
  janela: optional(z.enum(windows)),
  revenda: optional(id),
});

export interface ResellersAddress {
  readonly search: string;
  readonly searchId: number | undefined;
  readonly sort: ResellerSort;
  readonly direction: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  readonly window: { readonly kind: WindowKind; readonly id: number } | undefined;
  /** A change of anything but the page leads to the first page. */
  readonly change: (change: z.input<typeof resellersSearch>) => void;
  /** A window is a step of its own: the phone's back closes it. */
  readonly open: (kind: WindowKind, resellerId: number) => void;
  readonly close: () => void;
}

export function useResellersAddress(): ResellersAddress {
  const kept = resellersSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (search: z.input<typeof resellersSearch>, replace: boolean) => void navigate({ to: '.', search, replace });
  return {
    search: kept.search ?? '',
    searchId: kept.searchID,
    sort: kept.sort ?? 'username',
    direction: kept.dir ?? 'asc',
    page: kept.page ?? 1,
    perPage: kept.per_page ?? PAGE_SIZES[0],
    window: kept.janela && kept.revenda ? { kind: kept.janela, id: kept.revenda } : undefined,
    change: (change) => go({ ...kept, page: undefined, ...change }, change.page === undefined),
    open: (janela, revenda) => go({ ...kept, janela, revenda }, false),
    close: () => go({ ...kept, janela: undefined, revenda: undefined }, true),
  };
}
