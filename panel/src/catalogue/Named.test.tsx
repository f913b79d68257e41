/** Tests of the shared component behind categories, bouquets, packages and guides. */
import { Refusal } from '@ramal/contract/api/errors';
import {
  createPackage,
  deletePackage,
  editBouquet,
  editCategory,
  editPackage,
  listBouquets,
  listCategories,
  listPackages,
} from '@ramal/contract/catalogue/catalogue-packages';
import {
  deleteGuide,
  type Guide,
  listGuides,
  readGuide,
  readGuideFile,
} from '@ramal/contract/catalogue/guides';
import { getProfile } from '@ramal/contract/sessions';
import { getTask } from '@ramal/contract/tasks';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { Catalogue } from './Catalogue.tsx';
import { admin, bouquet, category, guide, pack, task } from './test/answers.ts';
import { fakeUploads } from './test/uploads.ts';

const categories = [
  category(),
  category({ id: 2, name: 'Esportes', position: 1, bouquetIds: [] }),
  category({ id: 3, name: 'Notícias', position: 2 }),
  category({ id: 4, kind: 'film', name: 'Ação' }),
];
const bouquets = [
  bouquet(),
  bouquet({ id: 2, name: 'Adulto', categoryIds: [], channels: 0, packages: 0 }),
];

const server = (
  acts: Parameters<typeof answering>[0] = [],
  guides: () => Guide[] = () => [guide()],
) =>
  answering([
    [getProfile, () => admin],
    [listCategories, () => categories],
    [listBouquets, () => bouquets],
    [listPackages, () => [pack(), pack({ id: 6, name: 'Família', maxConnections: 0, lines: 0 })]],
    [listGuides, guides],
    ...acts,
  ]);

const open = (address: string) => show(<Catalogue />, `/catalogue/${address}`);
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const inWindow = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
const tick = (name: string | RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }));
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const choose = async (row: string, name: string) => {
  await press(`Ações de ${row}`);
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('packages of the catalogue', () => {
  it('shows the number of screens in words, and 0 as unlimited', async () => {
    server();
    await open('pacotes');
    expect((await rowOf('Completo, 1 tela')).textContent).toContain('208');
    expect((await rowOf('Família')).textContent).toContain('sem limite');
  });

  it('creates a package with two screens', async () => {
    const requests = server([
      [
        createPackage,
        ({ body }) => ({ ...pack({ name: String(body.name) }), message: 'Pacote criado' }),
      ],
    ]);
    const { search } = await open('pacotes?dialog=create');
    await screen.findByRole('dialog', { name: 'Criar pacote' });
    type('Nome', 'Casal');
    type('Telas', '2');
    tick(/^Canais/);
    fireEvent.click(screen.getByRole('switch', { name: /^Serve para testes/ }));
    inWindow('Criar pacote');
    await screen.findByText('Pacote criado');
    expect(calls(requests, createPackage)[0]!.body).toEqual({
      name: 'Casal',
      max_connections: '2',
      allows_tests: false,
      bouquet_ids: [1],
    });
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('requires a bouquet before the package is sent', async () => {
    const requests = server([[createPackage, () => ({ ...pack(), message: 'Pacote criado' })]]);
    await open('pacotes?dialog=create');
    await screen.findByRole('dialog', { name: 'Criar pacote' });
    type('Nome', 'Casal');
    inWindow('Criar pacote');
    within(await screen.findByRole('alertdialog')).getByText(
      'É necessário inserir ao menos um(a) Bouquet.',
    );
    expect(calls(requests, createPackage)).toEqual([]);
  });

  it('states how many lines a change of the package affects', async () => {
    const requests = server([
      [editPackage, () => ({ ...pack({ maxConnections: 2 }), message: 'Pacote editado' })],
    ]);
    await open('pacotes');
    await press('Editar: Completo, 1 tela');
    await screen.findByText('Vale na hora para 208 linhas com este pacote.');
    type('Telas', '2');
    await press('Salvar');
    await screen.findByText('Pacote editado');
    expect(calls(requests, editPackage)[0]!.path).toBe('/api/catalogue/packages/5');
  });

  it('keeps the input when another admin changed the package, and reads it again', async () => {
    const requests = server([
      [
        editPackage,
        () => {
          throw new Refusal('changed_meanwhile');
        },
      ],
    ]);
    await open('pacotes');
    await press('Editar: Completo, 1 tela');
    await screen.findByRole('dialog', { name: 'Editar pacote' });
    type('Telas', '2');
    await press('Salvar');
    const refusal = await screen.findByRole('alertdialog');
    within(refusal).getByText(/alterou isto enquanto você editava/);
    fireEvent.click(within(refusal).getByRole('button', { name: 'Entendi' }));
    expect(screen.getByLabelText<HTMLInputElement>('Telas').value).toBe('2');
    expect(calls(requests, editPackage)[0]!.body).toMatchObject({ version: '41' });
    await waitFor(() => expect(calls(requests, listPackages)).toHaveLength(2));
  });

  it('shows why a package in use is not deleted', async () => {
    server([
      [
        deletePackage,
        () => {
          throw new Refusal('package_in_use');
        },
      ],
    ]);
    await open('pacotes');
    await rowOf('Família');
    await choose('Completo, 1 tela', 'Deletar');
    await press('Sim, deletar');
    expect(await screen.findByText('Este pacote está em uso por linhas.')).toBeDefined();
    await press('Não');
  });
});

describe('bouquets of the catalogue', () => {
  it('selects all categories of a kind at once', async () => {
    const requests = server([[editBouquet, () => ({ ...bouquet(), message: 'Bouquet editado' })]]);
    await open('bouquets?dialog=edit&item=1');
    await screen.findByRole('dialog', { name: 'Editar bouquet' });
    expect(screen.getByText('1 de 4')).toBeDefined();
    tick('Canais');
    tick(/^Ação/);
    tick(/^Notícias/);
    await press('Salvar');
    await screen.findByText('Bouquet editado');
    expect(calls(requests, editBouquet)[0]!.body).toEqual({
      name: 'Canais',
      category_ids: [1, 2, 4],
    });
  });

  it('finds rows by name without accents', async () => {
    server();
    await open('categorias?search=noticias');
    await rowOf('Notícias');
    expect(screen.queryByText('Esportes')).toBeNull();
  });

  it('shows an empty text for a search without results', async () => {
    server();
    const { search } = await open('bouquets?search=xyz');
    await screen.findByText('Nada para “xyz”');
    fireEvent.click(screen.getByText('Limpar busca'));
    await waitFor(() => expect(search()).toEqual({}));
    await rowOf('Adulto');
  });
});

describe('categories of the catalogue', () => {
  it('lists one kind in its order and marks categories that no bouquet sells', async () => {
    server();
    await open('categorias');
    expect((await rowOf('Esportes')).textContent).toContain('em nenhum');
    expect(screen.queryByText('Ação')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^Filmes/ }));
    await rowOf('Ação');
  });

  it('moves a category by one position, but neither above the first nor in a searched list', async () => {
    const requests = server([
      [editCategory, () => ({ ...categories[1]!, message: 'Categoria editada' })],
    ]);
    await open('categorias');
    await rowOf('Abertos');
    expect(screen.queryByRole('button', { name: 'Subir: Abertos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Descer: Notícias' })).toBeNull();
    await press('Descer: Esportes');
    await waitFor(() => expect(calls(requests, editCategory)[0]?.body).toEqual({ position: 2 }));
    expect(calls(requests, editCategory)[0]!.path).toBe('/api/catalogue/categories/2');
    cleanup();
    server();
    await open('categorias?search=esp');
    await rowOf('Esportes');
    expect(screen.queryByRole('button', { name: 'Descer: Esportes' })).toBeNull();
  });

  it('edits the name of a category and the bouquets that sell it', async () => {
    const requests = server([
      [editCategory, () => ({ ...categories[1]!, message: 'Categoria editada' })],
    ]);
    await open('categorias?dialog=edit&item=2');
    await screen.findByRole('dialog', { name: 'Editar categoria' });
    type('Nome', 'Esporte ao vivo');
    tick(/^Canais/);
    await press('Salvar');
    await screen.findByText('Categoria editada');
    expect(calls(requests, editCategory)[0]!.body).toEqual({
      name: 'Esporte ao vivo',
      bouquet_ids: [1],
    });
  });
});

describe('programme guides', () => {
  it('shows how many channels have programmes, and until which day', async () => {
    const endedGuide = guide({
      id: 4,
      name: 'Guia velho',
      untilTimestamp: 1_700_000_000,
      task: task({ state: 'failed', message: 'O endereço não respondeu.' }),
    });
    server([], () => [guide({ untilTimestamp: 4_000_000_000 }), endedGuide]);
    await open('guias');
    const row = await rowOf('Guia Brasil');
    expect(row.textContent).toContain('312 de 480 no guia');
    expect(row.textContent).toContain('2096');
    const old = await rowOf('Guia velho');
    expect(old.textContent).toContain('acabou');
    expect(within(old).getByTitle('O endereço não respondeu.')).toBeDefined();
  });

  it('reads a guide after a confirmation, follows the task and shows its result', async () => {
    let reading = false;
    const requests = server(
      [
        [
          readGuide,
          () => {
            reading = true;
            return task({ kind: 'guide-read' });
          },
        ],
        [
          getTask,
          () => {
            reading = false;
            return task({ kind: 'guide-read', state: 'done', message: '24.000 programas lidos' });
          },
        ],
      ],
      () => [guide(reading ? { task: task({ kind: 'guide-read' }) } : {})],
    );
    await open('guias');
    await press('Ler agora: Guia Brasil');
    await press('Sim, buscar');
    await screen.findByText('Guia Brasil lido', {}, { timeout: 4000 });
    expect(calls(requests, readGuide)[0]!.path).toBe('/api/catalogue/guides/3/read');
  });

  it('uploads a file for a guide', async () => {
    const uploads = fakeUploads();
    server();
    const { search } = await open('guias?dialog=file&item=3');
    await screen.findByRole('dialog', { name: 'Enviar arquivo do guia' });
    fireEvent.change(screen.getByLabelText('Solte o arquivo aqui ou clique para escolher'), {
      target: { files: [new File(['<tv/>'], 'guia.xml')] },
    });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]!.url).toBe('/api/catalogue/guides/3/file');
    act(() => uploads[0]!.answer(readGuideFile, task({ kind: 'guide-read' })));
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('names the affected channels before a guide is deleted', async () => {
    const requests = server([[deleteGuide, () => ({ message: 'Guia excluído' })]]);
    await open('guias');
    await rowOf('Guia Brasil');
    await choose('Guia Brasil', 'Deletar');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      '312 canais perdem a programação',
    );
    await press('Sim, deletar');
    await screen.findByText('Guia deletado');
    expect(calls(requests, deleteGuide)).toHaveLength(1);
  });
});
