import {
  type BlockedIp,
  createExemptNetwork,
  deleteBlockedIp,
  listBlockedAttempts,
  listBlockedIps,
  listExemptNetworks,
} from '@ramal/contract/operations/blocklist';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { BlockedIps } from './BlockedIps.tsx';

const NOW = Date.parse('2026-11-21T15:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const IP = '203.0.113.7';
const blocked: BlockedIp = {
  ip: IP,
  total: 412,
  reason: 'pairs',
  pairs: 23,
  state: 'blocked',
  blockedUntilTimestamp: NOW / 1000 + 3_600,
  minutes: 180,
  shared: false,
};
const pageOf = <Row,>(...data: Row[]) => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 12,
  last_page: 1,
});
const attempt = {
  ip: IP,
  username: 'celia1964',
  senha: 'c•••3 (8)',
  host: 'tv.example',
  created_at: '20/11/2026 14:32',
  created_at_timestamp: 1_795_196_000,
};

const open = async (address = '') => {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin', credits: null })],
    [listBlockedIps, () => pageOf(blocked)],
    [listBlockedAttempts, () => ({ ...pageOf(attempt), block: blocked, honest: 0, blocks: 4 })],
    [deleteBlockedIp, () => ({ message: 'Excluído! O IP foi removido.', ip: IP })],
    [listExemptNetworks, () => pageOf()],
    [
      createExemptNetwork,
      () => ({
        message: 'Rede isenta com sucesso',
        id: 1,
        network: IP,
        reason: 'Operadora',
        ends: null,
        created_formatted: '20/11/2026',
      }),
    ],
  ]);
  await show(<BlockedIps />, `/blacklist${address}`);
  return requests;
};
const hidden = { hidden: true };

it('lists blocked addresses with reason and end of the block, twelve a page', async () => {
  const requests = await open();
  const row = (await screen.findByText(IP)).closest('tr')!;
  expect(row.textContent).toContain('412');
  expect(row.textContent).toContain('23 pares distintos em 10 min');
  expect(row.textContent).toMatch(/(hoje|amanhã), \d\d:\d\d\s*3 h/);
  expect(calls(requests, listBlockedIps)[0]!.query).toMatchObject({ per_page: '12' });
});

it('shows the state of each address and filters by it', async () => {
  const requests = await open();
  const row = (await screen.findByText(IP)).closest('tr')!;
  expect(within(row).getByText('Bloqueado')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Liberados' }));
  await waitFor(() =>
    expect(calls(requests, listBlockedIps).at(-1)!.query).toMatchObject({ state: 'released' }),
  );
});

it('unblocks an address after a confirmation and shows a toast', async () => {
  const requests = await open();
  const row = (await screen.findByText(IP)).closest('tr')!;
  fireEvent.click(within(row).getByRole('button', { name: /Excluir/ }));
  expect(await screen.findByText('Você não poderá reverter isso!')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, excluir', ...hidden }));
  expect(await screen.findByText('Excluído! O IP foi removido.')).toBeTruthy();
  expect(calls(requests, deleteBlockedIp)[0]!.body).toEqual({ ip: IP });
});

it('shows the attempts of an address with masked passwords, and exempts its network', async () => {
  const requests = await open(`?ip=${IP}`);
  expect(await screen.findByText('c•••3 (8)')).toBeTruthy();
  expect(screen.getByText('celia1964')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Isentar rede', ...hidden }));
  const reason = await screen.findByLabelText('Motivo');
  fireEvent.change(reason, { target: { value: 'Operadora' } });
  fireEvent.click(screen.getByRole('button', { name: 'Isentar', ...hidden }));
  await waitFor(() => expect(calls(requests, createExemptNetwork)).toHaveLength(1));
  expect(calls(requests, createExemptNetwork)[0]!.body).toEqual({
    network: IP,
    reason: 'Operadora',
  });
});

it('confirms the exemption of a wide network with its size, and rejects a wider one', async () => {
  const requests = await open(`?ip=${IP}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Isentar rede', ...hidden }));
  fireEvent.change(await screen.findByLabelText('Motivo'), { target: { value: 'Operadora' } });
  const submit = (network: string) => {
    fireEvent.change(screen.getByLabelText('IP ou rede'), { target: { value: network } });
    fireEvent.click(screen.getByRole('button', { name: 'Isentar', ...hidden }));
  };
  submit('0.0.0.0/0');
  expect((await screen.findAllByText(/Esta rede é larga demais/)).length).toBeGreaterThan(0);
  fireEvent.click(await screen.findByRole('button', { name: 'Entendi', ...hidden }));
  submit('203.0.112.0/20');
  expect(await screen.findByText('4.096 endereços')).toBeTruthy();
  expect(calls(requests, createExemptNetwork)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Sim, isentar', ...hidden }));
  await waitFor(() => expect(calls(requests, createExemptNetwork)).toHaveLength(1));
});
