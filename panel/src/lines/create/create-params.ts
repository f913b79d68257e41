/** Official or test stands in the address, so that both forms can be bookmarked. */
import { z } from 'zod';
import { defineSearchParams, useSearchParams } from '../../ui/list/search-params.ts';

export const createParams = defineSearchParams(
  {
    kind: z.literal('test'),
    note: z.string().max(255),
    whatsapp: z.union([z.string().max(500), z.number().transform(String)]),
  },
  { names: { tipo: 'kind' }, values: { kind: { teste: 'test' } } },
);

/** Whose line it will be, where a link says it. */
export interface LinkedCustomer {
  readonly note: string;
  readonly whatsapp: string;
}

export function useCreateParams(): {
  /** Missing where the address names nobody. */
  customer: LinkedCustomer | undefined;
  /** Takes the customer out of the address. */
  forgetCustomer: () => void;
  official: boolean;
  choose: (official: boolean) => void;
} {
  const { values, change } = useSearchParams(createParams);
  const { note = '', whatsapp = '' } = values;
  return {
    customer: note || whatsapp ? { note, whatsapp } : undefined,
    forgetCustomer: () => change({ note: undefined, whatsapp: undefined }),
    official: values.kind !== 'test',
    choose: (official) => change({ kind: official ? undefined : 'test' }),
  };
}
