import { Refusal } from '@ramal/contract/api/errors';
import {
  deleteAnnouncement,
  getAnnouncement,
  listWrittenAnnouncements,
  saveAnnouncement,
  type WrittenAnnouncement,
} from '@ramal/contract/announcements';
import { getProfile } from '@ramal/contract/sessions';
import { platformKeys } from '@ramal/contract/rules/platforms';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { WriteAnnouncement } from './WriteAnnouncement.tsx';
import { WrittenAnnouncements } from './WrittenAnnouncements.tsx';

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
  flags: {
    tests: true,
    test_iptv: true,
    iptv: true,
    p2p: true,
    n_p2p: true,
    login: true,
    xcloud: true,
  },
};

const written = (change: Partial<WrittenAnnouncement> = {}): WrittenAnnouncement => ({
  id: 7,
  heading: 'Manutenção',
  bodyText: '<p>No <strong>domingo</strong></p>',
  type: 1,
  dateFormatted: '22/11/2026 08:00',
  timestamp: 1795345200,
  publishAt: '2026-11-22T08:00',
  endsAt: '2026-11-23T12:00',
  state: 'published',
  version: '41',
  ...change,
});

const page = (data: WrittenAnnouncement[]) => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 5,
  last_page: 1,
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const openEditor = (address: string, saves: Respond, reads: Respond = () => written()) => {
  const requests = answering([
    [getProfile, () => admin],
    [getAnnouncement, reads],
    [saveAnnouncement, saves],
  ]);
  return show(<WriteAnnouncement />, address).then(() => requests);
};
const saved = { ...written(), message: 'Anúncio alterado com sucesso!' };

it('loads an announcement into editor and preview, and sends it completely', async () => {
  const requests = await openEditor('/settings/announcement/7', () => saved);
  const title = await screen.findByRole('textbox', { name: 'Título' });
  const text = await screen.findByRole('textbox', { name: 'Mensagem' });
  expect(text.querySelector('strong')?.textContent).toBe('domingo');
  fireEvent.change(title, { target: { value: 'Manutenção adiada' } });
  const figure = screen.getByRole('figure');
  expect(figure.querySelector('h2')?.textContent).toBe('Manutenção adiada');
  expect(figure.querySelector('[data-html-text] strong')?.textContent).toBe('domingo');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, salvar' }));
  await waitFor(() => expect(calls(requests, saveAnnouncement)).toHaveLength(1));
  expect(calls(requests, saveAnnouncement)[0]?.body).toEqual({
    id: 7,
    titulo: 'Manutenção adiada',
    mensagem: '<p>No <strong>domingo</strong></p>',
    type: '1',
    publish_at: '2026-11-22T08:00',
    ends_at: '2026-11-23T12:00',
    version: '41',
  });
});

it('preselects the type of a new announcement, and names the publication time on the button', async () => {
  await openEditor('/settings/announcement?type=5', () => saved);
  expect(await screen.findByText(/no portal de cada cliente com uma linha P2P/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Avisos P2P', checked: true })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Avisos IPTV' }));
  expect(screen.getByText(/no portal de cada cliente com uma linha IPTV/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Publicar agora' })).toBeTruthy();
  const [day, hour] = within(screen.getByRole('group', { name: 'Publicar' })).getAllByRole(
    'textbox',
  );
  fireEvent.change(day!, { target: { value: '02012027' } });
  expect(screen.getByRole('button', { name: 'Publicar em 02/01/2027 08:00' })).toBeTruthy();
  fireEvent.change(hour!, { target: { value: '0830' } });
  expect(screen.getByRole('button', { name: 'Publicar em 02/01/2027 08:30' })).toBeTruthy();
});

it('requires title and message before sending', async () => {
  const requests = await openEditor('/settings/announcement', () => saved);
  fireEvent.click(await screen.findByRole('button', { name: 'Publicar agora' }));
  await waitFor(() => expect(document.querySelectorAll('[data-field-error]')).toHaveLength(1));
  expect(calls(requests, saveAnnouncement)).toEqual([]);
});

it('rejects a message that consists of spaces before the confirmation', async () => {
  const requests = await openEditor(
    '/settings/announcement/7',
    () => saved,
    () => written({ bodyText: '<p> </p><p>&nbsp;</p>' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Salvar' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Escreva a mensagem do anúncio.');
  expect(screen.queryByRole('button', { name: 'Sim, salvar' })).toBeNull();
  expect(calls(requests, saveAnnouncement)).toEqual([]);
});

it('keeps the input of a rejected announcement, which another admin changed, until it is cancelled', async () => {
  let stored = written();
  const requests = await openEditor(
    '/settings/announcement/7',
    () => {
      throw new Refusal('changed_meanwhile');
    },
    () => stored,
  );
  const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Título' });
  const saveOver = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, salvar' }));
    await screen.findByText(/alterou isto enquanto você editava/);
    fireEvent.click(screen.getByRole('button', { name: 'Não' }));
  };
  await screen.findByRole('textbox', { name: 'Mensagem' });
  fireEvent.change(title(), { target: { value: 'Manutenção adiada' } });
  stored = written({ heading: 'Manutenção do domingo', version: '42' });
  await saveOver();
  await waitFor(() => expect(calls(requests, getAnnouncement)).toHaveLength(2));
  expect(title().value).toBe('Manutenção adiada');
  // A background refresh must not change the version in the form. Otherwise saving would overwrite
  // the other admin's title.
  await saveOver();
  expect(calls(requests, saveAnnouncement).map(({ body }) => body.version)).toEqual(['41', '41']);
  fireEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
  expect(sessionStorage).toHaveLength(0);
});

it('marks a scheduled announcement, and removes one after a confirmation', async () => {
  let rows = [written({ state: 'scheduled' }), written({ id: 8, heading: 'Outro' })];
  const requests = answering([
    [listWrittenAnnouncements, () => page(rows)],
    [
      deleteAnnouncement,
      () => {
        rows = rows.slice(1);
        return { id: 7, message: 'Anúncio deletado com sucesso!' };
      },
    ],
  ]);
  await show(<WrittenAnnouncements type={1} />, '/settings');
  await screen.findByText('agendado');
  expect(screen.getByRole('link', { name: 'Editar Outro' }).getAttribute('href')).toBe(
    '/settings/announcement/8',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Deletar Manutenção' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, deletar' }));
  await screen.findByText('Anúncio deletado com sucesso!');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(calls(requests, deleteAnnouncement).map(({ path }) => path)).toEqual(['/api/anuncios/7']);
});

it('shows a text without announcements, and an error when they cannot be read', async () => {
  let fails = true;
  answering([
    [
      listWrittenAnnouncements,
      () => {
        if (fails) throw new Refusal('forbidden');
        return page([]);
      },
    ],
  ]);
  await show(<WrittenAnnouncements type={3} />, '/settings');
  await screen.findByText('Não deu para carregar os anúncios');
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Nenhum aviso para clientes IPTV')).toBeTruthy();
});
