// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { exportTickets } from '@ramal/contract/tickets/export-tickets';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { ExportTickets } from './ExportTickets.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('sends all filters of the list, and the status that its tickets receive', async () => {
  const requests = answering([
    [
      exportTickets,
      () => {
        throw new Refusal('no_items_to_export');
      },
    ],
  ]);
  const filters = {
    content: 'trava',
    category: 2,
    date: '2026-11-20',
    idRes: 7,
    channel: 'n:espn',
  };
  await show(<ExportTickets system={1} status={0} filters={filters} count={3} />, '/ticket');
  fireEvent.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Andamento' }));
  fireEvent.click(screen.getByRole('button', { name: 'Exportar e mudar 3' }));
  await waitFor(() => expect(calls(requests, exportTickets)).toHaveLength(1));
  expect(calls(requests, exportTickets)[0]!.body).toEqual({
    ...filters,
    status: 0,
    systemTypeId: 1,
    atualizaStatus: 2,
  });
  await screen.findByText('Nenhum item encontrado!');
});
