import { Refusal } from '@ramal/contract/api/errors';
import { listChannelOptions } from '@ramal/contract/catalogue/catalogue';
import {
  type TemporaryChannel,
  addTemporaryChannel,
  changeTemporaryChannel,
  createTemporaryCategory,
  listTemporaryCategories,
  listTemporaryChannels,
  refreshTemporaryChannels,
  removeTemporaryChannel,
  removeTemporaryChannels,
} from '@ramal/contract/catalogue/temporary-channels';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { isRemovedTomorrow, removalTimeInWords, toRemovalMinute } from './removal-time.ts';
import { typedTime } from '../foundation/typed-day.ts';
import { TodaysGames } from './TodaysGames.tsx';

/** 14:10 in São Paulo. */
const NOW = new Date('2026-11-23T17:10:00Z');

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const game = (id: number, more: Partial<TemporaryChannel> = {}): TemporaryChannel => ({
  id,
  streamId: 20,
  origimName: 'Premiere Clubes HD',
  name: 'Remo x Paysandu',
  category: 'Jogos de hoje',
  idCategory: 7,
  state: 'listed',
  addedAt: Date.parse('2026-11-23T16:40:00Z') / 1000,
  endsAt: Date.parse('2026-11-23T21:30:00Z') / 1000,
  ...more,
});
const played = game(40);
const silent = game(41, {
  name: 'Basquete: final',
  origimName: 'ESPN 2 FHD',
  state: 'no-signal',
  addedAt: played.addedAt - 3600,
});

async function open(more: Parameters<typeof answering>[0] = []) {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin', grants: ['games'] })],
    [listTemporaryChannels, () => ({ channels: [played, silent] })],
    [listTemporaryCategories, () => ({ categories: [{ custom_id: 7, name: 'Jogos de hoje' }] })],
    [listChannelOptions, () => ({ channels: [{ label: 'Premiere 2 FHD', value: 22 }] })],
    ...more,
  ]);
  await show(<TodaysGames />, '/categorie-config');
  return requests;
}
const row = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const choose = async (label: string, option: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};

it('adds a channel with its name, the only category and a time of tomorrow', async () => {
  const requests = await open([
    [
      addTemporaryChannel,
      () => ({
        message: 'Canal Temporario inserido com sucesso!',
        channel: game(42, { name: 'Final' }),
      }),
    ],
  ]);
  await row('Remo x Paysandu');
  await choose('Canal', 'Premiere 2 FHD');
  fireEvent.change(screen.getByLabelText(/^Nome no player/), { target: { value: 'Final' } });
  fireEvent.change(screen.getByLabelText('Sai às'), { target: { value: '00:30' } });
  expect(screen.getByText(/Sai amanhã às 00:30\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  await waitFor(() => expect(calls(requests, addTemporaryChannel)).toHaveLength(1));
  expect(calls(requests, addTemporaryChannel)[0]!.body).toEqual({
    stream_id: '22',
    category: '7',
    name: 'Final',
    until: '2026-11-24T00:30',
  });
});

it('sends nothing without a channel (V-61)', async () => {
  const requests = await open();
  await row('Remo x Paysandu');
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  const why = await screen.findAllByText('Por favor, selecione um canal ou uma categoria');
  expect(why.length).toBeGreaterThan(0);
  expect(calls(requests, addTemporaryChannel)).toEqual([]);
});

it('shows state and times of each channel and filters by state', async () => {
  await open();
  expect(within(await row('Remo x Paysandu')).getByText('hoje 18:30')).toBeTruthy();
  fireEvent.click(screen.getByText('Sem sinal', { selector: 'label *, label' }));
  await waitFor(() => expect(screen.queryByText('Remo x Paysandu')).toBeNull());
  expect(await row('Basquete: final')).toBeTruthy();
});

it('replaces a channel without signal and keeps its end time', async () => {
  const requests = await open([
    [changeTemporaryChannel, () => ({ message: 'Canal trocado com sucesso', channel: silent })],
  ]);
  fireEvent.click(
    within(await row('Basquete: final')).getByRole('button', { name: /Trocar canal/ }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Basquete: final' });
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'Canal' }));
  const offered = await screen.findAllByRole('option', { name: 'Premiere 2 FHD', hidden: true });
  fireEvent.click(offered.at(-1)!);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(calls(requests, changeTemporaryChannel)).toHaveLength(1));
  expect(calls(requests, changeTemporaryChannel)[0]!.body).toEqual({ stream_id: '22' });
});

it('removes one channel or all channels after a confirmation', async () => {
  const requests = await open([
    [removeTemporaryChannel, () => ({ message: 'Canal Temporario removido com sucesso!' })],
    [
      removeTemporaryChannels,
      () => ({ message: 'Canais Temporarios removidos com sucesso!', removed: 2 }),
    ],
  ]);
  fireEvent.click(within(await row('Remo x Paysandu')).getByRole('button', { name: /Excluir/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, remover', hidden: true }));
  await waitFor(() => expect(calls(requests, removeTemporaryChannel)).toHaveLength(1));
  expect(calls(requests, removeTemporaryChannel)[0]!.body).toEqual({ name: 'Remo x Paysandu' });
  fireEvent.click(screen.getByRole('button', { name: 'Excluir todos' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, excluir todos', hidden: true }));
  await waitFor(() => expect(calls(requests, removeTemporaryChannels)).toHaveLength(1));
});

it('states that «Excluir todos» has nothing to remove when the player is empty', async () => {
  const requests = await open([[listTemporaryChannels, () => ({ channels: [] })]]);
  await screen.findByText('Nenhum jogo no player');
  fireEvent.click(screen.getByRole('button', { name: 'Excluir todos' }));
  expect(await screen.findByText(/não há o que excluir/)).toBeTruthy();
  expect(calls(requests, removeTemporaryChannels)).toEqual([]);
});

it('refreshes the cache and shows the result or the failure', async () => {
  let fails = true;
  await open([
    [
      refreshTemporaryChannels,
      () => {
        if (fails) throw new Refusal('internal');
        return { message: 'Cache atualizado', removed: 1, changed: 0 };
      },
    ],
  ]);
  await row('Remo x Paysandu');
  fireEvent.click(screen.getByRole('button', { name: 'Atualizar cache' }));
  fireEvent.click(
    await screen.findByRole('button', { name: /^(OK|Entendi|Fechar)$/, hidden: true }),
  );
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Atualizar cache' }));
  expect(await screen.findByText('1 canal acabou, nenhuma origem mudou')).toBeTruthy();
});

it('creates a category with the next number and the typed name (V-63)', async () => {
  const requests = await open([
    [
      createTemporaryCategory,
      () => ({ message: 'Categoria adicionada com sucesso', custom_id: 8, name: 'Tênis' }),
    ],
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Adicionar categoria' }));
  const dialog = await screen.findByRole('dialog', { name: 'Adicionar categoria' });
  fireEvent.change(within(dialog).getByLabelText('Nome'), { target: { value: 'Tênis' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }));
  await waitFor(() => expect(calls(requests, createTemporaryCategory)).toHaveLength(1));
  expect(calls(requests, createTemporaryCategory)[0]!.body).toEqual({
    custom_id: '8',
    name: 'Tênis',
  });
});

it('shows «Sem permissão» without the grant (R-08)', async () => {
  answering([[getProfile, () => profile({ grants: [] })]]);
  await show(<TodaysGames />, '/categorie-config');
  expect(await screen.findByText('Sem permissão')).toBeTruthy();
});

it.each([
  ['23:30', '2026-11-23T23:30', false],
  ['14:10', '2026-11-24T14:10', true],
  ['00:00', '2026-11-24T00:00', true],
  ['', undefined, false],
  ['24:10', undefined, false],
])('converts the typed time %j to %j', (typed, minute, tomorrow) => {
  expect([toRemovalMinute(typed, NOW), isRemovedTomorrow(typed, NOW)]).toEqual([minute, tomorrow]);
});

it('formats a typed time from digits only', () => {
  expect(['23', '233', '2330', '23:301', 'x'].map(typedTime)).toEqual([
    '23',
    '23:3',
    '23:30',
    '23:30',
    '',
  ]);
});

it('names the day of a time after midnight as tomorrow', () => {
  expect(removalTimeInWords(new Date('2026-11-24T03:30:00Z'), NOW)).toBe('amanhã 00:30');
});
