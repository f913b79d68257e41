/** Tests the redirects with a real router, but without the screens. */
import { QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../foundation/api/session.ts';
import {
  followSession,
  goHome,
  readSignInSearch,
  requireNoSession,
  requireSession,
} from './guards.ts';

const session = { userId: 7, username: 'revenda', token: 'ficha', regPassword: 'r' };

const root = createRootRoute();
const routes = [
  createRoute({ getParentRoute: () => root, path: '/', beforeLoad: goHome }),
  createRoute({
    getParentRoute: () => root,
    path: '/login',
    validateSearch: readSignInSearch,
    beforeLoad: requireNoSession,
  }),
  createRoute({ getParentRoute: () => root, path: '/dashboard', beforeLoad: requireSession }),
  createRoute({ getParentRoute: () => root, path: '/users-iptv', beforeLoad: requireSession }),
];

let stop: () => void;
const client = new QueryClient();

async function open(at: string) {
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  stop = followSession(router, client);
  await router.load();
  return { router, href: () => router.state.location.href };
}

beforeEach(() => {
  localStorage.clear();
  endSession('left');
  stop = () => {};
});
afterEach(() => {
  stop();
  endSession('left');
});

describe('routes without a session', () => {
  it('redirects every screen to the sign-in and stores its address', async () => {
    const { href } = await open('/users-iptv?page=2');
    expect(href()).toBe(`/login?voltar=${encodeURIComponent('/users-iptv?page=2')}`);
    expect((await open('/')).href()).toBe('/login');
  });

  it('returns to the stored address after the sign-in', async () => {
    const { href } = await open('/users-iptv?page=2');
    startSession(session);
    await waitFor(() => expect(href()).toBe('/users-iptv?page=2'));
  });

  it('opens the home screen after a sign-in without a stored address', async () => {
    const { href } = await open('/login');
    startSession(session);
    await waitFor(() => expect(href()).toBe('/dashboard'));
  });
});

describe('routes with a session', () => {
  beforeEach(() => startSession(session));

  it('redirects the sign-in and the root to the home screen', async () => {
    expect((await open('/login')).href()).toBe('/dashboard');
    expect((await open('/')).href()).toBe('/dashboard');
  });

  it('keeps the address after an end by the server but not after a sign-out, and clears the cache', async () => {
    const { href } = await open('/users-iptv?page=2');
    client.setQueryData(['get-profile'], { credits: 1 });
    endSession('ended');
    await waitFor(() =>
      expect(href()).toBe(`/login?voltar=${encodeURIComponent('/users-iptv?page=2')}`),
    );
    expect(client.getQueryData(['get-profile'])).toBeUndefined();
    startSession(session);
    await waitFor(() => expect(href()).toBe('/users-iptv?page=2'));
    endSession('left');
    await waitFor(() => expect(href()).toBe('/login'));
  });
});

it.each([
  'https://outro.exemplo',
  '//outro.exemplo',
  '/\\outro.exemplo',
  'javascript:alert(1)',
  '/login?voltar=/x',
  '/',
  7,
])('ignores %s as the return address', (voltar) => {
  expect(readSignInSearch({ voltar })).toEqual({});
});
