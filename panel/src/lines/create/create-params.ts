/** Official or test stands in the address, so that both forms can be bookmarked. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

export const createSearch = z.object({ tipo: z.literal('teste').optional().catch(undefined) });

export function useLineKind(): { official: boolean; choose: (official: boolean) => void } {
  const { tipo } = createSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    official: tipo !== 'teste',
    choose: (official) =>
      void navigate({ to: '.', search: { tipo: official ? undefined : 'teste' }, replace: true }),
  };
}
