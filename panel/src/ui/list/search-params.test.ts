import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineSearchParams, idParam, searchParam } from './search-params.ts';

const params = defineSearchParams(
  { dialog: z.enum(['edit', 'delete']), line: idParam },
  {
    names: { janela: 'dialog', linha: 'line', apagar: 'dialog' },
    values: { dialog: { editar: 'edit', true: 'delete' } },
  },
);

it('reads the names and values that an earlier version wrote', () => {
  expect(params.parse({ janela: 'editar', linha: 5 })).toEqual({ dialog: 'edit', line: 5 });
});

it('converts a switch of an earlier version to its new value', () => {
  expect(params.parse({ apagar: true, linha: 5 })).toEqual({ dialog: 'delete', line: 5 });
});

it('uses the new name when an address contains both', () => {
  expect(params.parse({ dialog: 'delete', janela: 'editar', line: 1 })).toEqual({
    dialog: 'delete',
    line: 1,
  });
});

it('drops invalid values', () => {
  expect(params.parse({ dialog: 'explode', line: -1 })).toEqual({
    dialog: undefined,
    line: undefined,
  });
});

it('keeps unknown parameters of the address', () => {
  expect(params.normalize({ linha: 5, tab: 'x' })).toEqual({ line: 5, tab: 'x' });
});

it('cuts a search text to the maximum length', () => {
  const search = defineSearchParams({ search: searchParam });
  expect(search.parse({ search: 'a'.repeat(300) })).toEqual({ search: 'a'.repeat(100) });
  expect(search.parse({ search: '  ' })).toEqual({ search: undefined });
});
