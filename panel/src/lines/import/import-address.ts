/** Which file, and which step of it, stands in the address: a reload loses nothing. */
import { fileRowSorts } from '@ramal/contract/lines/line-import';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

export const importVerdicts = ['ok', 'refused'] as const;
export type ImportVerdict = (typeof importVerdicts)[number];

export const importSearch = z.object({
  arquivo: z.int().min(1).optional().catch(undefined),
  passo: z.literal('conferencia').optional().catch(undefined),
  situacao: z.enum(importVerdicts).optional().catch(undefined),
  sort: z.enum(fileRowSorts).optional().catch(undefined),
  dir: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.int().min(1).max(1_000_000).optional().catch(undefined),
});
export type ImportAddress = z.output<typeof importSearch>;

export function useImportAddress() {
  const address = importSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  /** What is not named is left out: each step begins anew. */
  const go = (search: ImportAddress, replace = false) =>
    void navigate({ to: '.', search: search as never, replace });
  return { address, go };
}
