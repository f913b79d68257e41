import { afterEach, expect, it } from 'vitest';
import { endSession, startSession } from './foundation/api/session.ts';
import { makeRouter } from './routes.tsx';

const at = async (address: string) => {
  history.replaceState(null, '', address);
  const router = makeRouter();
  await router.load();
  return router.state;
};

afterEach(() => endSession('left'));

it('shows an unknown address inside the shell when signed in', async () => {
  startSession({ userId: 4821, username: 'marcelo', token: 't', regPassword: 'r' });
  const { matches, location } = await at('/nada');
  expect(location.pathname).toBe('/nada');
  expect(matches.map(({ routeId }) => routeId)).toEqual(['__root__', '/signed-in', '/signed-in/$']);
});

it('redirects an unknown address to the sign-in without a session, and returns (S-ROUTE-01)', async () => {
  const { location } = await at('/ticket/7?aba=abertos');
  expect(location.pathname).toBe('/login');
  expect(location.search).toEqual({ voltar: '/ticket/7?aba=abertos' });
});
