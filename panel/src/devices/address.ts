/** What of the smart app's list stands in the address: search, app, page, and the window that is open. */
import { PAGE_SIZES } from '@ramal/contract/api/paging';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageSize } from '../foundation/stored-lists.ts';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const devicesSearch = z.object({
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  app: optional(z.enum(['smart', 'prime', 'lazer'])),
  page: optional(z.int().min(1).max(1_000_000)),
  per_page: optional(z.literal(PAGE_SIZES)),
  janela: optional(z.enum(['gerar', 'resetar'])),
  aparelho: optional(z.int().min(1).max(Number.MAX_SAFE_INTEGER)),
});

/** What a view of the list keeps of it. */
export const keptByViews = ['search', 'app'];

type Change = z.input<typeof devicesSearch>;

export function useDevicesAddress() {
  const asked = devicesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const usual = usePageSize('devices');
  const to = (search: Change, replace: boolean) => void navigate({ to: '.', search, replace });
  return {
    search: asked.search ?? '',
    app: asked.app,
    page: asked.page ?? 1,
    perPage: asked.per_page ?? usual,
    window: asked.janela,
    device: asked.aparelho,
    change: (change: Change) =>
      to({ ...asked, page: undefined, ...change }, change.page === undefined),
    open: (janela: 'gerar' | 'resetar', aparelho?: number) =>
      to({ ...asked, janela, aparelho }, false),
    close: () => to({ ...asked, janela: undefined, aparelho: undefined }, true),
  };
}
