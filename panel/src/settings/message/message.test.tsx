import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { getProfile } from '@ramal/contract/sessions';
import {
  countMessageRecipients,
  listSentMessages,
  listUnreadRecipients,
  sendMessageToResellers,
  type SentMessage,
} from '@ramal/contract/tickets/administration-messages';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { WriteMessage } from './WriteMessage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sent: SentMessage = {
  id: 8,
  title: 'Guia dos canais abertos corrigido',
  sentAtTimestamp: Date.parse('2026-11-17T13:12:00Z') / 1000,
  username: 'nortetv',
  total: 6,
  received: 5,
  read: 4,
  passedOn: [
    { username: 'manaus.play', word: 'Confiram o guia', total: 9, read: 8 },
    { username: 'santarem.tv', word: '', total: 3, read: 1 },
  ],
  passedOnCount: 2,
  levels: [
    { level: 0, total: 1, received: 1, read: 1 },
    { level: 1, total: 5, received: 4, read: 3 },
  ],
};

const pageOf = <Row,>(...data: Row[]) => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});

async function open(...messages: SentMessage[]) {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [listSentMessages, () => pageOf(...messages)],
    [
      searchResellers,
      () => ({
        found: [{ id: 5210, username: 'nortetv', email: null, path: [] }],
        more: false,
      }),
    ],
    [countMessageRecipients, () => ({ id: 5210, username: 'nortetv', first_level: 0, tree: 46 })],
    [sendMessageToResellers, () => ({ id: 9, sent: 46, message: 'Mensagem enviada com sucesso!' })],
    [
      listUnreadRecipients,
      () => pageOf({ id: 71, username: 'manaus.play', level: 1, received_at_timestamp: null }),
    ],
  ]);
  await show(<WriteMessage />, '/settings/message');
  return requests;
}

it('shows the recipients before the message is sent, and their number on the button', async () => {
  const requests = await open();
  await screen.findByText('Nenhuma mensagem enviada');
  const field = screen.getByRole('combobox', { name: 'Revenda' });
  field.focus();
  fireEvent.change(field, { target: { value: 'nor' } });
  fireEvent.click(
    await screen.findByRole('option', { name: 'nortetv', hidden: true }, { timeout: 3000 }),
  );
  // By default only the selected reseller receives the message (Q-MESSAGETARGET). The user must
  // select a larger group explicitly.
  await screen.findByText('Uma mensagem só, com 1 recibo de leitura.');
  screen.getByRole('button', { name: 'Enviar para 1 revenda' });
  fireEvent.click(await screen.findByRole('radio', { name: /Toda a árvore/ }));
  await screen.findByText('Uma mensagem só, com 46 recibos de leitura.');
  screen.getByRole('button', { name: 'Enviar para 46 revendas' });
  const first = screen.getByRole<HTMLInputElement>('radio', { name: /Primeiro nível/ });
  expect(first.disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /Só nortetv/ }));
  screen.getByRole('button', { name: 'Enviar para 1 revenda' });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar para 1 revenda' }));
  await screen.findByText('O campo Mensagem é necessário.');
  expect(calls(requests, sendMessageToResellers)).toEqual([]);
});

it('shows who received and read the latest message, level by level, and who did not', async () => {
  await open(sent);
  const card = await screen.findByRole('region', { name: 'Mensagens enviadas' });
  expect(await within(card).findByText(/Última mensagem · 17\/11\/2026 10:12/)).toBeTruthy();
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((level) => level.textContent),
  ).toEqual([
    'nortetv1 de 1 leram',
    'Primeiro nível3 de 5 leram',
    'MAmanaus.play“Confiram o guia”8 leram',
    'SAsantarem.tvsem palavra1 leu',
  ]);
  within(card).getByText('2 revendas repassaram');
  within(card).getByText('2 ainda não leram');
  fireEvent.click(within(card).getByRole('button', { name: 'Ver quem' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain('manaus.play'));
});
