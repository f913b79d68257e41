import { Refusal } from '@ramal/contract/api/errors';
import {
  endViewing,
  getMomentAbuse,
  listRefusedPlays,
  type Viewing,
} from '@ramal/contract/watching';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { lineListAnswer, row } from '../test/answers.ts';
import { bodyRow, choose, open, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const viewing = (change: Partial<Viewing> = {}): Viewing => ({
  id: '3f2a0c1e-7a55-4a3e-9b0e-0a4f8f3f2a10',
  user: '84920175',
  ip: '203.0.113.7',
  content: 'Canal de teste',
  encoding: 'HLS',
  aid: '20261121154210-3F2A',
  userAgent: 'VLC/3.0',
  startedAtTimestamp: Date.parse('2026-11-21T18:42:10Z') / 1000,
  lastSeenTimestamp: Date.parse('2026-11-21T18:45:10Z') / 1000,
  ...change,
});

const other = viewing({
  id: 'b7c10c1e-7a55-4a3e-9b0e-0a4f8f3f2a11',
  content: 'Filme de teste',
  encoding: 'MP4',
  aid: '20261121154300-B7C1',
});

const list = () => lineListAnswer(row({ online: true, watching: 'Canal de teste' }));

async function openFromList() {
  await open();
  const cell = within(await bodyRow('84920175'));
  fireEvent.click(
    cell.getByRole('button', { name: 'Assistindo: Canal de teste: ver quem assiste com 84920175' }),
  );
  return screen.findByRole('dialog');
}

it('opens from the mark next to the name, and shows user, address, stream, encoding and AID', async () => {
  const requests = server(list, [getMomentAbuse, () => [viewing(), other]]);
  const dialog = await openFromList();
  expect(within(dialog).getByRole('heading', { name: 'Identificação' })).toBeDefined();
  await within(dialog).findByText('20261121154210-3F2A');
  const heads = [...dialog.querySelectorAll('th')].map((head) => head.textContent);
  expect(heads).toEqual(['Usuario', 'IP', 'Stream', 'Encoding', 'AID', 'Ações']);
  const first = [...dialog.querySelectorAll('tbody tr')[0]!.querySelectorAll('td')].map(
    (cell) => cell.textContent,
  );
  expect(first.slice(0, 4)).toEqual(['84920175', '203.0.113.7', 'Canal de teste', 'HLS']);
  expect(first[4]).toContain('desde 15:42');
  expect(dialog.textContent).toContain('2 telas agora');
  expect(within(dialog).queryByText(/Double Check/i)).toBeNull();
  expect(calls(requests, getMomentAbuse)[0]!.body).toEqual({
    username: '84920175',
    online_id: null,
  });
});

it('says why the player refused the line, and nothing where it did not', async () => {
  const refused = {
    reason: 'screens' as const,
    text: 'As telas da assinatura estão em uso em outro aparelho.',
    user_agent: 'TiviMate',
    refused_at_timestamp: Math.floor(Date.now() / 1000) - 60,
  };
  const viewings = () => [viewing()];
  server(list, [getMomentAbuse, viewings], [listRefusedPlays, () => [refused]]);
  const dialog = await openFromList();
  expect(await within(dialog).findByText('O player recusou este usuário')).toBeDefined();
  expect(dialog.textContent).toContain('em uso em outro aparelho');
  expect(dialog.textContent).toContain('(TiviMate)');
  cleanup();
  server(list, [getMomentAbuse, viewings], [listRefusedPlays, () => []]);
  const calm = await openFromList();
  await within(calm).findByText('1 tela agora');
  expect(within(calm).queryByText('O player recusou este usuário')).toBeNull();
});

it('states that devices compete for the screen, and until when the current one keeps it', async () => {
  const contested = row({
    online: true,
    watching: 'Canal de teste',
    contested_until_timestamp: Math.floor(Date.now() / 1000) + 90,
  });
  server(() => lineListAnswer(contested), [getMomentAbuse, () => [viewing()]]);
  const dialog = await openFromList();
  expect(within(dialog).getByText('Dois aparelhos disputam a tela desta linha')).toBeDefined();
  cleanup();
  server(list, [getMomentAbuse, () => [viewing()]]);
  const calm = await openFromList();
  expect(within(calm).queryByText(/disputam a tela/)).toBeNull();
});

it('opens from «Não» and from the menu of the row too (S-IPTVLIST-17)', async () => {
  server(() => lineListAnswer(row()), [getMomentAbuse, () => []]);
  await open();
  const cell = within(await bodyRow('84920175'));
  const mark = cell.getByRole('button', {
    name: 'Assistindo: Não: ver quem assiste com 84920175',
  });
  expect(mark.textContent).toBe('Assistindo: Não');
  fireEvent.click(mark);
  expect(await screen.findByText('Ninguém está assistindo agora')).toBeDefined();
  cleanup();
  await open();
  await choose('84920175', 'Quem assiste');
  expect(await screen.findByText('Ninguém está assistindo agora')).toBeDefined();
});

it('opens from the address, and shows a text when nobody watches', async () => {
  server(list, [getMomentAbuse, () => []]);
  await open('/users-iptv?janela=assistindo&linha=1');
  expect(await screen.findByText('Ninguém está assistindo agora')).toBeDefined();
});

it('reads the viewings again automatically while it is open', async () => {
  let requestCount = 0;
  server(list, [getMomentAbuse, () => ((requestCount += 1) === 1 ? [viewing()] : [])]);
  await openFromList();
  await screen.findByText('20261121154210-3F2A');
  await waitFor(() => expect(screen.getByText('Ninguém está assistindo agora')).toBeDefined(), {
    timeout: 8_000,
  });
}, 12_000);

it('ends a viewing only after a confirmation, and reads the list again', async () => {
  let running = [viewing(), other];
  const requests = server(
    list,
    [getMomentAbuse, () => running],
    [
      endViewing,
      () => {
        running = [other];
        return { message: 'Exibição encerrada' };
      },
    ],
  );
  await openFromList();
  fireEvent.click(await screen.findByRole('button', { name: 'Encerrar Canal de teste' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('O cliente perde a imagem em segundos');
  expect(question.textContent).toContain('só reabre este conteúdo depois de 1 minuto');
  expect(calls(requests, endViewing)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, encerrar' }));
  expect(await screen.findByText('Exibição encerrada')).toBeDefined();
  expect(calls(requests, endViewing)).toMatchObject([
    { path: `/api/viewings/${viewing().id}/end` },
  ]);
  await waitFor(() => expect(screen.queryByText('20261121154210-3F2A')).toBeNull());
});

it('shows the reason when the viewing has already ended or the list cannot be read', async () => {
  const failToEnd = () => {
    throw new Refusal('viewing_not_found');
  };
  server(list, [getMomentAbuse, () => [viewing()]], [endViewing, failToEnd]);
  await openFromList();
  fireEvent.click(await screen.findByRole('button', { name: 'Encerrar Canal de teste' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, encerrar' }));
  expect(await within(question).findByText(/Esta exibição já terminou/)).toBeDefined();
  cleanup();
  server(list, [
    getMomentAbuse,
    () => {
      throw new Refusal('line_not_found');
    },
  ]);
  await openFromList();
  expect(await screen.findByText('Não deu para ver quem está assistindo')).toBeDefined();
});
