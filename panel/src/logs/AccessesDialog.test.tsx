import { listAccesses } from '@ramal/contract/logs';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { AccessesDialog } from './AccessesDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rows = [
  { ip: '203.0.113.20', date: '21/11/2026 14:32', device: 'Chrome no Android', entered: true },
  { ip: '203.0.113.21', date: '20/11/2026 09:10', device: '', entered: false },
];

it('shows address, result, device and date of each sign-in, and searches by address', async () => {
  const requests = answering([
    [
      listAccesses,
      ({ query }) => ({
        data: rows.filter(({ ip }) => ip.includes(query.search ?? '')),
        total: 2,
        total_exact: true,
        current_page: 1,
        per_page: 10,
        last_page: 1,
        id: 5210,
        username: 'nortetv',
      }),
    ],
  ]);
  await show(
    <AccessesDialog reseller={{ id: 5210, username: 'nortetv' }} onClose={() => undefined} />,
    '/list-resellers',
  );
  const cellsOf = (text: string) =>
    within(screen.getByText(text).closest('tr')!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  await screen.findByText('203.0.113.20');
  expect(cellsOf('203.0.113.20')).toEqual([
    '203.0.113.20',
    'Entrou',
    'Chrome no Android',
    '21/11/2026 14:32',
  ]);
  expect(cellsOf('203.0.113.21')).toEqual(['203.0.113.21', 'Recusado', '–', '20/11/2026 09:10']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '113.21' } });
  await waitFor(() => expect(screen.queryByText('203.0.113.20')).toBeNull());
  expect(calls(requests, listAccesses).at(-1)!.query).toMatchObject({
    search: '113.21',
    dir: 'desc',
    page: '1',
  });
});
