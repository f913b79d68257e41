/** What of the batches' list stands in the address: its page, and the batch whose window is open. */
import { PAGE_SIZES } from '@ramal/contract/paging';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageSize } from '../foundation/kept-lists.ts';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const batchesSearch = z.object({
  page: optional(z.int().min(1).max(1_000_000)),
  per_page: optional(z.literal(PAGE_SIZES)),
  lote: optional(z.int().min(1).max(Number.MAX_SAFE_INTEGER)),
});

type Change = z.input<typeof batchesSearch>;

export function useBatchesAddress() {
  const asked = batchesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const usual = usePageSize('batches');
  const to = (search: Change, replace: boolean) => void navigate({ to: '.', search, replace });
  return {
    page: asked.page ?? 1,
    perPage: asked.per_page ?? usual,
    opened: asked.lote,
    change: (change: Change) =>
      to({ ...asked, page: undefined, ...change }, change.page === undefined),
    open: (lote: number) => to({ ...asked, lote }, false),
    close: () => to({ ...asked, lote: undefined }, true),
  };
}
