import { globSync, readFileSync } from 'node:fs';
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

it('leads every link of the panel to a screen', async () => {
  startSession({ userId: 4821, username: 'marcelo', token: 't', regPassword: 'r' });
  const links = globSync('panel/src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|\/test\//.test(file))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/\bto(?:=|: )\{?['"](\/[^'"]*)['"]/g),
    ])
    .map(([, to]) => to!);
  expect(links.length).toBeGreaterThan(80);
  history.replaceState(null, '', '/dashboard');
  const router = makeRouter();
  await router.load();
  const isDead = (to: string) => {
    const filled = to.replaceAll(/\{?-?\$\w+\}?/g, '1');
    return router.matchRoutes(filled, {}).at(-1)!.routeId.endsWith('/$');
  };
  expect([...new Set(links)].filter(isDead)).toEqual([]);
});
