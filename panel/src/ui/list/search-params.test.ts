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

it('reads a switch of an earlier version as the value that it has become', () => {
  expect(params.parse({ apagar: true, linha: 5 })).toEqual({ dialog: 'delete', line: 5 });
});

it('prefers the new name where an address has both', () => {
  expect(params.parse({ dialog: 'delete', janela: 'editar', line: 1 })).toEqual({
    dialog: 'delete',
    line: 1,
  });
});

it('drops what makes no sense', () => {
  expect(params.parse({ dialog: 'explode', line: -1 })).toEqual({
    dialog: undefined,
    line: undefined,
  });
});

it('leaves what it does not know to others', () => {
  expect(params.normalize({ linha: 5, tab: 'x' })).toEqual({ line: 5, tab: 'x' });
});

it('searches for the beginning of a text that is longer than a search takes', () => {
  const search = defineSearchParams({ search: searchParam });
  expect(search.parse({ search: 'a'.repeat(300) })).toEqual({ search: 'a'.repeat(100) });
  expect(search.parse({ search: '  ' })).toEqual({ search: undefined });
});
