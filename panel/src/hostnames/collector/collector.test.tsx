import { Refusal } from '@ramal/contract/api/errors';
import {
  type CollectedHostname,
  addCollectedHostnames,
  deleteCollectedHostname,
  listCollectedHostnames,
} from '@ramal/contract/operations/hostname-collector';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { Collector } from './Collector.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const blocked: CollectedHostname = {
  id: 2,
  host: 'canais.aurora.top',
  franchise: 'Aurora',
  local: 'Vivo SP',
  status: 'BLOCKED',
  dateVerification: '22/11/2026 09:15',
  isChecked: true,
};
const unchecked: CollectedHostname = {
  ...blocked,
  id: 1,
  host: 'tv.aurora.top',
  local: 'Claro RJ',
  status: '',
  dateVerification: null,
  isChecked: false,
};

async function open(more: Parameters<typeof answering>[0] = []) {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [
      listCollectedHostnames,
      () => ({
        data: [blocked, unchecked],
        total: 2,
        total_exact: true,
        current_page: 1,
        per_page: 10,
        last_page: 1,
        counts: { active: 1, blocked: 1 },
        networks: ['Vivo SP'],
      }),
    ],
    [deleteCollectedHostname, () => ({ message: 'Registro deletado com sucesso' })],
    ...more,
  ]);
  await show(<Collector />, '/dns-collector');
  return requests;
}

it('shows the networks that block a hostname, the start of the block, and unchecked hostnames', async () => {
  await open();
  const table = await screen.findByRole('table');
  const [, first, second] = within(table).getAllByRole('row');
  expect(first!.textContent).toContain('canais.aurora.top');
  expect(first!.textContent).toContain('BLOQUEADO');
  expect(first!.textContent).toContain('22/11/2026 09:15');
  expect(second!.textContent).toContain('Claro RJ (sem verificação)');
  expect(second!.textContent).toContain('DESCONHECIDO');
});

it.each([
  ['a known location', { local: 'Vivo SP', is_checked: true }, 'Vivo SPATIVO'],
  ['an unknown location', { local: 'Claro RJ' }, 'Claro RJ (sem verificação)DESCONHECIDO'],
  ['no location', { local: '' }, '(sem verificação)DESCONHECIDO'],
])('shows the state of a hostname with %s', async (_title, change, shown) => {
  await open([
    [
      listCollectedHostnames,
      () => ({
        data: [{ ...unchecked, ...change }],
        total: 1,
        total_exact: true,
        current_page: 1,
        per_page: 10,
        last_page: 1,
        counts: { active: 1, blocked: 0 },
        networks: ['Vivo SP'],
      }),
    ],
  ]);
  const row = within(await screen.findByRole('table')).getAllByRole('row')[1]!;
  expect(row.textContent).toContain(shown);
});

it('sends one hostname per line, and marks the invalid and the existing line at the field', async () => {
  const requests = await open([
    [
      addCollectedHostnames,
      () => {
        throw new Refusal('hostname_collected');
      },
    ],
  ]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Adicionar DNS' }))[0]!);
  const dialog = await screen.findByRole('dialog');
  const hosts = within(dialog).getByRole('textbox', { name: /^DNS/ });
  fireEvent.change(hosts, { target: { value: 'tv.aurora.top\nnada' } });
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Local/ }), {
    target: { value: 'Vivo SP' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }));
  await within(dialog).findByText('2º DNS: Escreva um nome, como tv.exemplo.com.');
  expect(calls(requests, addCollectedHostnames)).toEqual([]);

  fireEvent.change(hosts, { target: { value: 'tv.aurora.top\nwww.aurora.top' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }));
  await waitFor(() => expect(hosts.getAttribute('aria-invalid')).toBe('true'));
  expect(calls(requests, addCollectedHostnames)[0]!.body).toEqual([
    { host: 'tv.aurora.top', franquia: '', onde: 'Vivo SP' },
    { host: 'www.aurora.top', franquia: '', onde: 'Vivo SP' },
  ]);
});

it('stops the monitoring of a hostname only after a confirmation', async () => {
  const requests = await open();
  const table = await screen.findByRole('table');
  fireEvent.click(within(table).getAllByRole('button', { name: /^Deletar/ })[0]!);
  const question = await screen.findByRole('alertdialog');
  expect(calls(requests, deleteCollectedHostname)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, deletar' }));
  await waitFor(() => expect(calls(requests, deleteCollectedHostname)).toHaveLength(1));
});
