import {
  deleteRotation,
  getRotation,
  type RotationHostname,
  saveRotation,
} from '@ramal/contract/operations/hostname-rotation';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { Rotation } from './Rotation.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const first: RotationHostname = {
  id: 4,
  dns: 'r4.aurora.top',
  franchise: 'aurora',
  idRes: 12,
  current: 1,
  order: 1,
  health: 'up',
};
const second: RotationHostname = { ...first, id: 7, dns: 'r7.aurora.top', current: 0, order: 2 };

async function open(rotates = [first, second], franchises = [{ id_res: 12, dns: 'aurora' }]) {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [getRotation, () => ({ rotates, franchises })],
    [saveRotation, () => ({ id: 9, message: 'DNS para rodizio adicionada com sucesso!' })],
    [deleteRotation, () => ({ message: 'DNS removido do rodízio' })],
  ]);
  await show(<Rotation />, '/settings');
  return requests;
}

it('marks the current hostname and adds another one to a franchise', async () => {
  const requests = await open();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    '1r4.aurora.topauroraEm uso',
    '2r7.aurora.topaurora',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  await screen.findByText('Por favor, preencha todos os campos corretamente!');
  fireEvent.change(screen.getByRole('textbox', { name: 'DNS' }), {
    target: { value: 'R9.aurora.top' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  await waitFor(() => expect(calls(requests, saveRotation)).toHaveLength(1));
  expect(calls(requests, saveRotation)[0]!.body).toEqual({ dns: 'r9.aurora.top', id_res: '12' });
});

it.each([
  [1, 'up', 'Em uso'],
  [1, 'unknown', 'Em usoVerificando'],
  [1, 'down', 'Em usoNão responde'],
  [0, 'up', ''],
  [0, 'unknown', 'Verificando'],
  [0, 'down', 'Não responde'],
] as const)('marks use %i and health %s independently', async (current, health, marks) => {
  await open([{ ...first, current, health }]);
  expect((await screen.findByRole('listitem')).textContent).toBe(`1r4.aurora.topaurora${marks}`);
});

it('moves a hostname to the front and removes one, each after a confirmation', async () => {
  const requests = await open();
  const toFront = await screen.findByRole('button', {
    name: 'Passar r7.aurora.top para o começo',
  });
  fireEvent.click(toFront);
  await screen.findByRole('alertdialog', { name: 'Passar r7.aurora.top para o começo?' });
  await screen.findByText('Os links novos da rede de aurora passam a levá-lo.');
  fireEvent.click(screen.getByRole('button', { name: 'Não' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls(requests, saveRotation)).toEqual([]);
  fireEvent.click(toFront);
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, passar' }));
  await waitFor(() => expect(calls(requests, saveRotation)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls(requests, saveRotation)[0]!.body).toMatchObject({ id: 7, current: 1 });
  fireEvent.click(screen.getByRole('button', { name: 'Remover r4.aurora.top do rodízio' }));
  await screen.findByText('Os links novos da rede de aurora passam ao seguinte.');
  screen.getByText(/^O DNS continua na lista de DNS de aurora\./);
  expect(calls(requests, deleteRotation)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Sim, remover' }));
  await waitFor(() => expect(calls(requests, deleteRotation)[0]?.path).toContain('/4'));
});

it('states that a rotation requires a franchise', async () => {
  await open([], []);
  await screen.findByText('Nenhuma franquia');
  expect(screen.queryByRole('button', { name: 'Adicionar' })).toBeNull();
});
