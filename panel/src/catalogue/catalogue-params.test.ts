// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { parseCatalogueParams } from './catalogue-params.ts';

it('reads the Portuguese parameter names of saved links and views', () => {
  expect(
    parseCatalogueParams({
      search: 'rio',
      categoria: 2,
      lista: 3,
      serie: 31,
      situacao: 'problem',
      tipo: 'film',
      importacao: 90,
      veredito: 'gone',
      tarefa: 8,
      janela: 'editar',
      item: 11,
    }),
  ).toEqual({
    search: 'rio',
    category: 2,
    list: 3,
    series: 31,
    state: 'problem',
    kind: 'film',
    import: 90,
    result: 'gone',
    task: 8,
    dialog: 'edit',
    item: 11,
  });
  expect(parseCatalogueParams({ janela: 'criar' }).dialog).toBe('create');
  expect(parseCatalogueParams({ janela: 'arquivo' }).dialog).toBe('file');
});
