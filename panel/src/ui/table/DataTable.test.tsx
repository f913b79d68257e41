// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { IconDeviceTv, IconPower, IconTrash } from '@tabler/icons-react';
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataTable } from './DataTable.tsx';
import type { DataTableProps } from './DataTable.tsx';
import type { Column, RowAction, Sort } from './columns.ts';
import { pageLinks } from './Pager.tsx';

interface Person {
  id: number;
  name: string;
  note: string;
  paused?: boolean;
}

const people: Person[] = [
  { id: 1, name: 'celia', note: 'TV da sala' },
  { id: 2, name: 'joao', note: 'vizinho do Téo', paused: true },
  { id: 3, name: 'ana', note: 'paga dia 23' },
  { id: 4, name: 'nando', note: '2 telas' },
];

const columns: Column<Person>[] = [
  {
    key: 'name',
    header: 'Usuário',
    card: 'identity',
    cell: (person) => person.name,
  },
  {
    key: 'note',
    header: 'Notas',
    sort: false,
    card: 'note',
    fill: true,
    cell: (person) => person.note,
  },
  {
    key: 'id',
    header: 'Número',
    align: 'end',
    firstDirection: 'desc',
    cell: (person) => person.id,
  },
];

const renew = vi.fn<(person: Person) => void>();
const remove = vi.fn<(person: Person) => void>();
const actions: RowAction<Person>[] = [
  {
    key: 'renew',
    label: '+30',
    name: 'Mais 30 dias',
    slot: 'row',
    shortcut: 'r',
    available: (person) => !person.paused,
    run: renew,
  },
  {
    key: 'toggle',
    label: 'On/Off',
    icon: IconPower,
    group: 'estado',
    hint: () => 'ligado',
    run: () => {},
  },
  {
    key: 'delete',
    label: 'Deletar',
    icon: IconTrash,
    group: 'deletar',
    tone: 'danger',
    run: remove,
  },
];

const defaults: DataTableProps<Person> = {
  label: 'Usuários',
  noun: ['usuário', 'usuários'],
  columns,
  actions,
  rows: people,
  rowKey: (person) => person.id,
  rowName: (person) => person.name,
  total: 208,
  page: 1,
  pageSize: 10,
  onPage: () => {},
  onRetry: () => {},
  empty: { icon: IconDeviceTv, title: 'Você ainda não tem linhas' },
};

function draw(props: Partial<DataTableProps<Person>> = {}) {
  const table = (more: Partial<DataTableProps<Person>>) => (
    <MantineProvider env="test">
      <DataTable {...defaults} {...more} />
    </MantineProvider>
  );
  const { rerender } = render(table(props));
  return { redraw: (more: Partial<DataTableProps<Person>>) => rerender(table(more)) };
}

const setWidth = (width: number) => {
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width, height: 800 },
  );
};

beforeEach(() => setWidth(1280));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
  localStorage.clear();
});

test('offers the first action when the list has no rows and no filter', () => {
  draw({ rows: [], total: 0 });
  expect(screen.getByRole('heading', { name: 'Você ainda não tem linhas' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('names a filter without results instead of showing the text of an empty list', () => {
  draw({
    rows: [],
    total: 0,
    nothingFound: {
      title: 'Nada para “celia samsung”',
      actions: <button type="button">Limpar busca</button>,
    },
  });
  expect(screen.getByRole('heading', { name: 'Nada para “celia samsung”' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Limpar busca' })).toBeTruthy();
  expect(screen.queryByText('Você ainda não tem linhas')).toBeNull();
});

test('shows the skeleton after 150 ms, so that a quick answer does not flicker', () => {
  vi.useFakeTimers();
  draw({ rows: undefined, busy: true });
  act(() => void vi.advanceTimersByTime(140));
  expect(document.querySelector('[data-skeleton]')).toBeNull();
  act(() => void vi.advanceTimersByTime(20));
  expect(document.querySelector('[data-skeleton]')).not.toBeNull();
  expect(document.querySelector('[data-list-table]')?.getAttribute('aria-busy')).toBe('true');
});

test('shows the reason and the request id of a failed first load, and tries again', () => {
  const onRetry = vi.fn<() => void>();
  draw({
    rows: undefined,
    failure: { text: 'O servidor não respondeu.', requestId: '7f3a-90c2' },
    onRetry,
  });
  const face = screen.getByRole('alert');
  expect(face.textContent).toContain(
    'O servidor não respondeu. Nada foi perdido e nenhum crédito foi debitado.',
  );
  expect(within(face).getByText('7f3a-90c2')).toBeTruthy();
  fireEvent.click(within(face).getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('keeps the rows after a failed refresh and shows one line about it', () => {
  draw({ failure: { text: 'O servidor não respondeu.' } });
  expect(screen.getByText(/pode estar desatualizada/)).toBeTruthy();
  expect(screen.getByText('TV da sala')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the header marks the sort and requests the reverse, or the first direction of another column', () => {
  const onSort = vi.fn<(sort: Sort) => void>();
  draw({ sort: { key: 'name', direction: 'asc' }, onSort });
  const [name, note, id] = screen.getAllByRole('columnheader');
  expect(name?.getAttribute('aria-sort')).toBe('ascending');
  expect(note?.getAttribute('aria-sort')).toBeNull();
  expect(id?.getAttribute('aria-sort')).toBe('none');
  fireEvent.click(screen.getByRole('button', { name: 'Usuário' }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'name', direction: 'desc' });
  fireEvent.click(screen.getByRole('button', { name: 'Número' }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'id', direction: 'desc' });
});

test('the pager shows the current rows and opens other pages', () => {
  const onPage = vi.fn<(page: number) => void>();
  draw({ page: 2, onPage });
  expect(screen.getByText('11–20 de 208 usuários')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Página 2' }).getAttribute('aria-current')).toBe(
    'page',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
  expect(onPage).toHaveBeenLastCalledWith(3);
  fireEvent.click(screen.getByRole('button', { name: 'Página 21' }));
  expect(onPage).toHaveBeenLastCalledWith(21);
});

test('shows a total that is a lower bound with a plus', () => {
  draw({ total: 10_000, totalExact: false });
  expect(screen.getByText('1–10 de 10.000+ usuários')).toBeTruthy();
});

test('shows at most ten page links, or five', () => {
  expect(pageLinks(1, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(pageLinks(1, 21)).toEqual([1, 2, 3, 4, 5, 'gap', 21]);
  expect(pageLinks(11, 21)).toEqual([1, 'gap', 10, 11, 12, 'gap', 21]);
  expect(pageLinks(21, 21)).toEqual([1, 'gap', 17, 18, 19, 20, 21]);
  expect(pageLinks(5, 5, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageLinks(3, 6, 5)).toEqual([1, 2, 3, 4, 'gap', 6]);
  expect(pageLinks(4, 8, 5)).toEqual([1, 'gap', 3, 4, 5, 'gap', 8]);
  expect(pageLinks(7, 8, 5)).toEqual([1, 'gap', 5, 6, 7, 8]);
  for (let page = 1; page <= 40; page++) {
    expect(pageLinks(page, 40).length).toBeLessThanOrEqual(10);
    expect(pageLinks(page, 40)).toContain(page);
    const few = pageLinks(page, 40, 5).filter((link) => link !== 'gap');
    expect(few.length).toBeLessThanOrEqual(5);
    expect(few).toEqual(expect.arrayContaining([1, page, 40]));
  }
});

test('offers no unavailable action in a row, neither as a button nor by its key', () => {
  draw();
  expect(screen.getByRole('button', { name: 'Mais 30 dias: celia' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mais 30 dias: joao' })).toBeNull();
  const [, celia, joao] = screen.getAllByRole('row');
  fireEvent.keyDown(celia!, { key: 'r' });
  fireEvent.keyDown(joao!, { key: 'r' });
  expect(renew.mock.calls).toEqual([[people[0]]]);
});

test('arrow keys move between rows, one of which is in the tab order', () => {
  draw();
  const [, first, second] = screen.getAllByRole('row');
  first!.focus();
  fireEvent.keyDown(first!, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(second);
  expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toEqual([second]);
});

test('Enter opens the menu of the row, and the chosen action runs', async () => {
  draw();
  const row = screen.getAllByRole('row')[1]!;
  row.focus();
  fireEvent.keyDown(row, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: /Deletar/ }));
  await waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith(people[0]));
});

test('ignores a key pressed in the menu of a row as a key of the row', async () => {
  draw();
  fireEvent.keyDown(rowNamed('celia'), { key: 'Enter' });
  const item = await screen.findByRole('menuitem', { name: /On\/Off/, hidden: true });
  item.focus();
  fireEvent.keyDown(item, { key: 'r' });
  fireEvent.keyDown(item.closest('[role="menu"]')!, { key: 'ArrowDown' });
  expect(renew).not.toHaveBeenCalled();
  expect(document.activeElement).not.toBe(rowNamed('joao'));
});

test('an arrow enters the list from the screen, but not from a control that uses it', () => {
  render(
    <MantineProvider env="test">
      <main>
        <button type="button">Exportar</button>
        <div role="radiogroup">
          <button type="button">Teste</button>
        </div>
        <DataTable {...defaults} />
      </main>
    </MantineProvider>,
  );
  fireEvent.keyDown(document.body, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowNamed('celia'));
  screen.getByRole('button', { name: 'Exportar' }).focus();
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowNamed('celia'));
  const choice = screen.getByRole('button', { name: 'Teste' });
  choice.focus();
  fireEvent.keyDown(choice, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(choice);
});

test('runs no action by a single key when shortcuts are disabled', () => {
  localStorage.setItem('ramal.atalhos', 'off');
  draw();
  fireEvent.keyDown(screen.getAllByRole('row')[1]!, { key: 'r' });
  expect(renew).not.toHaveBeenCalled();
});

test('shows a card per row below 800 px, with a sheet whose destructive actions are at the end', async () => {
  setWidth(390);
  draw();
  expect(screen.queryByRole('table')).toBeNull();
  const card = screen.getAllByRole('listitem')[0]!;
  expect(within(card).getByText('TV da sala')).toBeTruthy();
  expect(within(card).getByText('Número')).toBeTruthy();
  fireEvent.click(within(card).getByRole('button', { name: 'Ações de celia' }));
  const sheet = await screen.findByRole('dialog', { name: 'Ações de celia' });
  const rows = within(sheet)
    .getAllByRole('button')
    .map((button) => button.textContent);
  expect(rows.at(-1)).toBe('Deletar');
  fireEvent.click(within(sheet).getByRole('button', { name: 'Deletar' }));
  await waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith(people[0]));
});

test('a press on an empty part of a row or card opens it, a press on a control does not', () => {
  const open = vi.fn<(person: Person) => void>();
  const details: RowAction<Person> = {
    key: 'details',
    label: 'Detalhes',
    slot: 'row',
    opens: true,
    run: open,
  };
  for (const width of [1280, 390]) {
    setWidth(width);
    draw({ actions: [details] });
    const row = screen.getByText('TV da sala').closest('[data-opens]')!;
    fireEvent.click(row);
    expect(open).toHaveBeenLastCalledWith(people[0]);
    open.mockClear();
    fireEvent.click(within(row as HTMLElement).getByRole('button', { name: 'Detalhes: celia' }));
    expect(open).toHaveBeenCalledTimes(1);
    open.mockClear();
    cleanup();
  }
});

test('a column that shows one text in every row gives its width to the others', () => {
  const [name, note, ...others] = columns;
  const kind = { key: 'kind', header: 'Tipo', sort: false, width: 200, card: 'none' } as const;
  draw({ columns: [name!, { ...kind, cell: () => 'Cliente' }, note!, ...others] });
  expect(screen.getByRole('columnheader', { name: 'Tipo' }).style.minWidth).toBe('');
  cleanup();
  draw({ columns: [name!, { ...kind, cell: (person) => person.name }, note!, ...others] });
  expect(screen.getByRole('columnheader', { name: 'Tipo' }).style.minWidth).toBe('200px');
});

test('highlights a changed row for 600 ms, and again after another change', () => {
  vi.useFakeTimers();
  const { redraw } = draw({ flash: { key: 3 } });
  const flashing = () => document.querySelectorAll('[data-flash]').length;
  expect(flashing()).toBe(1);
  act(() => void vi.advanceTimersByTime(650));
  expect(flashing()).toBe(0);
  redraw({ flash: { key: 3 } });
  expect(flashing()).toBe(1);
});

const rowNamed = (name: string) => screen.getByText(name).closest('tr')!;

test('moves the focus of a removed row to the row at its position, and keeps it on a moved row', () => {
  const { redraw } = draw();
  rowNamed('joao').focus();
  redraw({ rows: people.filter(({ name }) => name !== 'joao') });
  expect(document.activeElement).toBe(rowNamed('ana'));
  redraw({ rows: people.filter(({ name }) => name !== 'joao').toReversed() });
  expect(document.activeElement).toBe(rowNamed('ana'));
  redraw({ rows: people.slice(0, 1) });
  expect(document.activeElement).toBe(rowNamed('celia'));
});

test('new rows do not take the focus when it is outside of the list', () => {
  const { redraw } = draw();
  redraw({ rows: people.slice(1) });
  expect(document.activeElement).toBe(document.body);
  rowNamed('joao').focus();
  act(() => rowNamed('joao').blur());
  redraw({ rows: people.slice(2) });
  expect(document.activeElement).toBe(document.body);
});

test('focuses the row at the same position after the dialog of a removed row has closed', async () => {
  const { redraw } = draw();
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('aria-modal', 'true');
  const button = dialog.appendChild(document.createElement('button'));
  rowNamed('joao').focus();
  button.focus();
  redraw({ rows: people.filter(({ name }) => name !== 'joao') });
  expect(document.activeElement).toBe(button);
  dialog.remove();
  await waitFor(() => expect(document.activeElement).toBe(rowNamed('ana')));
});
