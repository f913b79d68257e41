import { Refusal } from '@ramal/contract/api/errors';
import { listAnnouncements } from '@ramal/contract/announcements';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { Announcements } from './Announcements.tsx';

type Answer = HandlerResult<typeof listAnnouncements>;
type Item = Answer['anuncios'][number];

const item = (id: number, type: Item['type'], heading: string): Item => ({
  id,
  heading,
  bodyText: `<p>Sobre <b>${heading}</b></p>`,
  type,
  dateFormatted: '20/11/2026 14:32',
  timestamp: Date.parse('2026-11-20T17:32:00Z') / 1000 - id * 86_400,
});
const updates = [1, 2, 3, 4, 5, 6, 7].map((id) => item(id, 2, `atualização ${id}`));

const published = (page: number, change: Partial<Answer> = {}): Answer => ({
  anuncios: [item(11, 1, 'Manutenção no domingo'), item(12, 1, 'Novo app para Roku')],
  atualizacoes: updates.slice((page - 1) * 5, page * 5),
  anunciosPortal: [],
  anunciosP2P: [],
  anunciosPortalP2P: [],
  total: updates.length,
  totalExact: true,
  currentPage: page,
  perPage: 5,
  lastPage: 2,
  ...change,
});

const open = async (says: Respond = ({ query }) => published(Number(query.page))) => {
  const requests = answering([[listAnnouncements, says]]);
  await show(<Announcements />, '/reseller');
  return requests;
};
const updateNames = () =>
  screen
    .getAllByRole('listitem')
    .map((row) => row.querySelector('[data-update-name]')?.textContent);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('announcement board', () => {
  it('shows cards with the first words, and opens a dialog with title and message', async () => {
    await open();
    const card = await screen.findByRole('button', { name: /Manutenção no domingo/ });
    expect(card.textContent).toBe('Manutenção no domingoSobre Manutenção no domingo');
    fireEvent.click(card);
    const dialog = await screen.findByRole('dialog', { name: 'Manutenção no domingo' });
    expect(dialog.querySelector('[data-html-text] b')?.textContent).toBe('Manutenção no domingo');
    expect(within(dialog).getByText('Publicado em 20/11/2026 14:32')).toBeTruthy();
    fireEvent.click(within(dialog).getByText('Fechar'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows empty texts when nothing was published', async () => {
    await open(() => published(1, { anuncios: [], atualizacoes: [], total: 0, lastPage: 1 }));
    expect(await screen.findByText('Nenhum aviso no mural.')).toBeTruthy();
    expect(screen.getByText('Nenhuma atualização publicada ainda.')).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('updates', () => {
  it('lists updates page by page in the order of the server, each with its day', async () => {
    const requests = await open();
    await screen.findByText('atualização 1');
    expect(updateNames()).toEqual([1, 2, 3, 4, 5].map((id) => `atualização ${id}`));
    expect(screen.getAllByRole('listitem')[0]!.querySelector('time')?.textContent).toBe('19/11');
    fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
    await waitFor(() => expect(updateNames()).toEqual(['atualização 6', 'atualização 7']));
    expect(calls(requests, listAnnouncements).map(({ query }) => query.page)).toEqual(['1', '2']);
    fireEvent.click(screen.getByRole('button', { name: 'Abrir: atualização 7' }));
    expect(await screen.findByRole('dialog', { name: 'atualização 7' })).toBeTruthy();
  });

  it('keeps the shown updates while the next page loads', async () => {
    const waiting = Promise.withResolvers<void>();
    await open(async ({ query }) => {
      if (query.page === '2') await waiting.promise;
      return published(Number(query.page));
    });
    await screen.findByText('atualização 1');
    fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
    await waitFor(() => expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true'));
    expect(updateNames()).toHaveLength(5);
    waiting.resolve();
    await screen.findByText('atualização 6');
  });
});

describe('announcements that fail to load', () => {
  it('shows the reason of the server and loads again on request', async () => {
    let fails = true;
    await open(({ query }) => {
      if (fails) throw new Refusal('forbidden');
      return published(Number(query.page));
    });
    const failed = await screen.findByRole('alert');
    expect(failed.textContent).toContain('Não deu para carregar o mural e as atualizações');
    expect(failed.textContent).toContain('Você não tem permissão para fazer isso.');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Manutenção no domingo')).toBeTruthy();
  });
});
