// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataTable } from './DataTable.tsx';
import type { DataTableProps } from './DataTable.tsx';
import { emptySelection } from './selection.ts';
import type { Selection } from './selection.ts';

interface Person {
  id: number;
  name: string;
}

const page = (from: number): Person[] =>
  [0, 1, 2, 3, 4].map((index) => ({ id: from + index, name: `p${from + index}` }));

const onSelection = vi.fn<(next: Selection) => void>();
const onPage = vi.fn<(page: number) => void>();

function List({
  rows,
  total = 1706,
  ...more
}: { rows: Person[] } & Partial<DataTableProps<Person>>) {
  const [value, setValue] = useState<Selection>(emptySelection);
  const change = (next: Selection) => {
    onSelection(next);
    setValue(next);
  };
  return (
    <MantineProvider env="test">
      <DataTable<Person>
        label="Pessoas"
        noun={['pessoa', 'pessoas']}
        columns={[
          { key: 'name', header: 'Nome', sort: false, card: 'identity', cell: ({ name }) => name },
        ]}
        actions={[{ key: 'go', label: 'Ir', slot: 'row', run: () => {} }]}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        total={total}
        page={1}
        pageSize={5}
        onPage={onPage}
        onRetry={() => {}}
        empty={{ icon: IconDeviceTv, title: 'Ninguém' }}
        selection={{ value, onChange: change, bar: <button type="button">Agir</button> }}
        {...more}
      />
    </MantineProvider>
  );
}

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width, height: 800 },
  );

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const lastSelection = () => onSelection.mock.lastCall?.[0] ?? emptySelection;
const keys = () => {
  const now = lastSelection();
  return now.kind === 'rows' ? [...now.keys] : now.kind;
};
const bar = () => screen.queryByRole('region', { name: 'Selecionados' });

beforeEach(() => setWidth(1280));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('shows the bar with count and actions while a row is selected', () => {
  render(<List rows={page(1)} />);
  expect(bar()).toBeNull();
  fireEvent.click(box('Selecionar p2'));
  expect(keys()).toEqual([2]);
  expect(bar()?.textContent).toContain('1 selecionado');
  expect(within(bar()!).getByRole('button', { name: 'Agir' })).toBeTruthy();
  fireEvent.click(box('Selecionar p2'));
  expect(bar()).toBeNull();
});

test('the header checkbox has three states, and selects or deselects the page', () => {
  render(<List rows={page(1)} />);
  const head = box('Selecionar a página');
  fireEvent.click(box('Selecionar p2'));
  expect([head.checked, head.indeterminate]).toEqual([false, true]);
  fireEvent.click(head);
  expect(keys()).toEqual([2, 1, 3, 4, 5]);
  expect([head.checked, head.indeterminate]).toEqual([true, false]);
  fireEvent.click(head);
  expect(keys()).toEqual([]);
});

test('Shift selects or deselects all rows up to the pressed one', () => {
  render(<List rows={page(1)} />);
  fireEvent.click(box('Selecionar p4'));
  fireEvent.click(box('Selecionar p2'), { shiftKey: true });
  expect(keys()).toEqual([4, 2, 3]);
  fireEvent.click(box('Selecionar p3'), { shiftKey: true });
  expect(keys()).toEqual([4]);
});

test('keeps the selection of another page, and ends a range at the page', () => {
  const { rerender } = render(<List rows={page(1)} />);
  fireEvent.click(box('Selecionar p2'));
  rerender(<List rows={page(6)} page={2} />);
  expect(box('Selecionar a página').indeterminate).toBe(false);
  fireEvent.click(box('Selecionar p8'), { shiftKey: true });
  expect(keys()).toEqual([2, 8]);
  expect(bar()?.textContent).toContain('2 selecionados');
});

test('selects all matching rows from a full page, and keeps the page when one is deselected', () => {
  render(<List rows={page(1)} />);
  fireEvent.click(box('Selecionar a página'));
  fireEvent.click(screen.getByRole('button', { name: 'Selecionar os 1.706 que correspondem' }));
  expect(lastSelection()).toEqual({ kind: 'matching' });
  expect(bar()?.textContent).toContain('1.706 selecionados');
  fireEvent.click(box('Selecionar p3'));
  expect(keys()).toEqual([1, 2, 4, 5]);
});

test('offers all matching rows only for several pages, and shows no lower bound as a count', () => {
  const { rerender } = render(<List rows={page(1)} total={5} />);
  fireEvent.click(box('Selecionar a página'));
  expect(screen.queryByRole('button', { name: /que correspondem/ })).toBeNull();
  rerender(<List rows={page(1)} total={10_000} totalExact={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Selecionar todos os que correspondem' }));
  expect(bar()?.textContent).toContain('10.000+ selecionados');
});

test('Space selects the focused row, with Shift a range; Esc clears the selection first', () => {
  render(<List rows={page(1)} />);
  const [, first, second, third] = screen.getAllByRole('row');
  first!.focus();
  fireEvent.keyDown(first!, { key: ' ' });
  fireEvent.keyDown(third!, { key: ' ', shiftKey: true });
  expect(keys()).toEqual([1, 2, 3]);
  second!.focus();
  fireEvent.keyDown(second!, { key: 'Escape' });
  expect(keys()).toEqual([]);
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second!, { key: 'Escape' });
  expect(document.activeElement).not.toBe(second);
});

test('cards show checkboxes only in the selection mode, and the bar replaces their actions', () => {
  setWidth(390);
  render(<List rows={page(1)} />);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Ir: / })).toHaveLength(5);
  fireEvent.click(screen.getByRole('button', { name: 'Selecionar' }));
  fireEvent.click(box('Selecionar p2'));
  expect(keys()).toEqual([2]);
  expect(screen.queryByRole('button', { name: /^Ir: / })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Concluir' }));
  expect(keys()).toEqual([]);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

const touch = { pointerType: 'touch', isPrimary: true, clientX: 50, clientY: 50 };
const cardOf = (name: string) => screen.getByText(name).closest('li')!;
const hold = (element: Element) => {
  fireEvent.pointerDown(element, touch);
  act(() => void vi.advanceTimersByTime(1_000));
};

test('a long press on a card starts the selection with it; a moving finger does not', () => {
  vi.useFakeTimers();
  setWidth(390);
  render(<List rows={page(1)} />);
  fireEvent.pointerDown(cardOf('p2'), touch);
  fireEvent.pointerMove(cardOf('p2'), { ...touch, clientY: 90 });
  vi.advanceTimersByTime(1_000);
  // The browser cancels the touch when it begins to scroll.
  fireEvent.pointerDown(cardOf('p2'), touch);
  fireEvent.pointerCancel(cardOf('p2'), touch);
  vi.advanceTimersByTime(1_000);
  expect(screen.queryByRole('checkbox')).toBeNull();
  hold(cardOf('p2'));
  expect(keys()).toEqual([2]);
  expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(0);
  vi.useRealTimers();
});

test('the end of a long press is no tap and opens no menu of the browser', () => {
  vi.useFakeTimers();
  setWidth(390);
  const run = vi.fn<(person: Person) => void>();
  render(<List rows={page(1)} actions={[{ key: 'see', label: 'Ver', opens: true, run }]} />);
  const name = screen.getByRole('button', { name: 'p2' });
  hold(name);
  expect(fireEvent.contextMenu(cardOf('p2'), touch)).toBe(false);
  fireEvent.pointerUp(cardOf('p2'), touch);
  fireEvent.click(cardOf('p2'), { detail: 1 });
  expect(run).not.toHaveBeenCalled();
  expect(keys()).toEqual([2]);
  // The menu of a mouse stays.
  expect(fireEvent.contextMenu(cardOf('p2'))).toBe(true);
  vi.useRealTimers();
});

test('a menu of the browser that comes before the long press starts the selection too', () => {
  setWidth(390);
  render(<List rows={page(1)} />);
  fireEvent.pointerDown(cardOf('p3'), touch);
  expect(fireEvent.contextMenu(cardOf('p3'), touch)).toBe(false);
  expect(keys()).toEqual([3]);
});

test('a long press on an action of a card does not start the selection', () => {
  vi.useFakeTimers();
  setWidth(390);
  render(<List rows={page(1)} />);
  hold(screen.getByRole('button', { name: 'Ir: p2' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  vi.useRealTimers();
});

test('further taps add cards and remove them, and the count is a status', () => {
  setWidth(390);
  const selecting = { on: true, onChange: vi.fn<(on: boolean) => void>() };
  render(<List rows={page(1)} selecting={selecting} />);
  expect(bar()?.textContent).toContain('0 selecionados');
  fireEvent.click(cardOf('p2'));
  fireEvent.click(screen.getByText('p4'));
  expect(keys()).toEqual([2, 4]);
  const states = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(states).toContain('2 selecionados');
  fireEvent.click(cardOf('p2'));
  expect(keys()).toEqual([4]);
  fireEvent.click(box('Selecionar p4'));
  expect(keys()).toEqual([]);
  fireEvent.click(box('Selecionar a página'));
  expect(keys()).toEqual([1, 2, 3, 4, 5]);
  fireEvent.click(screen.getByRole('button', { name: 'Concluir a seleção' }));
  expect(selecting.onChange).toHaveBeenCalledExactlyOnceWith(false);
  expect(keys()).toEqual([]);
});

test('Page Down at the last row opens the next page at its first row; Page Up stops at the first row', () => {
  const { rerender } = render(<List rows={page(1)} />);
  const [, first, , , , last] = screen.getAllByRole('row');
  first!.focus();
  fireEvent.keyDown(first!, { key: 'PageUp' });
  expect(onPage).not.toHaveBeenCalled();
  fireEvent.keyDown(first!, { key: 'PageDown' });
  expect(document.activeElement).toBe(last);
  fireEvent.keyDown(last!, { key: 'PageDown' });
  expect(onPage).toHaveBeenCalledExactlyOnceWith(2);
  rerender(<List rows={page(6)} page={2} />);
  expect(document.activeElement).toBe(screen.getAllByRole('row')[1]);
});

test('Enter runs the only action of a row without a menu', () => {
  const run = vi.fn<(person: Person) => void>();
  render(<List rows={page(1)} actions={[{ key: 'go', label: 'Ir', slot: 'row', run }]} />);
  const [, , second] = screen.getAllByRole('row');
  second!.focus();
  fireEvent.keyDown(second!, { key: 'Enter' });
  expect(run.mock.calls).toEqual([[{ id: 2, name: 'p2' }]]);
});
