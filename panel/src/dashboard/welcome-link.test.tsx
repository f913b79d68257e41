/**
 * Tests that the home screen of a new installation shows its first admin a link to the welcome
 * page.
 */
import { listAnnouncements } from '@ramal/contract/announcements';
import { getDashboard } from '@ramal/contract/dashboard';
import { getWelcomeState } from '@ramal/contract/operations/welcome';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { totals } from '../lines/test/list.tsx';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { Dashboard } from './Dashboard.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const firstSteps = [{ name: 'catalogue', done: false }];

async function open(state: { opens: boolean; isPending: boolean }, isNew = true) {
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin', credits: null })],
    [getDashboard, () => (isNew ? { ...totals, firstSteps } : totals)],
    [getWelcomeState, () => state],
    [
      listAnnouncements,
      () => ({
        anuncios: [],
        atualizacoes: [],
        anunciosPortal: [],
        anunciosP2P: [],
        anunciosPortalP2P: [],
        total: 0,
        totalExact: true,
        currentPage: 1,
        perPage: 5,
        lastPage: 1,
      }),
    ],
  ]);
  return { requests, ...(await show(<Dashboard />, '/dashboard')) };
}

it('opens the page while the admin has not left it', async () => {
  const { path } = await open({ opens: true, isPending: true });
  await waitFor(() => expect(path()).toBe('/welcome'));
});

it('links to the page from the first steps after the admin left it', async () => {
  const { path } = await open({ opens: false, isPending: true });
  const link = await screen.findByRole('link', { name: /Boas-vindas/ });
  expect(link.getAttribute('href')).toBe('/welcome');
  expect(screen.getByText('0 de 1')).toBeTruthy();
  expect(path()).toBe('/dashboard');
});

it('has no link once every step is done, and asks nothing without first steps', async () => {
  await open({ opens: false, isPending: false });
  expect(await screen.findByText('Trazer o catálogo')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Boas-vindas/ })).toBeNull();
  cleanup();
  const { requests } = await open({ opens: true, isPending: true }, false);
  expect(await screen.findByText('Total de revendas')).toBeTruthy();
  expect(calls(requests, getWelcomeState)).toEqual([]);
});
