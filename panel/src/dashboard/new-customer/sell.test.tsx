import { Refusal } from '@ramal/contract/api/errors';
import { createIptvLine, getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { findLinesByWhatsapp } from '@ramal/contract/lines/lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getTopUpOffer } from '@ramal/contract/payments/top-ups';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { iptvLines } from '../../lines/platforms/iptv.ts';
import { p2pPlatform } from '../../lines/platforms/p2p.ts';
import { created, packages, profile } from '../../lines/test/answers.ts';
import { p2pCreated, products } from '../../lines/test/p2p.tsx';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { NewCustomer } from './NewCustomer.tsx';

const offer = {
  seller: 'loja-norte',
  tiers: [{ from_credits: 10, value: 9 }],
  bonus: null,
  sandbox: false,
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T17:32:00Z'), toFake: ['Date'] });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

const sale: Respond = ({ body }) =>
  created({
    nota: body['nota'] as string,
    whatsapp: body['whatsapp'] ? '5511955550163' : null,
  });

async function open(options: { credits?: number; create?: Respond; platforms?: 1 | 2 } = {}) {
  const { credits = 500, create = sale } = options;
  const requests = answering([
    [getProfile, () => profile({ credits })],
    [getIptvPackages, () => packages],
    [createIptvLine, create],
    [p2pLines.products, () => products],
    [p2pLines.create, () => p2pCreated()],
    [getTopUpOffer, () => offer],
    [findLinesByWhatsapp, () => []],
  ]);
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const platforms = options.platforms === 2 ? [iptvLines, p2pPlatform] : [iptvLines];
  const view = await show(
    <NewCustomer platforms={platforms} tested={platforms} generated={0} />,
    '/dashboard',
  );
  return { requests, view, opened: () => decodeURIComponent(String(opened.mock.lastCall?.[0])) };
}

const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Para quem'), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const openSheet = async () => {
  press('Vender');
  return within(await screen.findByRole('dialog', { name: /^Vender/ }));
};

it('sells the package and the period that were chosen, and opens WhatsApp with the access data', async () => {
  const { requests, opened } = await open();
  type('Cláudia Reis 11955550163');
  const sheet = await openSheet();
  expect(await sheet.findByText('(11) 95555-0163')).toBeTruthy();
  fireEvent.click(await sheet.findByRole('radio', { name: /Família/ }));
  fireEvent.click(sheet.getByRole('radio', { name: /3 meses/ }));
  expect(sheet.getByText(/vence em 26\/02\/2027 · saldo 497/)).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Vender e enviar' }));
  await waitFor(() => expect(opened()).toContain('https://wa.me/5511955550163?text='));
  expect(opened()).toContain('30809062');
  expect(calls(requests, createIptvLine)).toMatchObject([
    {
      body: {
        isOficial: true,
        credits: 3,
        package: 2,
        nota: 'Cláudia Reis',
        whatsapp: '11955550163',
      },
    },
  ]);
  // The receipt is behind WhatsApp, and the field is ready for the next customer.
  expect(await screen.findByText('Usuário criado com sucesso')).toBeTruthy();
  expect((screen.getByLabelText('Para quem') as HTMLInputElement).value).toBe('');
  expect(
    screen.getByText(/^Vender: Família · 3 meses · 3 créditos, vence em 26\/02\/27$/),
  ).toBeTruthy();
});

it('copies the access data of a customer without a number', async () => {
  const { opened } = await open();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  type('Dona Célia');
  const sheet = await openSheet();
  await sheet.findByRole('radio', { name: /Completo/ });
  fireEvent.click(sheet.getByRole('button', { name: 'Vender e copiar' }));
  await waitFor(() => expect(write.mock.lastCall?.[0]).toContain('30809062'));
  expect(opened()).toBe('undefined');
});

it('only shows the receipt after «Só vender»', async () => {
  const { opened } = await open();
  type('Cláudia Reis 11955550163');
  const sheet = await openSheet();
  await sheet.findByRole('radio', { name: /Completo/ });
  fireEvent.click(sheet.getByRole('button', { name: 'Só vender' }));
  expect(await screen.findByText('Usuário criado com sucesso')).toBeTruthy();
  expect(opened()).toBe('undefined');
});

it('asks for the customer in the sheet if the field is empty', async () => {
  const { requests } = await open();
  const sheet = await openSheet();
  fireEvent.change(sheet.getByLabelText('Número ou nome'), { target: { value: 'Bar do Nando' } });
  await sheet.findByRole('radio', { name: /Completo/ });
  fireEvent.click(sheet.getByRole('button', { name: 'Só vender' }));
  await screen.findByText('Usuário criado com sucesso');
  expect(calls(requests, createIptvLine)[0]!.body).toMatchObject({ nota: 'Bar do Nando' });
});

it('keeps the sheet open with the reason of a refusal, and sends the same sale again', async () => {
  let refuses = true;
  const { requests } = await open({
    create: (request) => {
      if (refuses) throw new Refusal('forbidden');
      return sale(request);
    },
  });
  type('Dona Célia');
  const sheet = await openSheet();
  await sheet.findByRole('radio', { name: /Completo/ });
  fireEvent.click(sheet.getByRole('button', { name: 'Só vender' }));
  dismiss(await screen.findByRole('alertdialog'));
  refuses = false;
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(sheet.getByRole('button', { name: 'Só vender' }));
  expect(await screen.findByText('Usuário criado com sucesso')).toBeTruthy();
  expect(calls(requests, createIptvLine)).toHaveLength(2);
});

const dismiss = (dialog: HTMLElement) =>
  fireEvent.click(within(dialog).getByRole('button', { name: 'Entendi' }));

it('offers the purchase of credits in the sheet if the balance is too low', async () => {
  const { requests } = await open({ credits: 1 });
  type('Dona Célia');
  const sheet = await openSheet();
  fireEvent.click(await sheet.findByRole('radio', { name: /6 meses/ }));
  expect(sheet.getByText(/faltam 4 créditos/)).toBeTruthy();
  expect(sheet.queryByRole('button', { name: /^Vender/ })).toBeNull();
  expect((await sheet.findByRole('link', { name: 'Comprar créditos' })).getAttribute('href')).toBe(
    '/buy-credits',
  );
  expect(calls(requests, createIptvLine)).toHaveLength(0);
});

it('leads to the purchase of credits instead of a sale if the balance is zero', async () => {
  await open({ credits: 0 });
  const buy = await screen.findByRole('link', { name: 'Comprar créditos' });
  expect(buy.getAttribute('href')).toBe('/buy-credits');
  expect(screen.queryByRole('button', { name: 'Vender' })).toBeNull();
});

it('passes the chosen values to the full form', async () => {
  await open();
  type('Cláudia Reis 11955550163');
  const sheet = await openSheet();
  fireEvent.click(await sheet.findByRole('radio', { name: /Família/ }));
  fireEvent.click(sheet.getByRole('radio', { name: /12 meses/ }));
  const address = new URL(
    sheet.getByRole('link', { name: 'Preço, nota e senha' }).getAttribute('href')!,
    'http://panel.test',
  );
  expect([address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
    '/user-iptv',
    { note: 'Cláudia Reis', whatsapp: '"11955550163"', credits: '10', package: '2' },
  ]);
});

it('sells on the chosen platform and offers that platform first the next time', async () => {
  const { requests } = await open({ platforms: 2 });
  type('Dona Célia');
  const sheet = await openSheet();
  fireEvent.click(sheet.getByRole('radio', { name: 'P2P' }));
  await sheet.findAllByRole('radio', { name: /completo/i });
  fireEvent.click(sheet.getByRole('button', { name: 'Só vender' }));
  await screen.findByText('Usuário criado com sucesso');
  expect(calls(requests, p2pLines.create)).toHaveLength(1);
  cleanup();
  await open({ platforms: 2 });
  const next = await openSheet();
  expect(next.getByRole('radio', { name: 'P2P' })).toHaveProperty('checked', true);
});

it('closes with the address, and keeps the typed customer', async () => {
  const { view } = await open();
  type('Dona Célia');
  await openSheet();
  expect(view.search()).toEqual({ dialog: 'sell' });
  press('Fechar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(view.search()).toEqual({});
  expect((screen.getByLabelText('Para quem') as HTMLInputElement).value).toBe('Dona Célia');
});

it('names the line that a typed number already has, with a link to its customer', async () => {
  await open();
  answering([
    [getProfile, () => profile()],
    [getIptvPackages, () => packages],
    [
      findLinesByWhatsapp,
      () => [
        {
          id: 31,
          platform: 'iptv',
          username: '84920175',
          status: 'Ativo',
          nota: 'Cláudia Reis',
          exp_date: '01/12/2026 22:13',
          expiring: 1,
          reseller: { username: 'marcelo' },
        },
      ],
    ],
  ]);
  type('11955550163');
  expect(await screen.findByText('Já é cliente: Cláudia Reis, vence em 3 dias')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Abrir' }).getAttribute('href')).toBe(
    '/users-iptv?line=31',
  );
});
