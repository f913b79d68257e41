/**
 * Parameters of the create form in the address. The kind (official line or test) is in the address,
 * so that both forms can be bookmarked.
 */
import { z } from 'zod';
import { defineSearchParams, useSearchParams } from '../../ui/list/search-params.ts';

const createParams = defineSearchParams(
  {
    kind: z.literal('test'),
    note: z.string().max(255),
    whatsapp: z.union([z.string().max(500), z.number().transform(String)]),
  },
  { names: { tipo: 'kind' }, values: { kind: { teste: 'test' } } },
);

/** Customer of the new line, taken from a link. */
export interface LinkedCustomer {
  readonly note: string;
  readonly whatsapp: string;
}

export function useCreateParams(): {
  /** Undefined if the address contains no customer. */
  customer: LinkedCustomer | undefined;
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
