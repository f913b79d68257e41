/** What of the duplicate panel stands in the address: search, page, and the address that is tracked. */
import { PAGE_SIZES } from '@ramal/contract/paging';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const duplicatesSearch = z.object({
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  page: optional(z.int().min(1).max(1_000_000)),
  per_page: optional(z.literal(PAGE_SIZES)),
  rastrear: optional(z.string().max(45)),
});

type Change = z.input<typeof duplicatesSearch>;

export function useDuplicatesAddress() {
  const asked = duplicatesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const to = (search: Change, replace: boolean) => void navigate({ to: '.', search, replace });
  return {
    search: asked.search ?? '',
    page: asked.page ?? 1,
    perPage: asked.per_page ?? PAGE_SIZES[0],
    tracked: asked.rastrear,
    change: (change: Change) =>
      to({ ...asked, page: undefined, ...change }, change.page === undefined),
    track: (ip: string) => to({ ...asked, rastrear: ip }, false),
    close: () => to({ ...asked, rastrear: undefined }, true),
  };
}
