// @vitest-environment happy-dom
import { deleteListView, getListViews, saveListView } from '@ramal/contract/list-views';
import type { ListSettings, ListView } from '@ramal/contract/list-views';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router';
import { IconDeviceTv } from '@tabler/icons-react';
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  defaultListSettings,
  clearStoredLists,
  storeList,
  storedList,
  usePageSize,
} from '../../foundation/stored-lists.ts';
import { answering, fakeNetwork, refusing } from '../../foundation/api/network.fixtures.ts';
import type { Network } from '../../foundation/api/network.fixtures.ts';
import { makeQueryClient } from '../../foundation/api/query.ts';
import { DataTable } from '../table/DataTable.tsx';
import { ListToolbar } from '../table/toolbar/ListToolbar.tsx';
import type { Column, Sort } from '../table/columns.ts';
import { UiProvider } from '../UiProvider.tsx';
import { useListView } from './use-list-view.ts';

interface Row {
  id: number;
  name: string;
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Usuário', sort: false, card: 'identity', cell: ({ name }) => name },
  { key: 'note', header: 'Notas', sort: false, card: 'note', cell: () => 'nota' },
  { key: 'created', header: 'Criado em', sort: false, card: 'none', cell: () => 'hoje' },
  {
    key: 'plan',
    header: 'Pacote',
    sort: false,
    optional: true,
    cell: () => 'Completo',
  },
];

const onSort = vi.fn<(sort: Sort) => void>();

function List() {
  const view = {
    ...useListView('lines-iptv', columns, ['status', 'sort']),
    order: {
      columns: [{ key: 'plan', header: 'Pacote' }],
      sort: undefined,
      onSort,
    },
  };
  const pageSize = usePageSize('lines-iptv');
  return (
    <>
      <ListToolbar
        label="Pessoas"
        search={{ value: '', placeholder: 'Busca', onChange: () => {} }}
        view={view}
      />
      <DataTable<Row>
        label="Pessoas"
        noun={['pessoa', 'pessoas']}
        columns={columns}
        view={view}
        rows={[{ id: 1, name: 'celia' }]}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        total={208}
        page={1}
        pageSize={pageSize}
        onPage={() => {}}
        onPageSize={() => {}}
        onRetry={() => {}}
        empty={{ icon: IconDeviceTv, title: 'Ninguém' }}
      />
    </>
  );
}

let network: Network;
/** Settings stored on the server. */
let arrangement: ListSettings | null;
let views: ListView[];

beforeEach(() => {
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width: 1280, height: 800 },
  );
  clearStoredLists();
  arrangement = null;
  views = [];
  network = fakeNetwork();
  network.on(getListViews, () => answering(getListViews, { arrangement, views }));
  network.on(saveListView, ({ body }) => {
    const {
      name,
      settings,
      isDefault = false,
    } = body as { name?: string; settings: ListSettings; isDefault?: boolean };
    if (name === undefined) arrangement = settings;
    else views = [...views, { id: views.length + 1, name, isDefault, settings }];
    return answering(saveListView, { id: 1 });
  });
  network.on(deleteListView, ({ url }) => {
    views = views.filter(({ id }) => !url.endsWith(`/${id}`));
    return answering(deleteListView, { message: 'Visão excluída' });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(address = '/', client = makeQueryClient()) {
  const router = createRouter({
    routeTree: createRootRoute({ component: List }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <UiProvider>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('table');
  return router;
}

/**
 * Timeout for the first test that opens a dialog. It is long, because the test waits until the
 * dialog's code is loaded.
 */
const slowly = { timeout: 8_000 };

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const saved = () =>
  network.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('hides, shows and moves columns by keys, and then saves them after a pause', async () => {
  await open();
  expect(heads()).toEqual(['Usuário', 'Notas', 'Criado em']);
  fireEvent.click(screen.getByRole('button', { name: /^Colunas/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Criado em' }, slowly));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Pacote' }));
  const up = screen.getByRole('button', { name: 'Subir Pacote' });
  fireEvent.keyDown(up, { key: 'ArrowUp', altKey: true });
  fireEvent.click(screen.getByRole('button', { name: 'Subir Pacote' }));
  expect(heads()).toEqual(['Usuário', 'Pacote', 'Notas']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Usuário' }).disabled).toBe(true);
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]).toMatchObject({
    list: 'lines-iptv',
    settings: { order: ['name', 'plan', 'note', 'created'], hidden: ['created'], shown: ['plan'] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Restaurar padrão' }));
  expect(heads()).toEqual(['Usuário', 'Notas', 'Criado em']);
});

test('the columns button counts the hidden columns, and a hidden column can order the list', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Colunas: 1 oculta' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ordenar por Pacote' }, slowly));
  expect(onSort).toHaveBeenCalledWith({ key: 'plan', direction: 'asc' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Pacote' }));
  expect(screen.getByRole('button', { name: 'Colunas' })).toBeDefined();
});

test('changes the height of the rows, saves it, and restores the default height', async () => {
  await open();
  const height = () => screen.getByRole('table').dataset['rowHeight'];
  expect(height()).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: /^Colunas/ }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Altas' }, slowly));
  expect(height()).toBe('56');
  await waitFor(() => expect(saved()[0]).toMatchObject({ settings: { row_height: 56 } }));
  fireEvent.click(screen.getByRole('button', { name: 'Restaurar padrão' }));
  expect(height()).toBeUndefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Normais' }).checked).toBe(true);
});

test('restores the settings when the list is opened again at once', async () => {
  const client = makeQueryClient();
  await open('/', client);
  const toggle = async (column: string) => {
    fireEvent.click(screen.getByRole('button', { name: /^Colunas/ }));
    fireEvent.click(await screen.findByRole('checkbox', { name: column }, slowly));
  };
  await toggle('Criado em');
  await waitFor(() => expect(arrangement?.hidden).toEqual(['created']));
  cleanup();
  await open('/', client);
  expect(heads()).toEqual(['Usuário', 'Notas']);
  await toggle('Pacote');
  await waitFor(() => expect(arrangement).toMatchObject({ hidden: ['created'], shown: ['plan'] }));
});

test('uses the stored copy at the first paint, then the settings of the server', async () => {
  storeList('lines-iptv', { arrangement: { ...defaultListSettings, hidden: ['note'] }, views: [] });
  arrangement = { ...defaultListSettings, hidden: ['created'], perPage: 30 };
  await open();
  await waitFor(() => expect(heads()).toEqual(['Usuário', 'Notas']));
  expect(screen.getByText('1–30 de 208 pessoas')).toBeTruthy();
});

test('keeps unsent changes over the answer of the server, and sends them again', async () => {
  storeList('lines-iptv', {
    arrangement: { ...defaultListSettings, hidden: ['note'] },
    views: [],
    dirty: true,
  });
  arrangement = { ...defaultListSettings, hidden: ['created'] };
  await open();
  await waitFor(() => expect(saved()).toMatchObject([{ settings: { hidden: ['note'] } }]));
  await waitFor(() => expect(storedList('lines-iptv')?.dirty).toBeFalsy());
  await waitFor(() => expect(heads()).toEqual(['Usuário', 'Criado em']));
});

test('saves the address in a view, and restores it with its columns', async () => {
  const router = await open('/?status=Ativo&sort=nota&page=3&outra=1');
  fireEvent.click(screen.getByRole('button', { name: 'Visões' }));
  fireEvent.change(await screen.findByLabelText('Salvar como está agora', {}, slowly), {
    target: { value: 'Ativos por nota' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar visão' }));
  await screen.findByRole('button', { name: 'Excluir a visão Ativos por nota' });
  expect(views[0]!.settings.address).toEqual({ status: 'Ativo', sort: 'nota' });
  fireEvent.click(screen.getByRole('button', { name: 'Padrão da lista' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ outra: 1 }));
  fireEvent.click(await screen.findByRole('button', { name: 'Visões' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ativos por nota' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ outra: 1, status: 'Ativo', sort: 'nota' }),
  );
  expect(await screen.findByRole('button', { name: 'Visões: Ativos por nota' })).toBeTruthy();
});

test('applies the default view only to an address without parameters', async () => {
  views = [
    {
      id: 1,
      name: 'Testes',
      isDefault: true,
      settings: { ...defaultListSettings, hidden: ['note'], address: { status: 'Teste' } },
    },
  ];
  const bare = await open();
  await waitFor(() => expect(bare.state.location.search).toEqual({ status: 'Teste' }));
  expect(heads()).toEqual(['Usuário', 'Criado em']);
  await act(() => bare.navigate({ to: '.', search: {} as never }));
  expect(bare.state.location.search).toEqual({});
  cleanup();
  const linkRouter = await open('/?status=Ativo');
  await waitFor(() => expect(storedList('lines-iptv')?.views).toHaveLength(1));
  expect(linkRouter.state.location.search).toEqual({ status: 'Ativo' });
});

test('deletes a view, and shows a rejection of the server', async () => {
  views = [{ id: 7, name: 'Velha', isDefault: false, settings: defaultListSettings }];
  await open('/?status=Ativo');
  fireEvent.click(screen.getByRole('button', { name: 'Visões' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Excluir a visão Velha' }, slowly));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Excluir a visão Velha' })).toBeNull(),
  );
  network.on(saveListView, () => refusing('list_views_full', { values: { most: 30 } }));
  fireEvent.change(screen.getByLabelText('Salvar como está agora'), {
    target: { value: 'Mais uma' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar visão' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Cada lista guarda até 30 visões',
  );
});

test('stores the page size', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: /por página/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '30' }));
  expect(screen.getByText('1–30 de 208 pessoas')).toBeTruthy();
  await waitFor(() => expect(arrangement).toMatchObject({ per_page: 30 }));
});

test('«?» shows the keyboard functions of a list', async () => {
  await open();
  fireEvent.keyDown(document.body, { key: '?' });
  const sheet = await screen.findByRole('dialog', { name: 'Teclado nas listas' }, slowly);
  expect(within(sheet).getByText('vai para a busca')).toBeTruthy();
});

test('ignores a stored copy that is invalid', () => {
  localStorage.setItem('ramal.lista.0.resellers', '{"arrangement": 7}');
  expect(storedList('resellers')).toBeUndefined();
});
