import { Refusal } from '@ramal/contract/api/errors';
import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@ramal/contract/api-keys';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { ApiKeys } from './ApiKeys.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const now = Math.floor(Date.now() / 1000);
const DAY_S = 86_400;
const keyOf = (id: number, change: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: `Chave ${id}`,
  scopes: ['lines:write'],
  addresses: [],
  endsAtTimestamp: null,
  creditsADay: null,
  creditsToday: 0,
  createdBy: 'marcelo',
  createdAtTimestamp: now - DAY_S,
  isExternal: false,
  active: true,
  refusedIp: null,
  refusedAtTimestamp: null,
  secrets: [
    {
      prefix: `rml_${String(id).repeat(10)}`,
      createdAtTimestamp: now - DAY_S,
      endsAtTimestamp: null,
      lastUsedAtTimestamp: null,
      lastUsedIp: null,
    },
  ],
  ...change,
});
const robot = keyOf(2, {
  name: 'Robô do WhatsApp',
  addresses: ['198.51.100.7', '198.51.100.8', '198.51.100.9'],
  creditsADay: 30,
  creditsToday: 26,
  secrets: [{ ...keyOf(2).secrets[0]!, lastUsedAtTimestamp: now, lastUsedIp: '198.51.100.7' }],
});
const idle = keyOf(3, {
  name: 'Planilha',
  scopes: ['credits:read'],
  createdAtTimestamp: now - 100 * DAY_S,
});
const expiredKey = keyOf(4, { name: 'Antiga', active: false, endsAtTimestamp: now - 2 * DAY_S });
const WHOLE = `rml_${'7'.repeat(10)}_${'a'.repeat(49)}`;

const open = async (keys: ApiKey[] = [robot, idle, expiredKey], grants = ['api.keys']) => {
  const requests = answering([
    [getProfile, () => profile({ profile: 'reseller', grants: grants as never })],
    [listApiKeys, () => ({ data: keys })],
    [
      createApiKey,
      ({ body }) => ({
        ...keyOf(7, { name: String(body.name), creditsADay: 20 }),
        message: 'Chave criada',
        key: WHOLE,
      }),
    ],
    [rotateApiKey, () => ({ ...robot, message: 'Chave girada', key: WHOLE })],
    [revokeApiKey, () => ({ id: 2, message: 'Chave revogada. Ela não vale mais.' })],
  ]);
  await show(<ApiKeys />, '/api-keys');
  return requests;
};
const hidden = { hidden: true };
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

it('shows used credits, addresses and the last use of a key, and marks unused keys', async () => {
  await open();
  const row = await rowOf('Robô do WhatsApp');
  expect(row.textContent).toContain('26 de 30');
  expect(row.textContent).toContain('198.51.100.7e mais 2');
  expect(within(row).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('86');
  const reader = await rowOf('Planilha');
  expect(reader.textContent).toContain('Créditos · ler');
  expect(reader.textContent).toContain('não gasta');
  expect(reader.textContent).toContain('Nunca usada');
  expect(reader.textContent).toContain('parada há 90 dias');
  expect(screen.getByText(/créditos por chaves/).textContent).toBe('Hoje: 26 créditos por chaves');
  expect(screen.queryByText('Antiga')).toBeNull();
});

it('lists expired and revoked keys separately and without actions', async () => {
  await open();
  fireEvent.click(await screen.findByRole('radio', { name: /Encerradas/ }));
  const row = await rowOf('Antiga');
  expect(row.textContent).toContain('Encerrada há 2 dias');
  expect(within(row).queryByRole('button', { name: /Trocar|Ações/ })).toBeNull();
});

it('creates a key within its limits and shows it in full once', async () => {
  const requests = await open([]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Criar chave' }))[0]!);
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Site' } });
  const lines = screen.getByRole('radiogroup', { name: 'Linhas', ...hidden });
  fireEvent.click(within(lines).getByLabelText('Ler e agir'));
  fireEvent.change(screen.getByLabelText(/Créditos por dia/), { target: { value: '20' } });
  const addresses = screen.getByLabelText(/Endereços/);
  const press = () =>
    fireEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Criar chave' }),
    );
  fireEvent.change(addresses, { target: { value: '203.0.113.24, loja.exemplo' } });
  press();
  expect((await screen.findAllByText(/Escreva um IP ou uma rede/)).length).toBeGreaterThan(0);
  fireEvent.click(await screen.findByRole('button', { name: 'Entendi', ...hidden }));
  fireEvent.change(addresses, { target: { value: ' 203.0.113.24, 2001:db8::/32 ' } });
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  press();
  expect(await screen.findByText(WHOLE)).toBeDefined();
  expect(calls(requests, createApiKey)[0]!.body).toMatchObject({
    name: 'Site',
    scopes: ['lines:write'],
    addresses: ['203.0.113.24', '2001:db8::/32'],
    credits_a_day: '20',
  });
  expect(screen.getByText('Até 20 créditos por dia')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Já copiei' }));
  expect(screen.queryByText(WHOLE)).toBeNull();
});

it('requires a scope before the key is created', async () => {
  const requests = await open([]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Criar chave' }))[0]!);
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Site' } });
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Criar chave' }));
  expect(
    (await screen.findAllByText('É necessário inserir ao menos um(a) permissão.')).length,
  ).toBeGreaterThan(0);
  expect(calls(requests, createApiKey)).toEqual([]);
});

it('rotates a key with the selected overlap, and revokes it after a confirmation', async () => {
  const requests = await open();
  const menu = async (name: string) => {
    fireEvent.click(within(await rowOf('Robô do WhatsApp')).getByRole('button', { name: /Ações/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name, ...hidden }));
  };
  await menu('Trocar');
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, trocar', ...hidden }));
  expect(await screen.findByText(WHOLE)).toBeDefined();
  expect(calls(requests, rotateApiKey)[0]!.body).toEqual({ overlap_hours: '24' });
  await menu('Revogar');
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, revogar', ...hidden }));
  await waitFor(() => expect(calls(requests, revokeApiKey)).toHaveLength(1));
  expect(screen.queryByText(WHOLE)).toBeNull();
});

it('shows «Sem permissão» without the grant, and an error when the keys cannot be read', async () => {
  await open([], []);
  expect(await screen.findByText('Sem permissão')).toBeDefined();
  cleanup();
  answering([
    [getProfile, () => profile({ profile: 'reseller', grants: ['api.keys'] })],
    [
      listApiKeys,
      () => {
        throw new Refusal('internal');
      },
    ],
  ]);
  await show(<ApiKeys />, '/api-keys');
  expect(await screen.findByRole('button', { name: /Tentar de novo/ })).toBeDefined();
});
