import * as contract from '@ramal/contract/operations/hostnames';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { profile } from '../lines/test/answers.ts';
import { Hostnames } from './Hostnames.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const hostname: contract.Hostname = {
  id: 7,
  dns: 'marcelotv.top',
  description: null,
  buy_value: null,
  due_date_formatted: '14/08/2099',
  status: 1,
  health: 'up',
  is_rotation: true,
  order: 1,
  is_shared: false,
  is_active_shared: true,
  autorenew: false,
  credits_renew: 10,
  id_res: 4821,
  owner: 'marcelo',
  renewal_failure: null,
  is_sandbox: false,
  record: null,
};
const links = { rotation: 'marcelotv.top', own: null, shared: null, used: 'rotation' } as const;
const offers: contract.HostnameOffer[] = [
  { domain: 'nova.top', price: null, renew: null, credits: 3, credits_renew: 5, duration: 1 },
  { domain: 'nova.click', price: null, renew: null, credits: 6, credits_renew: 12, duration: 1 },
];

const open = async (
  more: Parameters<typeof answering>[0] = [],
  change: Parameters<typeof profile>[0] = {},
) => {
  const requests = answering([
    [
      getProfile,
      () =>
        profile({
          credits: 42.4,
          second_factor: { ...profile().second_factor, enrolled: true },
          ...change,
        }),
    ],
    [
      verifySecondFactor,
      () => ({
        has2fa: true,
        passkeys: 0,
        recovery_codes: 10,
        required_from: null,
        must_enrol: false,
        replacement_pending: false,
      }),
    ],
    [contract.listHostnames, () => ({ data: [hostname], is_sandbox: false, links })],
    ...more,
  ]);
  await show(<Hostnames />, '/dns');
  return requests;
};

it('asks for a second factor first, with the ways to it and back', async () => {
  await open([], { second_factor: { ...profile().second_factor, enrolled: false } });
  expect(await screen.findByRole('link', { name: 'Configurar 2FA' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Voltar' })).toBeTruthy();
  expect(screen.queryByText('marcelotv.top')).toBeNull();
});

it('shows what a seller reads, and which name the links carry', async () => {
  await open();
  await screen.findByRole('button', { name: 'DNS Compartilhada' });
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(heads).toEqual(
    expect.arrayContaining(['ID', 'DNS', 'Atual Rodizio', 'DNS Compartilhada na árvore', 'Ordem']),
  );
  expect(heads).not.toContain('Descrição');
  const order = screen.getByRole('region', { name: 'O que vai nos links' });
  expect(order.textContent).toContain('rodízio marcelotv.top');
});

it('an admin reads description and value, and adds by hand', async () => {
  await open([], { profile: 'admin' });
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(heads).toEqual(expect.arrayContaining(['Descrição', 'Valor']));
  expect(heads).not.toContain('Ordem');
  expect(screen.getByRole('button', { name: 'Cadastrar à mão' })).toBeTruthy();
});

it('takes letters and digits alone, asks for all extensions and buys what was chosen for its term', async () => {
  const requests = await open([
    [
      contract.verifyHostnames,
      () => ({ reply: { code: 300, invalid: [], available: offers, unavailable: ['nova.cfd'] } }),
    ],
    [
      contract.createHostname,
      () => ({ message: 'DNS comprado com sucesso!', id: 1, state: 'done' }),
    ],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Consultar' }));
  expect(await screen.findByText('Preencha os campos corretamente!')).toBeTruthy();
  expect(calls(requests, contract.verifyHostnames)).toEqual([]);
  const name = screen.getByRole('textbox', { name: /Comprar um DNS só seu/ });
  fireEvent.change(name, { target: { value: 'No va-!' } });
  expect(name).toHaveProperty('value', 'nova');
  fireEvent.click(screen.getByRole('button', { name: 'Consultar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Comprar DNS' }));
  expect(calls(requests, contract.verifyHostnames)[0]?.body).toEqual({
    domains: ['nova.top', 'nova.click', 'nova.cfd', 'nova.sbs'],
  });
  // The extension that was asked for stands first, and is chosen.
  expect(dialog.getByRole('button', { name: 'Comprar por 6 créditos' })).toBeTruthy();
  expect(dialog.getByText('nova.cfd')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Comprar nova.top' }));
  fireEvent.click(dialog.getByRole('radio', { name: '2 anos' }));
  expect(dialog.getByText('34,4')).toBeTruthy();
  dialog
    .getAllByRole('textbox', { name: 'PinInput' })
    .forEach((box, place) => fireEvent.change(box, { target: { value: '123456'[place] } }));
  fireEvent.click(dialog.getByRole('button', { name: 'Comprar por 8 créditos' }));
  await waitFor(() =>
    expect(calls(requests, contract.createHostname)[0]?.body).toMatchObject({
      domain: 'nova.top',
      duration: 2,
      code_2fa: '123456',
    }),
  );
});

it('a shared name is left out or used again, for this account alone', async () => {
  const requests = await open([
    [contract.listSharedHostnames, () => ({ data: [{ ...hostname, owner: 'norte' }] })],
    [
      contract.toggleSharedHostname,
      () => ({ message: 'DNS desativado com sucesso!', is_active_shared: false }),
    ],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'DNS Compartilhada' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'DNS Compartilhada' }));
  expect(await dialog.findByText('norte')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Desativar marcelotv.top' }));
  await waitFor(() =>
    expect(calls(requests, contract.toggleSharedHostname)[0]?.path).toBe(
      '/api/remove-shared-dns/marcelotv.top',
    ),
  );
});

it('the log tells who did what, and when', async () => {
  await open([
    [
      contract.listHostnameLogs,
      () => [
        {
          id: 91,
          id_user: 1,
          username: 'admin',
          description: 'DNS pronto: marcelotv.top',
          date: '20/11/2026 14:00',
          ip: null,
        },
      ],
    ],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Logs' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Logs' }));
  expect(await dialog.findByText('DNS pronto: marcelotv.top')).toBeTruthy();
  expect(dialog.getByText('20/11/2026 14:00')).toBeTruthy();
});
