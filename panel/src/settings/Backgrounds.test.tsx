import {
  type Background,
  BACKGROUND_BYTES,
  chooseBackground,
  deleteBackground,
  listBackgrounds,
} from '@ramal/contract/backgrounds';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { Backgrounds } from './Backgrounds.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const picture = (id: number, current = false): Background => ({
  id,
  image: `/backgrounds/${id}`,
  current,
});

async function open(pictures: readonly Background[]) {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [listBackgrounds, () => pictures],
    [chooseBackground, () => ({ ...picture(1, true), message: 'Plano de fundo trocado' })],
    [deleteBackground, () => ({ message: 'Plano de fundo removido com sucesso!' })],
  ]);
  await show(<Backgrounds />, '/settings');
  return requests;
}

it('shows three pictures a page, marks the current one, and selects another after a confirmation', async () => {
  const requests = await open([picture(4, true), picture(3), picture(2), picture(1)]);
  const shown = await screen.findAllByRole('button', { name: /^Imagem \d$/ });
  expect(shown.map((button) => button.getAttribute('aria-pressed'))).toEqual([
    'true',
    'false',
    'false',
  ]);
  fireEvent.click(shown[0]!);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.click(shown[1]!);
  await screen.findByRole('alertdialog', { name: 'Usar a imagem 2 na entrada?' });
  fireEvent.click(screen.getByRole('button', { name: 'Não' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls(requests, chooseBackground)).toEqual([]);
  fireEvent.click(shown[1]!);
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, usar' }));
  await screen.findByText('Plano de fundo trocado');
  expect(calls(requests, chooseBackground)).toHaveLength(1);
  expect(calls(requests, chooseBackground)[0]!.path).toContain('/3');
});

it('removes the current picture after a confirmation, and uploads no file that is too large', async () => {
  const requests = await open([picture(4, true)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Remover' }));
  await screen.findByText('Remover o plano de fundo em uso?');
  fireEvent.click(screen.getByRole('button', { name: 'Sim, remover' }));
  await screen.findByText('Plano de fundo removido com sucesso!');
  expect(calls(requests, deleteBackground)[0]!.path).toContain('/4');

  const file = new File([new Uint8Array(BACKGROUND_BYTES + 1)], 'grande.png');
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } });
  await screen.findByText('A imagem tem mais de 5 MB. Escolha uma menor.');
});

it('states that the default drawing is shown without a picture', async () => {
  await open([]);
  await screen.findByText(/^JPG ou PNG, até 5 MB/);
  await screen.findByRole('button', { name: 'Enviar imagem' });
  expect(document.querySelector('input[type=file]')!.getAttribute('accept')).toBe(
    'image/jpeg,image/png',
  );
  await screen.findByText('A entrada mostra o desenho padrão.');
  expect(screen.queryByRole('button', { name: 'Remover' })).toBeNull();
});
