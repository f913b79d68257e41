/** Official or test stands in the address, so that both forms can be bookmarked. */
import { z } from 'zod';
import { defineSearchParams, useSearchParams } from '../../ui/list/search-params.ts';

export const createParams = defineSearchParams(
  { kind: z.literal('test') },
  { names: { tipo: 'kind' }, values: { kind: { teste: 'test' } } },
);

export function useLineKind(): { official: boolean; choose: (official: boolean) => void } {
  const { values, change } = useSearchParams(createParams);
  return {
    official: values.kind !== 'test',
    choose: (official) => change({ kind: official ? undefined : 'test' }),
  };
}
