import { errorText, Refusal } from '@ramal/contract/api/errors';
import {
  type Activator,
  editActivator,
  listActivators,
} from '@ramal/contract/operations/activators';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { Activators } from './Activators.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const smart: Activator = {
  id: 1,
  ativador: 'Smart App',
  dns: 'tv.aurora.top',
  changedFormatted: '20/11/2026',
  health: 'up',
  downSinceTimestamp: null,
};
const prime: Activator = { ...smart, id: 2, ativador: 'Prime', health: 'down' };

const open = async (
  grants: 'dns.fixed'[] = ['dns.fixed'],
  edit: Respond = ({ body }) => ({ ...smart, ...body, message: 'DNS atualizado com sucesso!' }),
) => {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin', grants })],
    [listActivators, () => [smart, prime]],
    [editActivator, edit],
  ]);
  await show(<Activators />, '/dns-activator');
  return requests;
};

it('changes the hostname of one app and shows the previous one', async () => {
  const requests = await open();
  const card = await screen.findByRole('region', { name: 'Smart App' });
  expect(card.textContent).toContain('Responde');
  expect(card.textContent).toContain('Trocado em 20/11/2026');
  fireEvent.change(within(card).getByRole('textbox', { name: 'Endereço DNS' }), {
    target: { value: ' Canais.Aurora.top' },
  });
  expect(card.textContent).toContain('Era tv.aurora.top');
  const press = () => fireEvent.click(within(card).getByRole('button', { name: 'Atualizar DNS' }));
  press();
  const question = await screen.findByRole('alertdialog', { name: 'Trocar o DNS de Smart App?' });
  expect(question.textContent).toContain('passam a receber canais.aurora.top');
  fireEvent.click(within(question).getByRole('button', { name: 'Não' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls(requests, editActivator)).toEqual([]);
  press();
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, trocar' }));
  await screen.findByText('Smart App: canais.aurora.top');
  expect(calls(requests, editActivator)).toHaveLength(1);
  expect(calls(requests, editActivator)[0]!.body).toEqual({ dns: 'canais.aurora.top' });
});

it('shows a failure in the confirmation with the specified title (M-110)', async () => {
  await open(['dns.fixed'], () => {
    throw new Refusal('activator_not_found');
  });
  const card = await screen.findByRole('region', { name: 'Smart App' });
  fireEvent.click(within(card).getByRole('button', { name: 'Atualizar DNS' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, trocar' }));
  const failure = await within(screen.getByRole('alertdialog')).findByRole('alert');
  expect(failure.textContent).toContain('Erro ao atualizar o DNS.');
  expect(failure.textContent).toContain(errorText('activator_not_found'));
});

it('marks a hostname that does not respond', async () => {
  await open();
  const card = await screen.findByRole('region', { name: 'Prime' });
  expect(card.textContent).toContain('Não responde');
});

it('shows «Sem permissão» without the grant', async () => {
  const requests = await open([]);
  await screen.findByText('Sem permissão');
  expect(calls(requests, listActivators)).toEqual([]);
});
