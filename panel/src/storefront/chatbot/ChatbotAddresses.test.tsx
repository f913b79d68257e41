import {
  type ChatbotAddress,
  createChatbotAddress,
  editChatbotAddress,
  listChatbotAddresses,
  revokeChatbotAddress,
} from '@ramal/contract/storefront/chatbot';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { ChatbotAddresses } from './ChatbotAddresses.tsx';

const NOW = new Date('2026-11-20T17:32:00Z');
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const address: ChatbotAddress = {
  id: 4,
  url: 'https://rm.example/api/chatbot/q7Rk2mVx9a/t6H4pZs1Yw',
  platform: 'iptv',
  productName: 'Completo',
  testHours: 6,
  perDay: 10,
  today: 3,
  createdAtTimestamp: 1_793_600_000,
  lastUsedAtTimestamp: NOW.getTime() / 1000,
};

const open = async (addresses: ChatbotAddress[]) => {
  const requests = answering([
    [getProfile, () => profile({ profile: 'reseller' })],
    [listChatbotAddresses, () => ({ data: addresses })],
    [createChatbotAddress, () => ({ ...address, message: 'Endereço criado' })],
    [editChatbotAddress, () => ({ ...address, message: 'Endereço guardado' })],
    [revokeChatbotAddress, () => ({ id: 4, message: 'Endereço revogado' })],
  ]);
  await show(
    <ul>
      <ChatbotAddresses />
    </ul>,
    '/webhooks',
  );
  return requests;
};

it('shows the whole address, what it creates and its use of today', async () => {
  await open([address]);
  const box = within(await screen.findByRole('region', { name: 'Endereço de Completo' }));
  expect(box.getByText('rm.example/api/chatbot/q7Rk2mVx9a/t6H4pZs1Yw')).toBeTruthy();
  expect(box.getByText('Teste 6 h, Completo')).toBeTruthy();
  expect(box.getByText(/último pedido hoje, \d\d:\d\d · 3 de 10 hoje/)).toBeTruthy();
  expect(box.getByRole('button', { name: /Copiar/ })).toBeTruthy();
});

it('creates the first address without a question', async () => {
  const requests = await open([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Criar endereço' }));
  await waitFor(() => expect(calls(requests, createChatbotAddress)).toHaveLength(1));
});

it('revokes an address only after the confirmation', async () => {
  const requests = await open([address]);
  fireEvent.click(await screen.findByRole('button', { name: 'Revogar endereço' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Quem ainda usa recebe uma recusa.')).toBeTruthy();
  expect(calls(requests, revokeChatbotAddress)).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Sim, revogar' }));
  await waitFor(() => expect(calls(requests, revokeChatbotAddress)).toHaveLength(1));
});

it('changes the tests of the day', async () => {
  const requests = await open([address]);
  fireEvent.click(await screen.findByRole('button', { name: 'Testes por dia' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Testes por dia'), { target: { value: '25' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(calls(requests, editChatbotAddress)).toHaveLength(1));
});
