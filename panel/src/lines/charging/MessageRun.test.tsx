// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import type { WireAnswer } from '@ramal/contract/api/endpoint';
import { chargeLine, readLineMessage } from '@ramal/contract/lines/charging';
import { extendIptvLine, getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { getLine } from '@ramal/contract/lines/line-page';
import { listMessages, recordRenewalMessage } from '@ramal/contract/lines/messages';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { created, lineFacts, profile, row } from '../test/answers.ts';
import { answering, calls, show } from '../test/screen.tsx';
import { ChargeRun } from './ChargeRun.tsx';
import { NOW, heading, prepareRuns, press, sendButton, written } from './test/run-screen.ts';

type Message = WireAnswer<typeof listMessages>['messages'][number];
const seconds = NOW.getTime() / 1000;

const run = prepareRuns();

const message = (id: number, nota: string, more: Partial<Message> = {}): Message => ({
  id,
  reason: 'renewed',
  platform: 'iptv',
  username: `8492017${id}`,
  nota,
  whatsapp: `551195555014${id}`,
  exp_date_timestamp: seconds + 30 * 86_400,
  value: null,
  ...more,
});
const expired = { reason: 'expired', exp_date_timestamp: seconds - 86_400 } as const;

async function open(
  messages: Message[],
  address = '/charge',
  ...more: Parameters<typeof answering>[0]
) {
  const requests = answering([
    [getProfile, () => profile()],
    [listMessages, () => ({ total: messages.length, by_reason: [], messages })],
    [getIptvLinks, () => created({ id: 1, whatsapp: '5511955550143' })],
    [
      chargeLine,
      ({ path }) => ({
        message: 'ok',
        id: Number(path.split('/')[3]),
        charged_at_timestamp: seconds,
      }),
    ],
    ...more,
  ]);
  await show(<ChargeRun />, address);
  return requests;
}
const recorded = (requests: Awaited<ReturnType<typeof open>>) =>
  calls(requests, recordRenewalMessage).map(({ path, body }) => [path, body]);

it('notifies the customers of a renewed batch one after the other and charges none', async () => {
  const renewed = [message(1, 'Fátima Ribeiro'), message(2, 'Seu Osvaldo')];
  const requests = await open(renewed, '/charge?batch=9');
  await heading('Fátima Ribeiro');
  expect(calls(requests, listMessages)[0]!.query).toEqual({ batch: '9' });
  expect(screen.queryByRole('button', { name: 'Já pagou: +30' })).toBeNull();
  await written('Renovação confirmada');
  await press(sendButton);
  await heading('Seu Osvaldo');
  expect(run.opened[0]).toContain('Renovação confirmada');
  await press('Pular');
  await heading('Você passou por todos');
  expect(screen.getByText('avisado').previousSibling?.textContent).toBe('1');
  expect(calls(requests, chargeLine)).toEqual([]);
  expect(recorded(requests)).toEqual([
    ['/api/lines/1/renewal-message', { outcome: 'opened' }],
    ['/api/lines/2/renewal-message', { outcome: 'skipped' }],
  ]);
});

it('names the reason of each message of today and records it by its reason', async () => {
  const requests = await open([
    message(1, 'Fátima Ribeiro', { reason: 'paid', value: 35 }),
    message(3, 'Edson', expired),
  ]);
  await heading('Fátima Ribeiro');
  expect(screen.getByText(/^Pagou R\$.35,00 e foi renovado ·/)).toBeTruthy();
  await written('Renovação confirmada');
  await press(sendButton);
  await heading('Edson');
  expect(screen.getByText(/^Venceu ontem às 12:00 ·/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Já pagou: +30' })).toBeTruthy();
  await written();
  await press(sendButton);
  await heading('Você passou por todos');
  expect(screen.getByText('avisado').previousSibling?.textContent).toBe('1');
  expect(screen.getByText('cobrado').previousSibling?.textContent).toBe('1');
  expect(recorded(requests)).toHaveLength(1);
  expect(calls(requests, chargeLine)).toHaveLength(1);
});

it('shows a customer of the queue when the seller chooses one', async () => {
  await open([
    message(1, 'Fátima Ribeiro'),
    message(2, 'Seu Osvaldo'),
    message(3, 'Edson', expired),
  ]);
  await heading('Fátima Ribeiro');
  const queue = within(screen.getByRole('complementary', { name: 'Fila' }));
  queue.getByRole('button', { name: /^Edson/ }).click();
  await heading('Edson');
  await written();
  await press(sendButton);
  expect(await heading('Fátima Ribeiro')).toBeDefined();
});

it('shows the skipped customers again at the end and after a day', async () => {
  const messages = [message(3, 'Edson', expired), message(4, 'Ana Paula', expired)];
  await open(messages);
  await press('Pular');
  await heading('Ana Paula');
  await press('Pular');
  await heading('Você passou por todos');
  await press('Rever os 2 pulados');
  await heading('Edson');
  await press('Pular');
  cleanup();
  await open(messages);
  await heading('Ana Paula');
  cleanup();
  vi.setSystemTime(NOW.getTime() + 86_400_000);
  await open(messages);
  expect(await heading('Edson')).toBeDefined();
});

it('shows a customer again whose skipped message could not be stored', async () => {
  await open([message(1, 'Fátima Ribeiro')], '/charge', [
    recordRenewalMessage,
    () => {
      throw new Refusal('line_not_found');
    },
  ]);
  await heading('Fátima Ribeiro');
  await press('Pular');
  await screen.findByRole('alertdialog');
  await waitFor(() => expect(screen.getByText('Fátima Ribeiro').tagName).toBe('H2'));
});

it('offers the message about the renewal of a customer after the payment', async () => {
  const renewed = row({ id: 3, days: 30 });
  const requests = await open([message(3, 'Edson', expired)], '/charge', [
    extendIptvLine,
    () => ({
      ...renewed,
      message: 'ok',
      exp_date_formatted: renewed.exp_date,
      charged: 1,
      balance: 1,
      undo_id: 'a6a4ab0c-9df0-4d4b-8a1f-4b7b0d4b7d11',
    }),
  ]);
  await heading('Edson');
  await press('Já pagou: +30');
  await press('Sim, renovar');
  await heading('Você passou por todos');
  await press('Enviar para +55 (11) 95555-0143');
  await waitFor(() => expect(run.opened[0]).toContain('Renovação confirmada'));
  expect(recorded(requests)).toEqual([['/api/lines/3/renewal-message', { outcome: 'opened' }]]);
});

it('charges a chosen customer again on the same day', async () => {
  sessionStorage.setItem('charge-run-line-7', '[7]');
  const line = () =>
    lineFacts({
      id: 7,
      nota: 'Dona Célia',
      whatsapp: '5511955550147',
      charged_at_timestamp: seconds - 60,
    });
  const requests = await open([], '/charge?line=7', [getLine, line]);
  await heading('Dona Célia');
  await press('Pular');
  await heading('Você passou por todos');
  cleanup();
  await show(<ChargeRun />, '/charge?line=7');
  await heading('Dona Célia');
  expect(screen.getByText(/^Cobrado há/)).toBeTruthy();
  await written();
  await press(sendButton);
  await heading('Você passou por todos');
  await waitFor(() => expect(calls(requests, chargeLine)).toHaveLength(1));
});

it('moves on from a customer who received the message after the run was opened', async () => {
  const requests = await open(
    [message(1, 'Fátima Ribeiro'), message(2, 'Seu Osvaldo')],
    '/charge?batch=9',
    [
      readLineMessage,
      ({ path }) => ({
        id: Number(path.split('/')[3]),
        text: 'Renovação confirmada',
        reminder_id: null,
        renewal_link: '',
        price_cents: null,
        already_sent: path.includes('/1/'),
      }),
    ],
  );
  await heading('Seu Osvaldo');
  expect(screen.getByText('Já avisado')).toBeTruthy();
  expect(run.opened).toEqual([]);
  expect(recorded(requests)).toEqual([]);
});

it('keeps the result of a customer when the seller goes back and on again', async () => {
  const requests = await open([message(1, 'Fátima Ribeiro'), message(2, 'Seu Osvaldo')]);
  await heading('Fátima Ribeiro');
  await written('Renovação confirmada');
  await press(sendButton);
  await heading('Seu Osvaldo');
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  await heading('Fátima Ribeiro');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await heading('Seu Osvaldo');
  fireEvent.keyDown(document.body, { key: 'ArrowRight', repeat: true });
  expect(recorded(requests)).toEqual([['/api/lines/1/renewal-message', { outcome: 'opened' }]]);
});

it('shows a skipped charge again when the customer has paid since', async () => {
  await open([message(3, 'Edson', expired), message(4, 'Ana Paula', expired)]);
  await press('Pular');
  await heading('Ana Paula');
  cleanup();
  await open([message(3, 'Edson', { reason: 'paid' }), message(4, 'Ana Paula', expired)]);
  expect(await heading('Edson')).toBeDefined();
});

it('shows a text when no message is left today', async () => {
  await open([]);
  expect(await screen.findByText('Nenhuma mensagem para hoje')).toBeDefined();
});
