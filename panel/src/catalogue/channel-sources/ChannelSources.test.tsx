import { Refusal } from '@ramal/contract/api/errors';
import { checkSources } from '@ramal/contract/catalogue/catalogue';
import { listSourceLists } from '@ramal/contract/catalogue/catalogue-lists';
import { listCategories } from '@ramal/contract/catalogue/catalogue-packages';
import {
  type ChannelSources,
  editChannelSources,
  getChannelSources,
  listChannelSources,
} from '@ramal/contract/catalogue/channel-sources';
import { getProfile } from '@ramal/contract/sessions';
import { getTask } from '@ramal/contract/tasks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { Catalogue } from '../Catalogue.tsx';
import {
  admin,
  channelSource,
  channelSources,
  pageAnswer,
  sourceList,
  sourcesRow,
  task,
} from '../test/answers.ts';

const NOW = new Date('2026-11-20T14:32:00-03:00');
const at = (minutesAgo: number) => NOW.getTime() / 1000 - minutesAgo * 60;
const rows = [
  sourcesRow(),
  sourcesRow({
    id: 12,
    name: 'Rede Norte',
    state: 'fallback',
    working: 1,
    activePosition: 2,
    problem: 'respondeu com o erro 503',
  }),
  sourcesRow({
    id: 13,
    name: 'TV Parada',
    state: 'lost',
    sources: 1,
    working: 0,
    problem: 'o servidor não existe',
    video: '',
    audio: '',
    width: null,
    height: null,
    bitsPerSecond: null,
    firstByteMs: null,
  }),
];

let channel: ChannelSources;
let running: ReturnType<typeof task>;

const server = (save: Respond = () => ({ ...channel, message: 'Fontes salvas' })) =>
  answering([
    [getProfile, () => admin],
    [
      listChannelSources,
      ({ query }) =>
        query.state === 'problem' ? pageAnswer(...rows.slice(1)) : pageAnswer(...rows),
    ],
    [listSourceLists, () => [sourceList()]],
    [listCategories, () => []],
    [getChannelSources, () => channel],
    [editChannelSources, save],
    [checkSources, () => task({ kind: 'check-sources', state: 'waiting' })],
    [getTask, () => running],
  ]);

const open = (address = '') => show(<Catalogue />, `/catalogue/fontes${address}`);
const openDialog = () => open('?dialog=sources&item=11');
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  sessionStorage.clear();
  channel = channelSources();
  running = task({ kind: 'check-sources', state: 'done', done: 2, total: 2 });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
});

describe('list of channels', () => {
  it.each([
    ['Globo HD', ['Na primeira', '2 de 2', '1920 × 1080', 'H.264, AAC', '5,2 Mb/s']],
    ['Rede Norte', ['Na reserva', 'respondeu com o erro 503', '1 de 2']],
    ['TV Parada', ['Sem fonte', 'o servidor não existe']],
  ])('shows state and quality of %s', async (name, texts) => {
    server();
    await open();
    const { textContent } = await rowOf(name);
    for (const text of texts) expect(textContent).toContain(text);
  });

  it('filters by the segment with the count of problems', async () => {
    server();
    const { search } = await open();
    fireEvent.click(await screen.findByRole('radio', { name: /^Com problema\s*2$/ }));
    await waitFor(() => expect(search()).toEqual({ health: 'problem' }));
    await waitFor(() => expect(screen.queryByText('Globo HD')).toBeNull());
  });

  it('opens the sources of a row', async () => {
    server();
    const { search } = await open();
    fireEvent.click(within(await rowOf('Globo HD')).getByRole('button', { name: /^Fontes/ }));
    await waitFor(() => expect(search()).toEqual({ dialog: 'sources', item: 11 }));
  });
});

describe('dialog of a channel', () => {
  it('shows the sources in order with quality, state and last failure', async () => {
    channel = channelSources({
      state: 'fallback',
      sources: [
        channelSource({
          state: 'returning',
          active: false,
          failedAtTimestamp: at(9),
          failure: 'respondeu com o erro 503',
          heldUntilTimestamp: at(-2),
        }),
        channelSource({
          id: 62,
          shown: 'http://sul.exemplo/…/7.ts',
          isOwn: false,
          headers: 'Referer',
        }),
      ],
    });
    server();
    await openDialog();
    await screen.findByText('A primeira não funciona: toca da reserva');
    const list = screen.getByRole('list', { name: 'Fontes' });
    const [first, second] = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(first).toContain('Voltando');
    expect(first).toMatch(/falhou há 9 min: respondeu com o erro 503; volta depois das 14:34/);
    expect(second).toContain('http://sul.exemplo/…/7.ts · em uso');
    expect(second).toContain('1920 × 1080 · H.264, AAC · 5,2 Mb/s · começa em 180 ms');
    expect(second).toContain('com Referer');
  });

  it('saves the new order', async () => {
    const requests = server();
    await openDialog();
    const handle = await screen.findByRole('button', { name: /^Mudar a ordem de http:\/\/sul/ });
    fireEvent.keyDown(handle, { key: 'ArrowUp' });
    await press('Salvar');
    await screen.findByText('Fontes salvas');
    expect(calls(requests, editChannelSources)[0]!.body).toEqual({
      sources: [{ id: 62 }, { id: 61 }],
    });
  });

  it('sends nothing when nothing was changed', async () => {
    const requests = server();
    const { search } = await openDialog();
    await press('Salvar');
    await waitFor(() => expect(search()).toEqual({}));
    expect(calls(requests, editChannelSources)).toEqual([]);
  });

  it('cannot remove the source of the list, but removes another', async () => {
    const requests = server();
    await openDialog();
    await press('Remover http://sul.exemplo/…/7.ts');
    expect(screen.queryByRole('button', { name: /^Remover http:\/\/norte/ })).toBeNull();
    await press('Salvar');
    await waitFor(() =>
      expect(calls(requests, editChannelSources)[0]!.body).toEqual({ sources: [{ id: 61 }] }),
    );
  });

  it('adds a source with headers, and shows the reason of a refusal under its field', async () => {
    const requests = server(() => {
      throw new Refusal('invalid_fields', {
        fields: { 'sources.2.address': 'Esta fonte já está na lista.' },
      });
    });
    await openDialog();
    await press('Adicionar fonte');
    const address = 'http://sul.exemplo/live/u/p/7.ts';
    fireEvent.change(screen.getByLabelText('Endereço da fonte'), { target: { value: address } });
    fireEvent.change(screen.getByLabelText(/^Cabeçalhos/), {
      target: { value: 'User-Agent: Player/1' },
    });
    await press('Salvar');
    expect((await screen.findAllByText('Esta fonte já está na lista.')).length).toBeGreaterThan(0);
    expect(calls(requests, editChannelSources)[0]!.body).toEqual({
      sources: [{ id: 61 }, { id: 62 }, { address, headers: 'User-Agent: Player/1' }],
    });
  });

  it('checks the sources of the channel now', async () => {
    const requests = server();
    await openDialog();
    await press('Verificar agora');
    await waitFor(() => expect(calls(requests, checkSources)[0]!.body).toEqual({ stream: 11 }));
  });
});
