/** What of the duplicate panel stands in the address: search, page, and the address that is tracked. */
import { PAGE_SIZES } from '@ramal/contract/api/paging';
import { duplicateSorts } from '@ramal/contract/resellers/reseller-tree';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageSize } from '../foundation/stored-lists.ts';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const duplicatesSearch = z.object({
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  page: optional(z.int().min(1).max(1_000_000)),
  sort: optional(z.enum(duplicateSorts)),
  dir: optional(z.enum(['asc', 'desc'])),
  per_page: optional(z.literal(PAGE_SIZES)),
  rastrear: optional(z.string().max(45)),
});

/** What a view of the list keeps of it. */
export const keptByViews = ['search', 'sort', 'dir'];

type Change = z.input<typeof duplicatesSearch>;

export function useDuplicatesAddress() {
  const asked = duplicatesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const usual = usePageSize('duplicates');
  const to = (search: Change, replace: boolean) => void navigate({ to: '.', search, replace });
  return {
    search: asked.search ?? '',
    page: asked.page ?? 1,
    perPage: asked.per_page ?? usual,
    sort: asked.sort ?? duplicateSorts[0],
    direction: asked.dir ?? ('desc' as const),
    tracked: asked.rastrear,
    change: (change: Change) =>
      to({ ...asked, page: undefined, ...change }, change.page === undefined),
    track: (ip: string) => to({ ...asked, rastrear: ip }, false),
    close: () => to({ ...asked, rastrear: undefined }, true),
  };
}
