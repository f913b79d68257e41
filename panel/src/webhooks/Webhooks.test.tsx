import { getProfile } from '@ramal/contract/sessions';
import {
  type Webhook,
  type WebhookMessage,
  createWebhook,
  editWebhook,
  getWebhookMessage,
  listWebhookMessages,
  listWebhooks,
  resendWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
  webhookEvents,
} from '@ramal/contract/webhooks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { Webhooks } from './Webhooks.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const now = Math.floor(Date.now() / 1000);
const endpoint: Webhook = {
  id: 4,
  url: 'https://loja.example/ramal/eventos',
  events: ['line.renewed', 'line.created'],
  expiringDays: 3,
  lowCredits: 50,
  formerUntilTimestamp: null,
  active: true,
  offReason: '',
  failingSinceTimestamp: null,
  createdAtTimestamp: now,
  week: { total: 1_000, delivered: 992, averageMs: 182 },
};
const failed: WebhookMessage = {
  id: 9,
  messageId: 'msg_2mVr4pTa9c',
  type: 'line.renewed',
  about: 'Dona Célia',
  state: 'failed',
  answer: '503',
  attempts: 10,
  createdAtTimestamp: now,
  nextAtTimestamp: null,
};
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const open = async (endpoints: Webhook[] = [endpoint], message = failed) => {
  const requests = answering([
    [getProfile, () => profile({ profile: 'reseller', grants: ['api.keys'] })],
    [listWebhooks, () => ({ data: endpoints })],
    [
      listWebhookMessages,
      () => ({
        data: [message],
        total: 1,
        totalExact: true,
        currentPage: 1,
        perPage: 10,
        lastPage: 1,
        trying: 0,
        failed: 1,
      }),
    ],
    [
      getWebhookMessage,
      () => ({
        ...message,
        body: '{"type":"line.renewed"}',
        tries: [
          { atTimestamp: now, tookMs: 1_200, delivered: false, answer: '503', body: 'ocupado' },
        ],
      }),
    ],
    [createWebhook, () => ({ ...endpoint, message: 'Endereço adicionado', secret: SECRET })],
    [rotateWebhookSecret, () => ({ ...endpoint, message: 'Segredo trocado', secret: SECRET })],
    [editWebhook, () => ({ ...endpoint, message: 'Endereço salvo' })],
    [testWebhook, () => ({ id: 10, message: 'Teste enviado' })],
    [resendWebhookMessage, () => ({ id: 9, message: 'Enviado de novo' })],
  ]);
  await show(<Webhooks />, '/webhooks');
  return requests;
};

it('shows the deliveries of an address and the figures of its week', async () => {
  await open();
  await screen.findByText('2 eventos · 99,2% entregues em 7 dias · resposta em 182 ms');
  await screen.findByText('Dona Célia');
  expect(screen.getByText('desistiu')).toBeTruthy();
  expect(screen.getByRole('radio', { name: /^Falharam\s*1$/ })).toBeTruthy();
});

it('adds an address with its events and shows its secret once', async () => {
  const requests = await open([]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Adicionar endereço' }))[0]!);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Endereço' }), {
    target: { value: 'https://loja.example/x' },
  });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Poucos créditos' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Adicionar endereço' }));
  await screen.findByText(SECRET);
  expect(calls(requests, createWebhook)[0]!.body).toMatchObject({
    url: 'https://loja.example/x',
    events: webhookEvents.filter((event) => event !== 'credits.low'),
  });
});

it('sends a test, and rotates a secret with the selected overlap', async () => {
  const requests = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Enviar teste' }));
  await waitFor(() => expect(calls(requests, testWebhook)).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Trocar segredo' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, trocar' }));
  await screen.findByText(SECRET);
  expect(calls(requests, rotateWebhookSecret)[0]!.body).toEqual({ overlap_hours: '24' });
});

it('shows the attempts of a delivery with their responses, and sends it again', async () => {
  const requests = await open();
  fireEvent.click((await screen.findAllByRole('button', { name: /Ver entrega/ }))[0]!);
  await screen.findByText('503 · 1,2 s');
  screen.getByText('ocupado');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar de novo' }));
  await waitFor(() => expect(calls(requests, resendWebhookMessage)).toHaveLength(1));
});

it('shows why an address was disabled, and enables it by saving', async () => {
  const requests = await open([
    { ...endpoint, active: false, offReason: 'Todas as tentativas falharam por 5 dias.' },
  ]);
  await screen.findByText('Todas as tentativas falharam por 5 dias.');
  expect(screen.queryByRole('button', { name: 'Enviar teste' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Ligar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Salvar e ligar' }));
  await waitFor(() => expect(calls(requests, editWebhook)).toHaveLength(1));
});
