/** Official or test stands in the address, so that both forms can be bookmarked. */
import { z } from 'zod';
import { defineSearchParams, useSearchParams } from '../../ui/list/search-params.ts';

export const createParams = defineSearchParams(
  { kind: z.literal('test'), note: z.string().max(255) },
  { names: { tipo: 'kind' }, values: { kind: { teste: 'test' } } },
);

export function useLineKind(): {
  note: string;
  official: boolean;
  choose: (official: boolean) => void;
} {
  const { values, change } = useSearchParams(createParams);
  return {
    /** Whose line it will be, where a link says it. */
    note: values.note ?? '',
    official: values.kind !== 'test',
    choose: (official) => change({ kind: official ? undefined : 'test' }),
  };
}
