import { Refusal } from '@ramal/contract/api/errors';
import {
  type Device,
  bindDevice,
  listDeviceLines,
  listDevices,
  resetDevice,
  unbindDevice,
} from '@ramal/contract/devices';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { SmartApp } from './SmartApp.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DAY_S = 86_400;
const inDays = (days: number): number => Math.floor(Date.now() / 1000) + days * DAY_S;
const MAC = 'A0:B1:C2:D3:E4:F5';
const device = (change: Partial<Device> = {}): Device => ({
  id: 7,
  app: '1',
  appName: 'Smart App',
  mac: MAC,
  idDevice: 'sala-7777',
  iptv: { id: 1, username: '84920175', note: 'Dona Célia', state: 'active' },
  reseller: { username: 'marcelo' },
  createdFormatted: '21/11/2026',
  createdAtTimestamp: inDays(-1),
  waitsUntilTimestamp: null,
  lastAskedTimestamp: inDays(0),
  ...change,
});
const pageOf = <Row,>(...data: Row[]) => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});
const option = (username: string, note: string, state = 'active') => ({
  id: Number(username),
  username,
  note,
  exp_date: '20/12/2026 14:32',
  state,
});

const server = (list: Respond, ...more: Parameters<typeof answering>[0]) =>
  answering([
    [getProfile, () => profile()],
    [listDevices, list],
    [
      listDeviceLines,
      () => pageOf(option('84920175', 'Dona Célia'), option('73450011', 'Zé', 'expired')),
    ],
    ...more,
  ]);
const open = (address = '') => show(<SmartApp />, `/smart-app${address}`);
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
const hidden = { hidden: true };
/** Timeout in ms for slow assertions. The panel sends typed text only after a pause. */
const SLOWLY = { timeout: 10_000 };
const act = async (name: string) => {
  fireEvent.click(within(await rowOf(MAC)).getByRole('button', { name: `Ações de ${MAC}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name, ...hidden }));
};

describe('list of devices', () => {
  it('shows line, app and state of each device', async () => {
    server(() =>
      pageOf(
        device(),
        device({
          id: 8,
          mac: '10:20:30:40:50:60',
          appName: 'Prime',
          idDevice: '',
          waitsUntilTimestamp: inDays(3),
          lastAskedTimestamp: null,
          iptv: { id: 2, username: '73450011', note: '', state: 'expired' },
        }),
        device({
          id: 9,
          mac: '10:20:30:40:50:61',
          idDevice: '',
          waitsUntilTimestamp: inDays(-3),
          lastAskedTimestamp: null,
        }),
        device({ id: 10, mac: '10:20:30:40:50:62', lastAskedTimestamp: null }),
      ),
    );
    await open();
    const texts = async (mac: string) => (await rowOf(mac)).textContent;
    expect(await texts(MAC)).toMatch(
      /84920175.*sala-7777.*Smart App.*Em uso.*Dona Célia.*21\/11\/2026/,
    );
    expect(await texts('10:20:30:40:50:60')).toMatch(/73450011linha vencida.*–.*Prime.*Aguardando/);
    expect(await texts('10:20:30:40:50:61')).toContain('Espera vencida');
    expect(await texts('10:20:30:40:50:62')).toContain('Com ID');
    expect(screen.queryByText('Revenda')).toBeNull();
  });

  it('shows an admin the reseller of each device', async () => {
    server(
      () => pageOf(device()),
      [getProfile, () => profile({ profile: 'admin', credits: null })],
    );
    await open();
    expect(await screen.findByText('Revenda')).toBeDefined();
    expect((await rowOf(MAC)).textContent).toContain('marcelo');
  });

  it('searches and filters on the server and keeps the filters in the address', async () => {
    const requests = server(({ query }) => (query.search ? pageOf() : pageOf(device())));
    const { search } = await open('?search=zeca&app=prime');
    expect(await screen.findByText('Nada para “zeca”')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Ver todos' }));
    await rowOf(MAC);
    expect(search()).toEqual({});
    const usual = { page: '1', per_page: '10', sort: 'created_at', dir: 'desc' };
    expect(calls(requests, listDevices).map(({ query }) => query)).toEqual([
      { ...usual, app: 'prime', search: 'zeca' },
      usual,
    ]);
  });

  it('shows an empty text without devices, and an error after a failed load', async () => {
    server(() => pageOf());
    await open();
    expect(await screen.findByText('Nenhum aparelho ainda')).toBeDefined();
    cleanup();
    server(() => {
      throw new Refusal('forbidden');
    });
    await open();
    expect(await screen.findByText('Não deu para carregar a lista')).toBeDefined();
  });
});

describe('«Gerar Usuário»', () => {
  const fields = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Gerar Usuário' });
    const field = (name: string) => within(dialog).getByRole('textbox', { name });
    return { dialog, field, mac: field('MAC') as HTMLInputElement };
  };
  const type = (field: HTMLElement, value: string) =>
    fireEvent.change(field, { target: { value } });
  const submit = (dialog: HTMLElement) =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sim, gerar usuário' }));

  it('formats the MAC while it is typed, and binds it to the selected line in app 1 by default', async () => {
    const requests = server(
      () => pageOf(device()),
      [
        bindDevice,
        () => ({ message: 'Usuário gerado com sucesso', device: device(), taken_from: null }),
      ],
    );
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Gerar Usuário' }));
    const { dialog, field, mac } = await fields();
    type(mac, 'a0b1-c2');
    expect(mac.value).toBe('A0:B1:C2');
    type(mac, 'A0:B1:C2d3 e4.f5ffff');
    expect(mac.value).toBe(MAC);
    const line = within(dialog).getByRole('combobox', { name: 'Usuário' });
    fireEvent.click(line);
    // The field needs the focus. A change without the focus counts as the input of a password
    // manager.
    line.focus();
    type(line, 'célia');
    await waitFor(
      () =>
        expect(calls(requests, listDeviceLines).map(({ query }) => query.search)).toContain(
          'célia',
        ),
      SLOWLY,
    );
    fireEvent.click(
      (await screen.findAllByRole('option', { name: /73450011.*Zé · vencida/, ...hidden }))[0]!,
    );
    type(field('ID do aparelho opcional'), 'sala-7777');
    submit(dialog);
    expect(await screen.findByText('Usuário gerado com sucesso')).toBeDefined();
    expect(calls(requests, bindDevice).map(({ body }) => body)).toEqual([
      { mac: MAC, username: '73450011', app: '1', id_device: 'sala-7777' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls(requests, listDevices).length).toBeGreaterThan(1);
  });

  it.each([
    ['admin', 'Nenhuma linha IPTV assim'],
    ['reseller', 'Nenhuma linha IPTV sua assim'],
  ] as const)('tells the %s whose lines were searched', async (kind, text) => {
    const who = kind === 'admin' ? { profile: kind, credits: null } : {};
    server(() => pageOf(), [getProfile, () => profile(who)], [listDeviceLines, () => pageOf()]);
    await open('?dialog=create');
    const { dialog } = await fields();
    fireEvent.click(within(dialog).getByRole('combobox', { name: 'Usuário' }));
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('lists the invalid fields and stays open (V-21)', async () => {
    const requests = server(() => pageOf(device()));
    await open('?janela=gerar');
    const { dialog, mac, field } = await fields();
    type(mac, 'A0:B1');
    type(field('ID do aparelho opcional'), 'curto');
    submit(dialog);
    expect(await screen.findByRole('alertdialog', { name: 'Atenção' })).toBeDefined();
    expect(
      within(dialog).getByText('Por favor, insira um endereço MAC válido, como A0:B1:C2:D3:E4:F5'),
    ).toBeDefined();
    expect(within(dialog).getByText('O campo ID do aparelho esta incompleto.')).toBeDefined();
    expect(within(dialog).getByText('O campo Usuário é necessário.')).toBeDefined();
    expect(mac.value).toBe('A0:B1');
    expect(calls(requests, bindDevice)).toEqual([]);
  });

  it('shows why the server rejected the binding and stays open', async () => {
    server(
      () => pageOf(device()),
      [
        bindDevice,
        () => {
          throw new Refusal('device_taken');
        },
      ],
    );
    await open('?janela=gerar');
    const { dialog, mac } = await fields();
    type(mac, MAC);
    const line = within(dialog).getByRole('combobox', { name: 'Usuário' });
    fireEvent.click(line);
    fireEvent.click((await screen.findAllByRole('option', { name: /84920175/, ...hidden }))[0]!);
    submit(dialog);
    const alert = await screen.findByRole('alertdialog', { name: 'Erro!' });
    expect(alert.textContent).toContain('Este MAC já está em uso neste aplicativo.');
    expect(mac.value).toBe(MAC);
  });
});

describe('«Resetar MAC»', () => {
  it('closes with «Não» and sends nothing', async () => {
    const requests = server(() => pageOf(device()));
    const { search } = await open('?janela=resetar&aparelho=7');
    const dialog = await screen.findByRole('dialog', { name: 'Resetar este MAC?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Não' }));
    await waitFor(() => expect(search()).toEqual({}));
    expect(calls(requests, resetDevice)).toEqual([]);
  });

  it('asks for the id in one dialog and sends the line of the device', async () => {
    const requests = server(
      () => pageOf(device({ app: 'prime', appName: 'Prime' })),
      [resetDevice, () => ({ message: 'MAC resetado com sucesso', device: device() })],
    );
    const { search } = await open();
    await act('Resetar MAC');
    const dialog = await screen.findByRole('dialog', { name: 'Resetar este MAC?' });
    expect(search()).toEqual({ dialog: 'reset', device: 7 });
    expect(dialog.textContent).toContain('O aparelho de agora deixa de receber a linha.');
    expect(dialog.textContent).toMatch(
      /Prime · 84920175 · Dona Célia.*A0:B1:C2:D3:E4:F5.*sala-7777/,
    );
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sim, resetar' }));
    expect(await screen.findByText('MAC resetado com sucesso')).toBeDefined();
    expect(calls(requests, resetDevice).map(({ body }) => body)).toEqual([
      { mac: MAC, app: 'prime', username: '84920175' },
    ]);
    await waitFor(() => expect(search()).toEqual({}));
  });
});

describe('«Excluir» on a device', () => {
  it('states the effects of the removal and removes the device', async () => {
    const rows = [device()];
    const requests = server(
      () => pageOf(...rows),
      [
        unbindDevice,
        () => {
          rows.pop();
          return { id: 7, message: 'Usuário deletado com sucesso' };
        },
      ],
    );
    await open();
    await act('Excluir');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toMatch(/deixa de receber a linha 84920175.*gere uma senha nova/);
    expect(calls(requests, unbindDevice)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, excluir' }));
    expect(await screen.findByText('Usuário deletado com sucesso')).toBeDefined();
    expect(await screen.findByText('Nenhum aparelho ainda')).toBeDefined();
    expect(calls(requests, unbindDevice).map(({ path }) => path)).toEqual([
      '/api/users-smart-app/7',
    ]);
  });
});
