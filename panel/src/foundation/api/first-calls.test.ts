// @vitest-environment happy-dom
import { getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { getTelegram } from '@ramal/contract/links';
import { getProfile } from '@ramal/contract/sessions';
import { type MockInstance, afterEach, beforeEach, expect, it, vi } from 'vitest';

const session = { userId: 7, username: 'revenda', token: 'ficha-1', regPassword: 'r' };
const fetched = vi.fn<(url: string) => Promise<Response>>();
let clock: MockInstance<() => number>;

/** The modules of one start of the panel, at an address. */
async function start(address: string) {
  vi.resetModules();
  history.replaceState(null, '', address);
  const [api, { clearFirstCalls }, { startSession, endSession }] = await Promise.all([
    import('./api.ts'),
    import('./first-calls.ts'),
    import('./session.ts'),
  ]);
  startSession(session);
  const call: typeof api.call = (declaration, sent, options) =>
    api.call(declaration, sent, { reads: true, ...options });
  return { call, callOnWire: api.callOnWire, clearFirstCalls, endSession };
}

const noted = (): unknown => JSON.parse(localStorage.getItem('ramal.primeiras.7') ?? 'null');

const askedEarly = (token: string, address: string) => {
  const abort = new AbortController();
  const answers = new Map([
    [address, { abort, answer: Promise.resolve(Response.json({ link: 'cedo' })) }],
  ]);
  window.ramalEarly = { token, answers };
  return abort;
};

beforeEach(() => {
  localStorage.clear();
  fetched.mockReset().mockImplementation(async () => Response.json({ link: 'depois' }));
  vi.stubGlobal('fetch', fetched);
  clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  delete window.ramalEarly;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('takes the answer that was asked for before, once', async () => {
  const { call } = await start('/dashboard');
  askedEarly('ficha-1', getTelegram.path);
  expect(await call(getTelegram, {})).toEqual({ link: 'cedo' });
  expect(fetched).not.toHaveBeenCalled();
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
});

it('takes nothing of another sign-in, and nothing that has waited long', async () => {
  const { call } = await start('/dashboard');
  askedEarly('ficha-0', getTelegram.path);
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
  askedEarly('ficha-1', getTelegram.path);
  clock.mockReturnValue(60_000);
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
});

it('withdraws what was asked for early with the call that took it', async () => {
  const { call } = await start('/dashboard');
  const abort = askedEarly('ficha-1', getTelegram.path);
  const withdrawn = new AbortController();
  withdrawn.abort();
  await call(getTelegram, {}, { signal: withdrawn.signal });
  expect(abort.signal.aborted).toBe(true);
});

it('notes what a screen asks for first, and no more than six calls', async () => {
  const { call } = await start('/dashboard');
  for (let day = 1; day <= 8; day += 1)
    await call({ ...getTelegram, path: `/api/telegram/${day}` }, {});
  expect(noted()).toEqual({
    '/dashboard': [1, 2, 3, 4, 5, 6].map((day) => `/api/telegram/${day}`),
  });
  const again = await start('/me');
  await again.call(getProfile, {});
  expect(noted()).toMatchObject({ '/dashboard': expect.any(Array), '/me': ['/api/get-profile'] });
  again.clearFirstCalls();
  expect(localStorage.getItem('ramal.primeiras.7')).toBeNull();
});

it('notes with its body what is read by POST, and nothing that acts', async () => {
  const { call, callOnWire } = await start('/user-iptv');
  const sent = { body: { package: true } };
  await call(getIptvPackages, sent, { reads: false });
  expect(noted()).toBeNull();
  const name = '/api/get-iptv-packages {"package":true}';
  await call(getIptvPackages, sent);
  expect(noted()).toEqual({ '/user-iptv': [name] });
  askedEarly('ficha-1', name);
  expect(await callOnWire(getIptvPackages, sent, { reads: true })).toEqual({ link: 'cedo' });
});

it('notes nothing of a search, of another screen, or late', async () => {
  const searching = await start('/users-iptv?search=celia');
  await searching.call(getTelegram, {});
  const moving = await start('/dashboard');
  history.replaceState(null, '', '/users-iptv');
  await moving.call(getTelegram, {});
  const late = await start('/dashboard');
  clock.mockReturnValue(60_000);
  await late.call(getTelegram, {});
  expect(noted()).toBeNull();
});
