/**
 * Parameters of the create form in the address. The kind (official line or test) is in the address,
 * so that both forms can be bookmarked.
 */
import { terms } from '@ramal/contract/rules/terms';
import { z } from 'zod';
import { defineSearchParams, idParam, useSearchParams } from '../../ui/list/search-params.ts';

const createParams = defineSearchParams(
  {
    kind: z.literal('test'),
    note: z.string().max(255),
    whatsapp: z.union([z.string().max(500), z.number().transform(String)]),
    credits: z.literal(terms.map(({ credits }) => credits)),
    package: idParam,
  },
  { names: { tipo: 'kind' }, values: { kind: { teste: 'test' } } },
);

/** Customer of the new line, and the chosen period and package, taken from a link. */
export interface SaleLink {
  readonly note: string;
  readonly whatsapp: string;
  readonly credits?: number | undefined;
  readonly packageId?: number | undefined;
}

export function useCreateParams(): {
  /** Undefined if the address contains no customer. */
  customer: SaleLink | undefined;
  forgetCustomer: () => void;
  official: boolean;
  choose: (official: boolean) => void;
} {
  const { values, change } = useSearchParams(createParams);
  const { note = '', whatsapp = '', credits, package: packageId } = values;
  const isLinked = note !== '' || whatsapp !== '' || credits !== undefined || packageId;
  return {
    customer: isLinked ? { note, whatsapp, credits, packageId } : undefined,
    forgetCustomer: () =>
      change({
        note: undefined,
        whatsapp: undefined,
        credits: undefined,
        package: undefined,
      }),
    official: values.kind !== 'test',
    choose: (official) => change({ kind: official ? undefined : 'test' }),
  };
}
