// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { lineListParams } from './line-params.ts';

it('keeps valid parameters and drops others, so that an old or broken address still opens', () => {
  expect(
    lineListParams.params.parse({
      search: 84920175,
      status: 'Teste',
      expiring: 2,
      per_page: 30,
      reseller_id: 'tree',
    }),
  ).toEqual({
    search: '84920175',
    status: 'Teste',
    expiring: 2,
    perPage: 30,
    resellerId: 'tree',
  });
  expect(
    lineListParams.params.parse({
      status: 'Vencido',
      expiring: 9,
      page: -1,
      per_page: 11,
      sort: 'senha',
      dir: 'x',
      search: '',
    }),
  ).toEqual({});
});
