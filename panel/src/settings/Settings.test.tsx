import { listWrittenAnnouncements } from '@ramal/contract/announcements';
import { listBackgrounds } from '@ramal/contract/backgrounds';
import { getTitleDetails, saveTitleDetailsKey } from '@ramal/contract/catalogue/title-details';
import { listBulkFunctions } from '@ramal/contract/lines/bulk-functions';
import { getRotation } from '@ramal/contract/operations/hostname-rotation';
import { listExemptionHosts } from '@ramal/contract/lines/list-migrators';
import { platformKeys } from '@ramal/contract/rules/platforms';
import { getProfile } from '@ramal/contract/sessions';
import { getSettings, toggleLogin } from '@ramal/contract/settings';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answering,
  fakeNetwork,
  type Network,
  refusing,
} from '../foundation/api/network.fixtures.ts';
import { show } from '../lines/test/screen.tsx';
import { Settings } from './Settings.tsx';

const admin = {
  id: 1,
  username: 'admin',
  profile: 'admin' as const,
  is_master: true,
  second_factor: {
    enrolled: false,
    required_from: null,
    must_enrol: false,
    replacement_pending: false,
  },
  id_franchise: null,
  grants: [],
  credits: null,
  credits_without_code: null,
  platforms: [...platformKeys],
  time_zone: 'America/Sao_Paulo',
  quarantine: null,
  tickets_menu: true,
  country: 'BR',
};

const none = {
  data: [],
  total: 0,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
};

const noKey = { has_key: false, refused: false, found: 0, unknown: 0, waiting: 12 };

let network: Network;
let states = {
  tests: true,
  test_iptv: false,
  iptv: true,
  p2p: true,
  n_p2p: true,
  login: true,
  xcloud: true,
};

beforeEach(() => {
  states = {
    tests: true,
    test_iptv: false,
    iptv: true,
    p2p: true,
    n_p2p: true,
    login: true,
    xcloud: true,
  };
  network = fakeNetwork();
  network.on(getSettings, () => answering(getSettings, states));
  network.on(listBulkFunctions, () => answering(listBulkFunctions, []));
  network.on(getRotation, () => answering(getRotation, { rotates: [], franchises: [] }));
  network.on(listBackgrounds, () => answering(listBackgrounds, []));
  network.on(listExemptionHosts, () => answering(listExemptionHosts, none));
  network.on(listWrittenAnnouncements, () => answering(listWrittenAnnouncements, none));
  network.on(getTitleDetails, () => answering(getTitleDetails, noKey));
  network.on(getProfile, () => answering(getProfile, { ...admin, flags: states }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => show(<Settings />, '/settings');

const acts = () =>
  network.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
const button = (name: string) => screen.findByRole('button', { name });

it('shows «Desativar» for an enabled function and «Ativar» for a disabled one', async () => {
  await open();
  await button('Desativar Testes');
  const shown = screen.getAllByRole('button', { name: /^(Desativar|Ativar) / });
  expect(shown.map((button) => [button.getAttribute('aria-label'), button.textContent])).toEqual([
    ['Desativar Testes', 'Desativar'],
    ['Ativar Testes IPTV', 'Ativar'],
    ['Desativar IPTV', 'Desativar'],
    ['Desativar P2P', 'Desativar'],
    ['Desativar Novo P2P', 'Desativar'],
    ['Desativar X-CLOUD', 'Desativar'],
    ['Desativar Acesso ao painel', 'Desativar'],
  ]);
});

it('shows the effect of a switch, confirms it, and reads the states again', async () => {
  await open();
  fireEvent.click(await button('Desativar Acesso ao painel'));
  await screen.findByText('Quem não é administrador sai na hora e não entra mais.');
  fireEvent.click(await button('Não'));
  await waitFor(() => expect(screen.queryByText('Desativar Acesso ao painel?')).toBeNull());
  expect(acts()).toEqual([]);
  await button('Desativar Acesso ao painel');
  network.on(toggleLogin, () => {
    states = { ...states, login: false };
    return answering(toggleLogin, { ...states, message: 'Função alterada com sucesso!' });
  });
  fireEvent.click(await button('Desativar Acesso ao painel'));
  fireEvent.click(await button('Sim, desativar'));
  await screen.findByText('Função alterada com sucesso!');
  expect(acts()).toEqual([{ action: 5 }]);
  await button('Ativar Acesso ao painel');
});

it('keeps the confirmation open with the reason of a failure', async () => {
  await open();
  network.on(toggleLogin, () => refusing('forbidden'));
  fireEvent.click(await button('Desativar Acesso ao painel'));
  fireEvent.click(await button('Sim, desativar'));
  await screen.findByText('Ocorreu um erro ao trocar status');
  expect(screen.getByText(/Você não tem permissão para fazer isso\./)).toBeTruthy();
});

it('shows that the states cannot be read, and reads them again', async () => {
  network.on(getSettings, () => refusing('internal', { values: { request: 'pedido-1' } }));
  await open();
  await screen.findByText('Ocorreu um erro ao retornar status das funções');
  expect(screen.getByText('Pedido pedido-1')).toBeTruthy();
  network.on(getSettings, () => answering(getSettings, states));
  fireEvent.click(await button('Tentar de novo'));
  await button('Desativar Testes');
});

it('saves a key of the film database, shows the loaded details, and removes the key', async () => {
  const keyProgress = { has_key: true, refused: false, found: 3, unknown: 1, waiting: 8 };
  network.on(saveTitleDetailsKey, () =>
    answering(saveTitleDetailsKey, { message: 'Chave guardada', ...keyProgress }),
  );
  await open();
  const field = await screen.findByLabelText('Chave do TMDB');
  fireEvent.click(await button('Salvar'));
  expect(await screen.findByText('Cole a chave da sua conta no TMDB.')).toBeTruthy();
  network.on(getTitleDetails, () => answering(getTitleDetails, keyProgress));
  fireEvent.change(field, { target: { value: 'a'.repeat(32) } });
  fireEvent.click(await button('Salvar'));
  const progress = '3 títulos completados, 8 na fila, 1 que o TMDB não conhece.';
  expect(await screen.findByText(progress)).toBeTruthy();
  expect(network.requests.at(-2)?.body).toEqual({ key: 'a'.repeat(32) });
  fireEvent.click(await button('Retirar'));
  fireEvent.click(await button('Sim, retirar'));
  await waitFor(() =>
    expect(network.requests.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({}),
  );
});
