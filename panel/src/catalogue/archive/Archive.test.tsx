import { Refusal } from '@ramal/contract/api/errors';
import {
  type ChannelArchive,
  editChannelArchive,
  getChannelArchive,
  proveArchives,
} from '@ramal/contract/catalogue/archive';
import { listStreams } from '@ramal/contract/catalogue/catalogue';
import { listSourceLists } from '@ramal/contract/catalogue/catalogue-lists';
import { listCategories } from '@ramal/contract/catalogue/catalogue-packages';
import { getProfile } from '@ramal/contract/sessions';
import { getTask } from '@ramal/contract/tasks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { Catalogue } from '../Catalogue.tsx';
import {
  admin,
  archiveProof,
  archiveSummary,
  channelArchive,
  pageAnswer,
  sourceList,
  stream,
  task,
} from '../test/answers.ts';

const NOW = new Date('2026-11-20T14:32:00-03:00');
const summary = archiveSummary;
const rows = [
  stream({ archive: summary({ provedAtTimestamp: NOW.getTime() / 1000 }) }),
  stream({ id: 12, name: 'Rede Curta', archive: summary({ state: 'shorter', answeredDays: 2 }) }),
  stream({ id: 13, name: 'Sempre Agora', archive: summary({ state: 'live', days: 0 }) }),
  stream({ id: 14, name: 'Sem Disco', archive: summary({ state: 'none', days: 0 }) }),
  stream({ id: 15, name: 'Sem Grade', archive: summary({ state: 'no-guide' }) }),
  stream({ id: 16, name: 'Parado', archive: summary({ state: 'off', days: 0 }) }),
  stream({
    id: 17,
    name: 'Novo Canal',
    archive: summary({ state: 'unproven', answeredDays: null, provedAtTimestamp: null }),
  }),
];

const proof = (change: Parameters<typeof task>[0] = {}) =>
  task({ id: 9, kind: 'prove-archives', message: '', done: 1, total: 5, ...change });

let archive: ChannelArchive;
let running: ReturnType<typeof task>;

const server = (save: Respond = () => ({ ...archive, message: 'Arquivo salvo' })) =>
  answering([
    [getProfile, () => admin],
    [
      listStreams,
      ({ query }) =>
        query.state === 'archive-problem' ? pageAnswer(...rows.slice(1, 3)) : pageAnswer(...rows),
    ],
    [listSourceLists, () => [sourceList()]],
    [listCategories, () => []],
    [getChannelArchive, () => archive],
    [editChannelArchive, save],
    [proveArchives, () => proof({ done: 0, state: 'waiting' })],
    [getTask, () => running],
  ]);

const open = (address = '') => show(<Catalogue />, `/catalogue${address}`);
const openArchive = () => open('?dialog=archive&item=11');
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  sessionStorage.clear();
  archive = channelArchive();
  running = proof();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
});

describe('list of channels', () => {
  it.each([
    ['Globo HD', '7 diascomprovado hoje'],
    ['Rede Curta', '2 de 7 diasa fonte encurtou'],
    ['Sempre Agora', 'Devolve o ao vivo'],
    ['Sem Disco', 'a fonte não grava'],
    ['Sem Grade', 'sem guia, sem arquivo'],
    ['Parado', 'desligado'],
    ['Novo Canal', '7 diasnão comprovado'],
  ])('shows the archive of %s', async (name, text) => {
    server();
    await open();
    expect((await rowOf(name)).textContent).toContain(text);
  });

  it('filters by the segment with the count of problems', async () => {
    server();
    const { search } = await open();
    const segment = await screen.findByRole('radio', { name: /^Arquivo com problema\s*2$/ });
    fireEvent.click(segment);
    await waitFor(() => expect(search()).toEqual({ state: 'archive-problem' }));
    await waitFor(() => expect(screen.queryByText('Sem Disco')).toBeNull());
  });

  it('proves all archives after a confirmation and shows the progress', async () => {
    const requests = server();
    const { search } = await open();
    await rowOf('Globo HD');
    await press('Comprovar arquivos');
    await press('Sim, comprovar');
    await waitFor(() => expect(search()).toEqual({ task: 9 }));
    expect(calls(requests, proveArchives)[0]!.body).toEqual({});
    await screen.findByRole('heading', { name: 'Comprovando arquivos' });
    expect(await screen.findByText('1 de 5')).toBeDefined();
  });
});

describe('dialog of a channel', () => {
  it('shows what was proven, the sources in order, and the five checks', async () => {
    server();
    await openArchive();
    await screen.findByText('Canal 4 · guia com 212 programas, 9 dias para trás');
    const dialog = screen.getByRole('dialog', { name: 'Arquivo de Globo HD' });
    within(dialog).getByText(/^Arquivo comprovado até \d\d\/\d\d\/\d{4}, \d\d:\d\d$/);
    within(dialog).getByText(/a fonte promete 7 dias/);
    const sources = within(dialog).getByRole('list', { name: 'De onde vem' });
    expect(
      within(sources)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Lista NorteXtream, forma /timeshift/, fuso de São Paulo7 dias3 de 10 conexões',
      'video-sp1Flussonic, archive-S-L3 diassem limite',
    ]);
    expect(within(dialog).getAllByLabelText('Passou')).toHaveLength(5);
    expect((within(dialog).getByRole('radio', { name: '14' }) as HTMLInputElement).disabled).toBe(
      true,
    );
  });

  it('saves only what was changed', async () => {
    const requests = server();
    const { search } = await openArchive();
    fireEvent.click(await screen.findByRole('radio', { name: '3' }));
    fireEvent.keyDown(screen.getByRole('button', { name: 'Mudar a ordem de video-sp1' }), {
      key: 'ArrowUp',
    });
    await press('Salvar');
    await screen.findByText('Arquivo salvo');
    expect(calls(requests, editChannelArchive)[0]!.body).toEqual({
      days: 3,
      sources: [
        { id: 52, kind: 'flussonic', days: 3 },
        { id: 51, kind: 'xtream', days: 7 },
      ],
    });
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('sends nothing when nothing was changed', async () => {
    const requests = server();
    const { search } = await openArchive();
    fireEvent.click(await screen.findByRole('radio', { name: '3' }));
    fireEvent.click(screen.getByRole('radio', { name: '7' }));
    await press('Salvar');
    await waitFor(() => expect(search()).toEqual({}));
    expect(calls(requests, editChannelArchive)).toEqual([]);
  });

  it('adds a source, and shows the reason of a refusal under its field', async () => {
    const requests = server(() => {
      throw new Refusal('invalid_fields', {
        fields: { 'sources.1.address': 'Este endereço não abre.' },
      });
    });
    await openArchive();
    await press('Remover video-sp1');
    await press('Adicionar fonte');
    const address = 'https://video.exemplo/canal/index.m3u8';
    fireEvent.change(screen.getByLabelText(/^Endereço do canal/), { target: { value: address } });
    fireEvent.change(screen.getByLabelText('Dias que ela guarda'), { target: { value: '5' } });
    await press('Salvar');
    expect((await screen.findAllByText('Este endereço não abre.')).length).toBeGreaterThan(0);
    expect(calls(requests, editChannelArchive)[0]!.body).toEqual({
      sources: [
        { id: 51, kind: 'xtream', days: 7 },
        { kind: 'flussonic', days: 5, address },
      ],
    });
    expect(screen.getByLabelText(/^Endereço do canal/).getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps the choice after a refusal and states its reason', async () => {
    server(() => {
      throw new Refusal('stream_not_found');
    });
    await openArchive();
    fireEvent.click(await screen.findByRole('radio', { name: 'Desligado' }));
    await press('Salvar');
    await screen.findByRole('alertdialog');
    expect(
      (screen.getByRole('radio', { name: 'Desligado', hidden: true }) as HTMLInputElement).checked,
    ).toBe(true);
  });

  it('proves the channel and shows the running check', async () => {
    archive = channelArchive({ state: 'unproven', proof: null });
    const requests = server();
    await openArchive();
    await screen.findByText('Ainda não comprovado');
    await press('Comprovar agora');
    await screen.findByText('Comprovando agora…');
    expect(calls(requests, proveArchives)[0]!.body).toEqual({ stream: 11 });
    expect(await screen.findByLabelText('Conferindo')).toBeDefined();
    archive = channelArchive();
    running = proof({ state: 'done', done: 5 });
    expect(
      await screen.findByText(/^Arquivo comprovado até/, {}, { timeout: 3_000 }),
    ).toBeDefined();
  });

  it('offers to show only the days that the source returns', async () => {
    archive = channelArchive({ state: 'shorter', proof: archiveProof({ answeredDays: 2 }) });
    const requests = server();
    await openArchive();
    await screen.findByText('Só 2 de 7 dias respondem. Mostrar 2?');
    await press('Mostrar 2 dias');
    await press('Salvar');
    await waitFor(() => expect(calls(requests, editChannelArchive)[0]!.body).toEqual({ days: 2 }));
  });

  it.each<[Partial<ChannelArchive>, string]>([
    [
      { state: 'live', days: 0 },
      'A fonte devolve o ao vivo no lugar do passado. O arquivo não é oferecido.',
    ],
    [{ state: 'failed' }, 'O arquivo não abriu em nenhum dia.'],
  ])('explains the problem: %#', async (change, text) => {
    archive = channelArchive(change);
    server();
    await openArchive();
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('leads to the guides if the guide has no past programmes', async () => {
    archive = channelArchive({ state: 'no-guide' });
    server();
    await openArchive();
    await screen.findByText('Sem programas de dias passados ninguém consegue escolher.');
    expect(screen.getByRole('link', { name: 'Abrir o guia' }).getAttribute('href')).toBe(
      '/catalogue/guias',
    );
  });

  it('shows only the control, off, for a source without an archive', async () => {
    archive = channelArchive({
      state: 'none',
      days: 0,
      promisedDays: 0,
      proof: null,
      sources: [],
    });
    server();
    await openArchive();
    const off = await screen.findByRole('radio', { name: 'Desligado' });
    expect((off as HTMLInputElement).checked).toBe(true);
    const dialog = screen.getByRole('dialog');
    within(dialog).getByText('a fonte não grava');
    expect(within(dialog).queryByText('De onde vem')).toBeNull();
    expect(within(dialog).queryByRole('button', { name: /Comprovar/ })).toBeNull();
  });
});
