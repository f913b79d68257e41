// @vitest-environment happy-dom
import { errorBody, errorStatus } from '@ramal/contract/api/errors';
import { getProfile, signOut } from '@ramal/contract/sessions';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { onWire } from './foundation/api/network.fixtures.ts';
import { makeQueryClient } from './foundation/api/query.ts';
import { currentSession, endSession, startSession } from './foundation/api/session.ts';
import { ThemeProvider } from './foundation/theme/ThemeProvider.tsx';
import { profile } from './lines/test/answers.ts';
import { makeRouter } from './routes.tsx';
import { followSession } from './sessions/guards.ts';
import { UiProvider } from './ui/UiProvider.tsx';

afterEach(() => {
  cleanup();
  endSession('left');
  vi.unstubAllGlobals();
});

/**
 * Answers the call for the profile, and rejects every other call as the server does for a missing
 * permission.
 */
function refusing(answer: ReturnType<typeof profile>): string[] {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://panel.test');
    paths.push(`${init.method ?? 'GET'} ${pathname}`);
    return pathname === getProfile.path
      ? Response.json(onWire(getProfile.answer, answer))
      : Response.json(errorBody('forbidden'), { status: errorStatus('forbidden') });
  });
  return paths;
}

const profiles = {
  admin: { id: 1, profile: 'admin', credits: null, isMaster: false },
  franchise: { profile: 'franchise' },
  master: {},
  reseller: { isMaster: false, ticketsMenu: false },
} as const;

const NO_PERMISSION = 'Sem permissão';

it.each(Object.entries(profiles))(
  'keeps the session of a %s on every route',
  async (_name, change) => {
    const paths = refusing(profile(change));
    startSession({ userId: 4821, username: 'marcelo', token: 't', regPassword: 'r' });
    history.replaceState(null, '', '/me');
    const client = makeQueryClient();
    const router = makeRouter();
    const stop = followSession(router, client);
    await router.load();
    render(
      <ThemeProvider>
        <QueryClientProvider client={client}>
          <UiProvider>
            <RouterProvider router={router} />
          </UiProvider>
        </QueryClientProvider>
      </ThemeProvider>,
    );
    const routes = Object.keys(router.routesByPath).filter(
      (path) => path !== '/login' && path !== '/' && path !== '/$',
    );
    expect(routes.length).toBeGreaterThan(50);
    const refused: string[] = [];
    for (const route of routes) {
      const address = route.replace(/\/\{-\$\w+\}$/, '').replace(/\$\w+/, '1');
      await act(() => router.navigate({ href: address }));
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toBeDefined(), {
        timeout: 10_000,
      });
      expect(currentSession(), address).toBeDefined();
      expect(router.state.location.pathname, address).not.toBe('/login');
      if (screen.queryByRole('heading', { name: NO_PERMISSION })) refused.push(route);
    }
    expect(paths).not.toContain(`${signOut.method} ${signOut.path}`);
    expect(refused.includes('/2fa-manager')).toBe(_name !== 'admin');
    stop();
  },
  120_000,
);
