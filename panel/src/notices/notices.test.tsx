import { getOwnTelegram } from '@ramal/contract/messaging';
import { countNotices } from '@ramal/contract/notices/notice-count';
import {
  confirmNoticeAddress,
  getNoticeChoices,
  listNoticeDeliveries,
  listNotices,
  readNotices,
  saveNoticeChoices,
} from '@ramal/contract/notices/notices';
import { connectTelegram } from '@ramal/contract/messaging';
import { getOwnPush } from '@ramal/contract/notices/push';
import { getProductStatus } from '@ramal/contract/operations/nodes';
import { noticeKinds } from '@ramal/contract/rules/notices';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { answering, calls, type Respond, type SentRequest, show } from '../lines/test/screen.tsx';
import { Bell } from './Bell.tsx';
import { Notices } from './Notices.tsx';

const at = 1_763_737_200;
const notice = {
  id: 7,
  kind: 'answer' as const,
  title: 'ESPN 2 <b>travando</b>',
  text: 'Suporte: Trocamos a fonte.',
  path: '/ticket?dialog=details&ticket=5',
  created_at_timestamp: at,
  read: false,
};

let requests: SentRequest[];
const answers: (readonly [Endpoint, Respond])[] = [];
const on = (declaration: Endpoint, answer: unknown) =>
  void answers.push([declaration, () => answer]);
beforeEach(() => {
  answers.length = 0;
  on(listNotices, { data: [notice], unread: 1 });
  on(countNotices, { unread: 1 });
  on(readNotices, { message: 'Avisos lidos', unread: 0 });
  on(getNoticeChoices, {
    panel: [...noticeKinds],
    email: [],
    telegram: [],
    push: [...noticeKinds],
    address: null,
    address_confirmed: false,
    can_email: true,
  });
  on(getProductStatus, {
    problems: [],
    news: [
      { version: '0.22.0', date: '2026-11-30', changes: [{ kind: 'added', text: 'Cupons.' }] },
      { version: '0.20.0', date: '2026-11-29', changes: [{ kind: 'added', text: 'Números.' }] },
    ],
  });
  on(getOwnPush, { public_key: 'BA', browsers: [] });
  on(getOwnTelegram, {
    bot: 'marca_bot',
    connected: false,
    connected_at_timestamp: null,
    end_reason: null,
  });
  on(listNoticeDeliveries, {
    data: [
      {
        id: 1,
        channel: 'email' as const,
        title: 'Créditos para 4 dias',
        state: 'failed' as const,
        reason: 'O endereço não existe mais.',
        attempts: 2,
        created_at_timestamp: at,
        finished_at_timestamp: at,
      },
    ],
    total: 1,
    total_exact: true,
    current_page: 1,
    per_page: 10,
    last_page: 1,
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists new notices under the bell, marks one as read, and opens its screen', async () => {
  requests = answering(answers);
  const view = await show(<Bell unread={1} disabled={false} />, '/dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'Avisos: 1 novo' }));
  // Text that users write is never interpreted as markup.
  const title = await screen.findByText('ESPN 2 <b>travando</b>');
  expect(screen.getByText('Respostas')).toBeTruthy();
  fireEvent.click(title);
  await vi.waitFor(() =>
    expect(calls(requests, readNotices).map(({ body }) => body)).toEqual([{ id: 7 }]),
  );
  await vi.waitFor(() => expect(view.path()).toBe('/ticket'));
  expect(view.search()).toEqual({ dialog: 'details', ticket: 5 });
});

it('saves the choice for e-mails, lists deliveries with their results, and connects a chat by a link', async () => {
  on(saveNoticeChoices, {
    message: 'Escolha guardada',
    panel: [],
    email: [],
    telegram: [],
    push: [],
    address: null,
    address_confirmed: false,
  });
  on(connectTelegram, { url: 'https://t.me/marca_bot?start=abc', expires_at_timestamp: at + 900 });
  requests = answering(answers);
  await show(<Notices />, '/notices');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Respostas: E-mail' }));
  fireEvent.change(screen.getByLabelText('E-mail que recebe'), {
    target: { value: 'eu@x.example' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await vi.waitFor(() =>
    expect(calls(requests, saveNoticeChoices).map(({ body }) => body)).toEqual([
      {
        panel: [...noticeKinds],
        email: ['answer'],
        telegram: [],
        push: [...noticeKinds],
        address: 'eu@x.example',
      },
    ]),
  );
  expect(await screen.findByText('O endereço não existe mais.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Conectar meu Telegram' }));
  const link = await screen.findByRole('link', { name: 'Abrir o Telegram' });
  expect(link.getAttribute('href')).toBe('https://t.me/marca_bot?start=abc');
});

it('shows an unconfirmed e-mail address, and confirms it with the token of its link', async () => {
  on(getNoticeChoices, {
    panel: [],
    email: ['answer'],
    telegram: [],
    push: [],
    address: 'eu@x.example',
    address_confirmed: false,
    can_email: true,
  });
  on(confirmNoticeAddress, { message: 'E-mail confirmado', address: 'eu@x.example' });
  requests = answering(answers);
  const view = await show(<Notices />, '/notices?confirm=7.abc');
  expect(await screen.findByText(/Abra o link que enviamos a eu@x\.example/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar e-mail' }));
  await vi.waitFor(() =>
    expect(calls(requests, confirmNoticeAddress).map(({ body }) => body)).toEqual([
      { token: '7.abc' },
    ]),
  );
  await vi.waitFor(() => expect(view.search()).toEqual({}));
});

it('shows the state of the product and the newest release in the bell, and all releases on its screen', async () => {
  requests = answering(answers);
  await show(<Bell unread={1} disabled={false} />, '/dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'Avisos: 1 novo' }));
  await screen.findByText('Tudo no ar');
  expect(screen.getByLabelText('Novidades da versão 0.22.0').textContent).toContain('Cupons.');
  expect(screen.queryByText('Números.')).toBeNull();
  cleanup();
  requests = answering(answers);
  await show(<Notices />, '/notices');
  await screen.findByText('Números.');
});

it('names each part of the product that fails, with the time of its failure', async () => {
  on(getProductStatus, {
    problems: [{ part: 'channels', text: 'ESPN 2 está sem sinal', since_timestamp: at }],
    news: [],
  });
  requests = answering(answers);
  await show(<Notices />, '/notices');
  await screen.findByText(/ESPN 2 está sem sinal/);
  expect(screen.queryByText('Tudo no ar')).toBeNull();
});
