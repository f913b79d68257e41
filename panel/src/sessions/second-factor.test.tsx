/**
 * Tests the dialogs and screens that replace others while the account must set up a second factor.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BrandProvider } from '../brand/brand.tsx';
import { defaultBrand } from '@ramal/contract/brands/brands';
import { answering, fakeNetwork, type Network } from '../foundation/api/network.fixtures.ts';
import { makeQueryClient } from '../foundation/api/query.ts';
import { endSession, startSession } from '../foundation/api/session.ts';
import { ThemeProvider } from '../foundation/theme/ThemeProvider.tsx';
import { profile } from '../lines/test/answers.ts';
import { SignedIn } from '../SignedIn.tsx';
import { UiProvider } from '../ui/UiProvider.tsx';
import type { Profile } from './profile.ts';

let network: Network;
beforeEach(() => {
  network = fakeNetwork();
  startSession({ userId: 7, username: 'revenda', token: 'ficha', regPassword: 'r' });
});
afterEach(() => {
  cleanup();
  endSession('left');
  vi.unstubAllGlobals();
});

const calm: Profile['secondFactor'] = {
  enrolled: false,
  requiredFrom: null,
  mustEnrol: false,
  replacementPending: false,
};

function open(secondFactor: Partial<Profile['secondFactor']>) {
  network.on(getProfile, () =>
    answering(getProfile, { ...profile(), secondFactor: { ...calm, ...secondFactor } }),
  );
  const root = createRootRoute({ component: SignedIn });
  const screens = ['/dashboard', '/me'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>{`tela ${path}`}</p> }),
  );
  const router = createRouter({
    routeTree: root.addChildren(screens),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  });
  render(
    <BrandProvider brand={defaultBrand}>
      <ThemeProvider>
        <QueryClientProvider client={makeQueryClient()}>
          <UiProvider>
            <RouterProvider router={router as never} />
          </UiProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </BrandProvider>,
  );
  return () => router.state.location.pathname;
}

it('shows when a second factor becomes required, with a link, and keeps the screen', async () => {
  const where = open({ requiredFrom: '01/12/2026 00:00' });
  await screen.findByText('A partir de 01/12/2026 00:00 sua conta precisa de um segundo fator.');
  expect(screen.getByRole('link', { name: 'Configurar' }).getAttribute('href')).toBe('/me');
  expect([where(), screen.queryByText('tela /dashboard') !== null]).toEqual(['/dashboard', true]);
});

it('redirects to the account when a second factor is required, and offers no other link', async () => {
  const where = open({ requiredFrom: '01/11/2026 00:00', mustEnrol: true });
  await screen.findByText('tela /me');
  expect(where()).toBe('/me');
  expect(screen.getByText(/Configure-o aqui para voltar a usar o painel/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revendas' })).toBeNull();
});

it('shows that the administration prepared a new authenticator', async () => {
  open({ enrolled: true, requiredFrom: '01/11/2026 00:00', replacementPending: true });
  await screen.findByText(/A administração preparou um novo aplicativo autenticador/);
  expect(screen.queryByText(/precisa de um segundo fator/)).toBeNull();
});

it('shows no notice when nothing is required', async () => {
  open({});
  await screen.findByText('tela /dashboard');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Revendas' })).toBeTruthy());
  expect(document.querySelector('.second-factor-notices')).toBeNull();
});
