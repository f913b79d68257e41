/** Whose statement, of when and what is searched stand in the address (Q-PAGING). */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const extractSearch = z.object({
  /** The account, and its name to show before anything was read. */
  revenda: optional(z.int().min(1).max(Number.MAX_SAFE_INTEGER)),
  nome: optional(z.union([z.string().max(100), z.number().transform(String)])),
  rede: optional(z.boolean()),
  mes: optional(z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)),
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  page: optional(z.int().min(1).max(1_000_000)),
});

type Kept = z.input<typeof extractSearch>;

export interface ExtractAddress {
  readonly target: { readonly id: number; readonly username: string } | undefined;
  readonly tree: boolean;
  readonly month: string | undefined;
  readonly search: string;
  readonly page: number;
  /** A change of anything but the page leads to the first page. */
  readonly change: (change: Kept) => void;
}

export function useExtractAddress(): ExtractAddress {
  const kept = extractSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { revenda, nome, rede, mes, search, page } = kept;
  return {
    target: revenda === undefined ? undefined : { id: revenda, username: nome ?? `ID ${revenda}` },
    tree: rede ?? false,
    month: mes,
    search: search ?? '',
    page: page ?? 1,
    change: (change) =>
      void navigate({
        to: '.',
        search: { ...kept, page: undefined, ...change },
        replace: change.page === undefined,
      }),
  };
}
