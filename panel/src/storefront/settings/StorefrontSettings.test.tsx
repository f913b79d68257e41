// @vitest-environment happy-dom
import {
  type ChatbotAddress,
  editChatbotAddress,
  listChatbotAddresses,
} from '@ramal/contract/storefront/chatbot';
import { Refusal } from '@ramal/contract/api/errors';
import { getProfile } from '@ramal/contract/sessions';
import { getSalesChats, type SalesChatChannel } from '@ramal/contract/storefront/sales-chats';
import {
  checkStorefrontSlug,
  getStorefront,
  getStorefrontToday,
  saveStorefront,
} from '@ramal/contract/storefront/settings';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { settings, storefront } from '../test/answers.ts';
import { Storefront } from '../Storefront.tsx';
import type { StorefrontState } from './storefront-values.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  setWidth(1024);
  vi.unstubAllGlobals();
});

function setWidth(width: number): void {
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    { width, height: 844 },
  );
}

const address: ChatbotAddress = {
  id: 4,
  url: 'https://rm.example/api/chatbot/q7Rk2mVx9a/t6H4pZs1Yw',
  platform: 'iptv',
  productName: 'Completo',
  testHours: 6,
  perDay: 10,
  today: 3,
  createdAtTimestamp: 1_793_600_000,
  lastUsedAtTimestamp: null,
};

const slugAnswer: Respond = ({ query }) =>
  query['slug'] === 'dona-celia'
    ? { isFree: false, reason: 'Este endereço já é de outra revenda' }
    : { isFree: true, reason: '' };

let chats: SalesChatChannel[];
beforeEach(() => {
  chats = [
    {
      channel: 'telegram',
      name: '@marcelotv_bot',
      url: 'https://t.me/marcelotv_bot?start=q7Rk2mVx9a',
      lastMessageTimestamp: 1_600_000_000,
      problem: '',
    },
    { channel: 'whatsapp', name: '', url: null, lastMessageTimestamp: null, problem: '' },
  ];
});

function server(state: StorefrontState = storefront(), save?: Respond) {
  return answering([
    [getProfile, () => profile()],
    [getStorefront, () => state],
    [getStorefrontToday, () => state.today],
    [getSalesChats, () => ({ channels: chats })],
    [listChatbotAddresses, () => ({ data: [address] })],
    [editChatbotAddress, () => ({ ...address, message: 'Endereço guardado' })],
    [checkStorefrontSlug, slugAnswer],
    [saveStorefront, save ?? (() => ({ message: 'Página salva', ...state }))],
  ]);
}

const open = () => show(<Storefront />, '/storefront');
/** Finds a field by its label, which may be followed by a note. */
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input' });
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));

it('shows per plan the price of a month, the cost in credits and the rest', async () => {
  server();
  await open();
  const row = (await screen.findByRole('row', { name: /3 meses/ })).textContent;
  expect(row).toContain('R$ 33,00');
  expect(row).toContain('3 créditos');
  expect(row).toContain('R$ 79,50');
  type('Preço de 3 meses', '90');
  expect(screen.getByRole('row', { name: /3 meses/ }).textContent).toContain('R$ 70,50');
});

it('counts unsaved changes and takes them back', async () => {
  server();
  await open();
  await screen.findByText('Planos e preços');
  expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
  type('Frase de abertura', 'Tudo na sua TV');
  fireEvent.click(screen.getByLabelText(/No ar: recebe testes/));
  expect(screen.getByText('2 mudanças por salvar')).toBeTruthy();
  expect(screen.getByText('14 de 60')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(field('Frase de abertura').value).toBe('Canais, filmes e séries na TV que você já tem');
  expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull();
});

it('chooses a colour, and keeps the colour of the house with a plain «Usar»', async () => {
  const requests = server();
  await open();
  await screen.findByText('Planos e preços');
  const choose = async (colour?: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Logo e cor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Logo e cor da página' }));
    expect(dialog.getByRole('button', { name: 'Enviar: Logo' })).toBeTruthy();
    if (colour)
      fireEvent.change(dialog.getByRole('textbox', { name: /^Cor/ }), {
        target: { value: colour },
      });
    fireEvent.click(dialog.getByRole('button', { name: 'Usar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await choose();
  expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
  await choose('#7B2FA0');
  expect(screen.getByText('1 mudança por salvar')).toBeTruthy();
  save();
  await waitFor(() =>
    expect(calls(requests, saveStorefront)[0]?.body).toMatchObject({
      accent: '#7b2fa0',
      logo: null,
    }),
  );
});

it('does not count a value that was typed back', async () => {
  server();
  await open();
  await screen.findByText('Planos e preços');
  type('Marca', 'Outra');
  type('Marca', 'Marcelo TV');
  expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
});

it('sends all settings, and of the prices only the changed one', async () => {
  const requests = server();
  await open();
  await screen.findByText('Planos e preços');
  type('Preço de 1 mês', '36,50');
  fireEvent.click(screen.getByLabelText('Oferecer 12 meses'));
  save();
  await screen.findByText('Página salva');
  const [{ body } = { body: {} }] = calls(requests, saveStorefront);
  expect(body).toMatchObject({
    slug: 'marcelo-tv',
    is_online: true,
    prices: [{ months: 1, price_cents: 3_650 }],
    products: [
      { platform: 'iptv', months: [1, 3, 6] },
      { platform: 'p2p', months: [1, 3] },
    ],
  });
});

it('offers a plan on a platform that the page does not sell yet', async () => {
  const requests = server(
    storefront({ settings: settings({ products: settings().products.slice(0, 1) }) }),
  );
  await open();
  fireEvent.click(await screen.findByLabelText('P2P', { selector: 'input' }));
  fireEvent.click(screen.getByLabelText('Oferecer 3 meses'));
  fireEvent.click(screen.getByLabelText('Oferecer 1 mês'));
  save();
  await screen.findByText('Página salva');
  expect(calls(requests, saveStorefront)[0]?.body).toMatchObject({
    products: [
      { platform: 'iptv', product_id: 1, months: [1, 3, 6, 12] },
      { platform: 'p2p', product_id: 7, months: [1, 3] },
    ],
  });
});

it('refuses a price below the limit and more tests than the account may give', async () => {
  const requests = server();
  await open();
  await screen.findByText('Planos e preços');
  type('Preço de 1 mês', '20');
  type('Testes por dia', '41');
  save();
  const alert = await screen.findByRole('alertdialog');
  expect(within(alert).getByText('Atenção')).toBeTruthy();
  expect(field('Preço de 1 mês').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('O menor preço permitido é R$ 25,00').length).toBeGreaterThan(0);
  expect(field('Testes por dia').getAttribute('aria-invalid')).toBe('true');
  expect(calls(requests, saveStorefront)).toEqual([]);
});

it('says while typing that an address is wrong, taken or free', async () => {
  server();
  await open();
  await screen.findByText('Planos e preços');
  expect(screen.getByText('livre')).toBeTruthy();
  type('Endereço', 'ab');
  expect(await screen.findByText('Só letras, números e hífen, de 3 a 30')).toBeTruthy();
  type('Endereço', 'dona-celia');
  expect(await screen.findByText('Este endereço já é de outra revenda')).toBeTruthy();
  type('Endereço', 'marcelo-2');
  expect(await screen.findByText('livre')).toBeTruthy();
});

it('puts the refusal of a taken address under its field', async () => {
  server(storefront(), () => {
    throw new Refusal('storefront_slug_taken');
  });
  await open();
  await screen.findByText('Planos e preços');
  type('Endereço', 'marcelo-2');
  save();
  await screen.findByRole('alertdialog');
  expect(field('Endereço').getAttribute('aria-invalid')).toBe('true');
});

it('shows every change in the preview at once', async () => {
  server();
  await open();
  const preview = await screen.findByLabelText('Prévia da página');
  expect(preview.textContent).toContain('Teste por 6 horas, sem cartão.');
  fireEvent.click(screen.getByLabelText('2 h'));
  type('Marca', 'Aurora');
  type('Preço de 3 meses', '95');
  fireEvent.click(screen.getByLabelText('Oferecer 12 meses'));
  expect(preview.textContent).toContain('Teste por 2 horas, sem cartão.');
  expect(preview.textContent).toContain('Aurora');
  expect(preview.textContent).toContain('R$ 95,00');
  expect(preview.textContent).not.toContain('12 meses');
});

it('fills the placeholders of the chosen text in its preview', async () => {
  server(
    storefront({
      settings: settings({ texts: { ...settings().texts, paid: 'Até {vencimento}: {usuario}' } }),
    }),
  );
  await open();
  fireEvent.click(await screen.findByLabelText('Pix pago', { selector: 'input' }));
  expect(screen.getByText('hoje, 20:32')).toBeTruthy();
  expect(screen.getByText('77120482')).toBeTruthy();
});

it('suggests an address on the first visit and creates the page with one press', async () => {
  let state = storefront({ settings: null });
  const requests = answering([
    [getProfile, () => profile()],
    [getStorefront, () => state],
    [getStorefrontToday, () => state.today],
    [getSalesChats, () => ({ channels: chats })],
    [listChatbotAddresses, () => ({ data: [] })],
    [checkStorefrontSlug, slugAnswer],
    [
      saveStorefront,
      () => {
        state = storefront({ settings: settings({ isOnline: false }) });
        return { message: 'Página salva', ...state };
      },
    ],
  ]);
  await open();
  expect(await screen.findByText('Monte sua página em 2 minutos')).toBeTruthy();
  expect(field('Endereço').value).toBe('marcelo-tv');
  fireEvent.click(screen.getByRole('button', { name: 'Criar página' }));
  await screen.findByText('Planos e preços');
  expect(calls(requests, saveStorefront)).toHaveLength(1);
  expect(screen.getByLabelText(/Fora do ar: ninguém testa/)).toBeTruthy();
});

it('says above the cards why nobody can subscribe', async () => {
  server(storefront({ takesPayments: false }));
  await open();
  expect(await screen.findByText('Sem chave do Mercado Pago ninguém assina.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Configurar' }).getAttribute('href')).toBe(
    '/payment-providers',
  );
});

it.each([
  ['on', 'Quem paga 1 mês no Pix pode renovar sozinho todo mês.'],
  ['off', 'Renovar sozinho está desligado: quem paga 1 mês renova à mão.'],
] as const)('says below the plans that recurring Pix is %s', async (recurring, text) => {
  server(storefront({ recurring }));
  await open();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Recebimento' }).getAttribute('href')).toBe(
    '/payment-providers',
  );
});

it('says nothing about recurring Pix to sellers who may not offer it', async () => {
  server(storefront({ recurring: 'not-eligible' }));
  await open();
  await screen.findByText('Planos e preços');
  expect(screen.queryByText(/renovar sozinho/i)).toBeNull();
});

it('shows the link of a connected chat while its channel is on', async () => {
  server();
  await open();
  expect(await screen.findByText('t.me/marcelotv_bot?start=q7Rk2mVx9a')).toBeTruthy();
  expect(screen.getByText(/^Conectado, última mensagem em \d\d\/\d\d\/2020$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: 'Telegram' }));
  expect(screen.queryByText('t.me/marcelotv_bot?start=q7Rk2mVx9a')).toBeNull();
});

it('shows the problem of a connected chat instead of its last message', async () => {
  const problem = 'O Telegram não aceita mais o token deste bot.';
  chats = chats.map((chat) => ({ ...chat, problem }));
  server();
  await open();
  expect(await screen.findByText(`Falhou: ${problem}`)).toBeTruthy();
  expect(screen.queryByText(/última mensagem/)).toBeNull();
});

it('names a channel that is not connected in place of its switch', async () => {
  server();
  await open();
  expect(await screen.findByText('Falta ligar')).toBeTruthy();
  expect(screen.queryByRole('switch', { name: 'WhatsApp Cloud API' })).toBeNull();
  expect(screen.getByRole('switch', { name: 'Telegram' })).toBeTruthy();
  expect(await screen.findByText('Robô de respostas')).toBeTruthy();
});

it('saves a chatbot address without the unsaved changes of the page', async () => {
  const requests = server();
  await open();
  await screen.findByText('Planos e preços');
  type('Marca', 'Aurora');
  fireEvent.click(await screen.findByRole('button', { name: 'Testes por dia' }));
  const dialog = await screen.findByRole('dialog', { name: 'Testes por dia' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Endereço guardado');
  expect(calls(requests, editChatbotAddress)).toHaveLength(1);
  expect(calls(requests, saveStorefront)).toEqual([]);
});

it('begins on the phone with the address and opens a text in a dialog of its own', async () => {
  setWidth(390);
  server();
  await open();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mostrar QR code' })).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar QR code' }));
  expect(await screen.findByRole('button', { name: 'Baixar' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  fireEvent.click(screen.getByRole('button', { name: /Teste pronto/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Teste pronto' });
  expect(within(dialog).getByText('Célia')).toBeTruthy();
});
