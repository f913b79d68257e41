import { Refusal } from '@ramal/contract/api/errors';
import {
  type Device,
  activateLazer,
  activatePrime,
  listLineDevices,
  resetDevice,
} from '@ramal/contract/devices';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineListAnswer, row } from '../lines/test/answers.ts';
import { bodyRow, hidden, readRowMenu, open, server } from '../lines/test/list.tsx';
import { p2pPage, p2pRow, p2pServer } from '../lines/test/p2p.tsx';
import { calls, show } from '../lines/test/screen.tsx';
import { p2pPlatform } from '../lines/platforms/p2p.ts';
import { Lines } from '../lines/list/Lines.tsx';

const NOW = Date.parse('2026-11-21T15:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NAME = '84920175';
const MAC = 'A0:B1:C2:D3:E4:F5';
const bound: Device = {
  id: 7,
  app: 'prime',
  appName: 'Prime',
  mac: MAC,
  idDevice: '',
  iptv: { id: 1, username: NAME, note: 'Dona Célia', state: 'active' },
  reseller: { username: 'marcelo' },
  createdFormatted: '21/11/2026',
  createdAtTimestamp: 1,
  waitsUntilTimestamp: NOW / 1000 + 86_400,
  lastAskedTimestamp: null,
};

const choose = async (label: string) => {
  fireEvent.click(within(await bodyRow(NAME)).getByRole('button', { name: `Ações de ${NAME}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: label, ...hidden }));
  const dialog = await screen.findByRole('dialog', { name: label });
  const mac = await within(dialog).findByRole<HTMLInputElement>('textbox', { name: 'MAC' });
  const activate = () =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sim, ativar' }));
  return { dialog, mac, activate };
};
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const activated = () => ({
  message: 'Usuário ativado com sucesso!',
  device: bound,
  taken_from: null,
});

it('offers both actions after «Recriar Linha», only for IPTV', async () => {
  server(() => lineListAnswer(row()));
  await open();
  const menu = await readRowMenu(NAME);
  const first = menu.indexOf('Recriar Linha') + 1;
  expect(menu.slice(first, first + 2)).toEqual(['Ativar Prime', 'Ativar Lazer Play']);
  cleanup();
  p2pServer(p2pLines, () => p2pPage(p2pRow({ name: NAME })));
  await show(<Lines platform={p2pPlatform} />, '/users-p2p');
  expect((await readRowMenu(NAME)).filter((label) => label?.startsWith('Ativar'))).toEqual([]);
});

describe.each([
  ['Ativar Prime', activatePrime],
  ['Ativar Lazer Play', activateLazer],
])('%s', (label, declaration) => {
  it('sends the line and the MAC in any typed format, and shows a toast (M-31)', async () => {
    const requests = server(
      () => lineListAnswer(row()),
      [listLineDevices, () => []],
      [declaration, activated],
    );
    await open();
    const { mac, activate } = await choose(label);
    type(mac, 'a0b1c2d3e4f5');
    expect(mac.value).toBe(MAC);
    activate();
    expect(await screen.findByText('Sucesso!')).toBeDefined();
    expect(screen.getByText('Usuário ativado com sucesso!')).toBeDefined();
    expect(calls(requests, declaration).map(({ body }) => body)).toEqual([
      { username: NAME, password: 'k7Tq29xm', mac: MAC },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('names the line that lost the device', async () => {
    server(
      () => lineListAnswer(row()),
      [listLineDevices, () => []],
      [declaration, () => ({ ...activated(), taken_from: '288829387' })],
    );
    await open();
    const { mac, activate } = await choose(label);
    type(mac, MAC);
    activate();
    expect(await screen.findByText(/O aparelho era de 288829387/)).toBeDefined();
  });

  it('stays open with the specified text for an incomplete MAC (V-21, M-11)', async () => {
    const requests = server(() => lineListAnswer(row()), [listLineDevices, () => []]);
    await open();
    const { dialog, mac, activate } = await choose(label);
    for (const short of ['', 'A0:B1:C2:D3:E4:F', 'zz:zz:zz:zz:zz:zz']) {
      type(mac, short);
      activate();
      const alert = await screen.findByRole('alertdialog', { name: 'Atenção' });
      expect(alert.textContent).toMatch(
        short ? /Por favor, insira um endereço MAC válido/ : /O campo MAC é necessário/,
      );
      fireEvent.click(within(alert).getByRole('button', { name: 'Entendi' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
    expect(
      within(dialog).getByText('Por favor, insira um endereço MAC válido, como A0:B1:C2:D3:E4:F5'),
    ).toBeDefined();
    expect(calls(requests, declaration)).toEqual([]);
  });

  it('shows the reason of a failure and keeps the input (M-30)', async () => {
    server(
      () => lineListAnswer(row()),
      [listLineDevices, () => []],
      [
        declaration,
        () => {
          throw new Refusal('device_taken');
        },
      ],
    );
    await open();
    const { dialog, mac, activate } = await choose(label);
    type(mac, MAC);
    activate();
    const alert = await screen.findByRole('alertdialog', { name: 'Erro!' });
    expect(alert.textContent).toMatch(/Falha ao ativar o usuário.*Este MAC já está em uso/);
    expect(within(dialog).getByDisplayValue(MAC)).toBeDefined();
  });
});

describe('devices of the line', () => {
  it('lists the devices under the field and resets one after a confirmation', async () => {
    const requests = server(
      () => lineListAnswer(row()),
      [listLineDevices, () => [bound]],
      [resetDevice, () => ({ message: 'MAC resetado com sucesso', device: bound })],
    );
    await open();
    const { dialog } = await choose('Ativar Prime');
    const list = await within(dialog).findByRole('region', { name: 'Aparelhos desta linha' });
    expect(list.textContent).toMatch(/Prime.*A0:B1:C2:D3:E4:F5.*Aguardando/);
    fireEvent.click(within(list).getByRole('button', { name: `Resetar MAC: ${MAC}` }));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, resetar' }));
    expect(await screen.findByText('MAC resetado com sucesso')).toBeDefined();
    expect(calls(requests, resetDevice).map(({ body }) => body)).toEqual([
      { mac: MAC, app: 'prime' },
    ]);
  });

  it('shows the devices of another reseller’s line without actions (Q-SMARTSCOPE)', async () => {
    server(() => lineListAnswer(row({ id_res: 77 })), [listLineDevices, () => [bound]]);
    await open();
    const { dialog } = await choose('Ativar Prime');
    const list = await within(dialog).findByRole('region', { name: 'Aparelhos desta linha' });
    const names = within(list)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual([`Copiar MAC: ${MAC}`]);
  });

  it('shows a text without devices, and an error when they cannot be read', async () => {
    server(() => lineListAnswer(row()), [listLineDevices, () => []]);
    await open('/users-iptv?janela=prime&linha=1');
    expect(await screen.findByText('Esta linha ainda não tem aparelho ativado.')).toBeDefined();
    cleanup();
    server(
      () => lineListAnswer(row()),
      [
        listLineDevices,
        () => {
          throw new Refusal('forbidden');
        },
      ],
    );
    await open('/users-iptv?janela=prime&linha=1');
    expect(await screen.findByText('Não deu para carregar os aparelhos desta linha')).toBeDefined();
  });
});
