import {
  checkMailRecords,
  findTelegramBot,
  getChannels,
  getOwnTelegram,
  getTelegramState,
  listSuppressions,
  removeMailRelay,
  removeSuppression,
  saveMailRelay,
  saveTelegramBot,
  saveWhatsappNumber,
  sendTestEmail,
  sendTestTelegram,
  submitWhatsappTemplates,
} from '@ramal/contract/messaging';
import { getAppLinks } from '@ramal/contract/links';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answering,
  fakeNetwork,
  type Network,
  refusing,
} from '../../foundation/api/network.fixtures.ts';
import { show } from '../../lines/test/screen.tsx';
import { getProfile } from '@ramal/contract/sessions';
import { platformKeys } from '@ramal/contract/rules/platforms';
import { Channels } from './Channels.tsx';

const admin = {
  id: 1,
  username: 'admin',
  profile: 'admin' as const,
  is_master: true,
  second_factor: {
    enrolled: false,
    required_from: null,
    must_enrol: false,
    replacement_pending: false,
  },
  id_franchise: null,
  grants: [],
  credits: null,
  credits_without_code: null,
  platforms: [...platformKeys],
  time_zone: 'America/Sao_Paulo',
  quarantine: null,
  tickets_menu: true,
  country: 'BR',
  flags: {
    tests: true,
    test_iptv: true,
    iptv: true,
    p2p: true,
    n_p2p: true,
    login: true,
    xcloud: true,
  },
};

const works = { fault: null, fault_at_timestamp: null, last_sent_at_timestamp: 1_763_737_200 };
const email = {
  host: 'smtp.marca.example',
  port: 587,
  security: 'starttls' as const,
  username: 'ramal',
  has_password: true,
  from_address: 'avisos@marca.example',
  from_name: 'Marca',
  dkim_selector: '',
  ...works,
};
const telegram = {
  username: 'marca_bot',
  name: 'Avisos da Marca',
  polled: true,
  connected: 3,
  ...works,
};
const nothing = {
  franchise: 0,
  email: null,
  telegram: null,
  whatsapp: null,
  inherits_email: false,
  inherits_telegram: false,
  inherits_whatsapp: false,
  franchises: [],
};
const whatsapp = {
  phone_number_id: '1055500001',
  waba_id: '2055500001',
  portfolio_id: '2055500001',
  display_number: '+55 11 5555-0142',
  verified_name: 'Aurora Play',
  cost_cents: 25,
  daily_limit: 250,
  room: 248,
  webhook_path: '/api/whatsapp-updates/abc',
  verify_token: 'palavra',
  templates: [
    { name: 'ramal_vencimento', status: 'APPROVED', category: 'MARKETING', reason: '', body: 'Oi' },
    { name: 'ramal_renovacao', status: 'MISSING', category: '', reason: '', body: 'Oi' },
  ],
  ...works,
};
const page = { total_exact: true, current_page: 1, per_page: 10, last_page: 1 };
const dead = {
  id: 8,
  address: 'ze@cliente.example',
  reason: 'dead' as const,
  answer: '550 5.1.1 User unknown',
  created_at_timestamp: 1_763_737_200,
  until_timestamp: null,
};

let network: Network;
beforeEach(() => {
  network = fakeNetwork();
  network.on(getProfile, () => answering(getProfile, admin));
  network.on(getAppLinks, () =>
    answering(getAppLinks, {
      links: '',
      type: 1,
      id_franchise: null,
      inherited: false,
      date_formatted: null,
      default_links: '',
      franchises: [{ id: 7, name: 'Aurora' }],
    }),
  );
  network.on(getChannels, () => answering(getChannels, nothing));
  network.on(listSuppressions, () => answering(listSuppressions, { ...page, data: [], total: 0 }));
  network.on(getOwnTelegram, () =>
    answering(getOwnTelegram, {
      bot: 'marca_bot',
      connected: true,
      connected_at_timestamp: 1_763_737_200,
      end_reason: null,
    }),
  );
  network.on(getTelegramState, () =>
    answering(getTelegramState, {
      polled: true,
      pending: 0,
      last_error: '',
      last_error_at_timestamp: null,
    }),
  );
  network.on(checkMailRecords, () =>
    answering(checkMailRecords, {
      records: [
        { kind: 'spf', name: 'marca.example', state: 'ok', value: 'v=spf1 -all' },
        { kind: 'dmarc', name: '_dmarc.marca.example', state: 'missing', value: '' },
      ],
    }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const set = (more = {}) =>
  network.on(getChannels, () => answering(getChannels, { ...nothing, email, telegram, ...more }));
const open = () => show(<Channels />, '/channels');
const button = (name: string) => screen.findByRole('button', { name });
const write = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const bodies = (method: string) =>
  network.requests.filter((request) => request.method === method).map(({ body }) => body);

it('lists the missing values and saves a mail relay', async () => {
  await open();
  await screen.findByText('Sem um servidor, nenhum e-mail sai.');
  await write('Servidor', 'smtp.marca.example');
  await write('E-mail do remetente', 'avisos@marca');
  await write('Nome do remetente', 'Marca');
  const keep = (await screen.findAllByRole('button', { name: 'Salvar' }))[0]!;
  fireEvent.click(keep);
  await screen.findByText('Escreva um e-mail inteiro, como nome@exemplo.com.');
  expect(bodies('PUT')).toEqual([]);
  await write('E-mail do remetente', 'avisos@marca.example');
  network.on(saveMailRelay, () => {
    set();
    return answering(saveMailRelay, { ...nothing, email, telegram, message: 'Guardado' });
  });
  fireEvent.click(keep);
  await screen.findByText('Guardado');
  expect(bodies('PUT')).toMatchObject([
    { host: 'smtp.marca.example', port: '587', security: 'starttls', franchise: 0 },
  ]);
  await screen.findByText('Falta: diz o que fazer com quem se passa pelo domínio.');
  await screen.findByText('Certo.');
});

it('shows the fault of a channel and the result of a test', async () => {
  set({ email: { ...email, fault: 'Recusou a senha.', fault_at_timestamp: 1_763_737_200 } });
  network.on(sendTestEmail, () =>
    refusing('test_message_failed', { values: { reason: '535 5.7.8' } }),
  );
  await open();
  await screen.findByText('Recusou a senha.');
  await write('Enviar um teste para', 'dono@marca.example');
  fireEvent.click(await button('Enviar teste'));
  expect(await screen.findByText('A mensagem de teste não saiu. 535 5.7.8')).toBeTruthy();
});

it('shows the bot of a token, and warns before it replaces another bot', async () => {
  set();
  network.on(findTelegramBot, () =>
    answering(findTelegramBot, { username: 'outro_bot', name: 'Outro' }),
  );
  network.on(saveTelegramBot, () =>
    answering(saveTelegramBot, { ...nothing, email, telegram, message: 'Bot guardado' }),
  );
  await open();
  await write('Token do bot', '123:abcdefghijklmnop');
  fireEvent.click(await button('Ver o bot'));
  await screen.findByText('@outro_bot');
  expect(bodies('PUT')).toEqual([]);
  const telegramCard = screen.getByRole('region', { name: 'Telegram' });
  fireEvent.click(await within(telegramCard).findByRole('button', { name: 'Salvar' }));
  await screen.findByText('Quem conectou @marca_bot precisa conectar de novo.');
  fireEvent.click(await button('Sim, trocar'));
  await screen.findByText('Bot guardado');
  expect(bodies('PUT')).toEqual([{ franchise: 0, token: '123:abcdefghijklmnop' }]);
});

it('sends a test message to the own chat', async () => {
  set();
  network.on(sendTestTelegram, () =>
    answering(sendTestTelegram, { message: 'Mensagem de teste enviada' }),
  );
  await open();
  fireEvent.click(await button('Enviar a mim'));
  expect(await screen.findByText('Mensagem de teste enviada')).toBeTruthy();
});

it('removes a suppressed address and a relay, each after a confirmation', async () => {
  set();
  network.on(listSuppressions, () =>
    answering(listSuppressions, { ...page, data: [dead], total: 1 }),
  );
  network.on(removeSuppression, () => answering(removeSuppression, { message: 'Volta a receber' }));
  network.on(removeMailRelay, () =>
    answering(removeMailRelay, { ...nothing, message: 'Servidor retirado' }),
  );
  await open();
  fireEvent.click(await button('Voltar a enviar para ze@cliente.example'));
  fireEvent.click(await button('Sim, voltar a enviar'));
  await screen.findByText('Volta a receber');
  fireEvent.click((await screen.findAllByRole('button', { name: 'Retirar' }))[0]!);
  await screen.findByText('O que espera para sair por ele não sai mais.');
  fireEvent.click(await button('Sim, retirar'));
  await screen.findByText('Servidor retirado');
  await waitFor(() => expect(bodies('DELETE')).toHaveLength(2));
});

it('shows the daily cost of a WhatsApp number before it is saved, and sends cents', async () => {
  await open();
  await write('ID do número', '1055500001');
  await write('ID da conta (WABA)', '2055500001');
  await write('Token', 'EAAG');
  await write('Chave secreta do aplicativo', 'segredo');
  await write('Custo por mensagem, em reais', '0,25');
  network.on(saveWhatsappNumber, () =>
    answering(saveWhatsappNumber, { ...nothing, whatsapp, message: 'Guardado' }),
  );
  fireEvent.click((await screen.findAllByRole('button', { name: 'Salvar' })).at(-1)!);
  await screen.findByText(/custa R\$ 0,25 na Meta; no máximo R\$ 62,50 por dia com 250 pessoas/);
  fireEvent.click(await button('Sim, salvar'));
  await waitFor(() => expect(bodies('PUT')).toMatchObject([{ cost_cents: '25', token: 'EAAG' }]));
});

it('names the fields in errors as on the screen', async () => {
  set();
  await open();
  const region = async (name: string) => within(await screen.findByRole('region', { name }));
  fireEvent.click(await button('Enviar teste'));
  const wrongAddress = await screen.findAllByText('O campo Enviar um teste para é necessário.');
  expect(wrongAddress.length).toBeGreaterThan(0);
  fireEvent.click(await button('Entendi'));
  await write('Pessoas por dia', '0');
  fireEvent.click((await region('WhatsApp')).getByRole('button', { name: 'Salvar' }));
  const wrongLimit = await screen.findAllByText(/^O campo Pessoas por dia /);
  expect(wrongLimit.length).toBeGreaterThan(0);
});

it('shows Meta’s decisions about the templates, and requests them again', async () => {
  set({ whatsapp });
  network.on(submitWhatsappTemplates, () =>
    answering(submitWhatsappTemplates, { ...nothing, whatsapp, message: 'Modelos conferidos' }),
  );
  await open();
  await screen.findByText('aprovado');
  await screen.findByText('não enviado');
  await screen.findByText(/conta como propaganda/);
  fireEvent.click(await button('Enviar e conferir modelos'));
  expect(await screen.findByText('Modelos conferidos')).toBeTruthy();
});
