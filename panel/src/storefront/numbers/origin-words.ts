import type { StorefrontNumbers } from './numbers-params.ts';

export type Origin = StorefrontNumbers['origins'][number];
export type OriginFigures = Omit<Origin, 'kind' | 'code' | 'name' | 'detail'>;

export const FEW_TESTS = 'Poucos testes para uma taxa';

/** Filters of the rows that an origin brought. */
export const originSearch = ({ kind, code }: Origin) => ({
  originKind: kind,
  originCode: code === '' ? undefined : code,
});
