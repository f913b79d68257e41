// @vitest-environment happy-dom
import { getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { getTelegram } from '@ramal/contract/links';
import { getProfile } from '@ramal/contract/sessions';
import type { AnyRouter } from '@tanstack/react-router';
import { type MockInstance, afterEach, beforeEach, expect, it, vi } from 'vitest';

const session = { userId: 7, username: 'revenda', token: 'ficha-1', regPassword: 'r' };
const fetched = vi.fn<(url: string) => Promise<Response>>();
let clock: MockInstance<() => number>;
/** Functions that remove the listeners of the previous start. */
const ended: (() => void)[] = [];

/** Loads the modules for one start of the panel at an address. */
async function start(address: string) {
  vi.resetModules();
  history.replaceState(null, '', address);
  const [api, { clearFirstCalls, followVisits }, { startSession, endSession }] = await Promise.all([
    import('./api.ts'),
    import('./first-calls.ts'),
    import('./session.ts'),
  ]);
  startSession(session);
  const call: typeof api.call = (declaration, sent, options) =>
    api.call(declaration, sent, { reads: true, ...options });
  let onBeforeLoad: (event: object) => void = () => undefined;
  const listening = vi.spyOn(window, 'addEventListener');
  followVisits({
    subscribe: (_: string, listener: typeof onBeforeLoad) => (onBeforeLoad = listener),
  } as unknown as AnyRouter);
  for (const [type, listener] of listening.mock.calls)
    ended.push(() => window.removeEventListener(type, listener!));
  listening.mockRestore();
  const comeTo = (pathname: string, searchStr = '') => {
    onBeforeLoad({ toLocation: { pathname, searchStr } });
    history.replaceState(null, '', pathname + searchStr);
  };
  return { call, callOnWire: api.callOnWire, clearFirstCalls, endSession, comeTo };
}

const noted = (suffix = ''): unknown =>
  JSON.parse(localStorage.getItem(`ramal.primeiras.7${suffix}`) ?? 'null');

function press(href: string, init: PointerEventInit = {}, role = 'presentation'): void {
  document.body.innerHTML = `<div role="${role}"><nav><a href="${href}"><b>Lista</b></a></nav></div>`;
  const event = new PointerEvent('pointerdown', { bubbles: true, ...init });
  document.querySelector('b')!.dispatchEvent(event);
}

const addEarlyAnswer = (token: string, address: string) => {
  const abort = new AbortController();
  const answers = new Map([
    [address, { abort, answer: Promise.resolve(Response.json({ link: 'cedo' })) }],
  ]);
  window.ramalEarly = { token, path: location.pathname, at: performance.now(), answers };
  return abort;
};

beforeEach(() => {
  localStorage.clear();
  fetched.mockReset().mockImplementation(async () => Response.json({ link: 'depois' }));
  vi.stubGlobal('fetch', fetched);
  clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  for (const stop of ended.splice(0)) stop();
  delete window.ramalEarly;
  delete window.ramalSendScreenCalls;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('uses the answer of an early call once', async () => {
  const { call } = await start('/dashboard');
  addEarlyAnswer('ficha-1', `GET ${getTelegram.path}`);
  expect(await call(getTelegram, {})).toEqual({ link: 'cedo' });
  expect(fetched).not.toHaveBeenCalled();
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
});

it('uses no early answer of another sign-in and none that is too old', async () => {
  const { call } = await start('/dashboard');
  addEarlyAnswer('ficha-0', `GET ${getTelegram.path}`);
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
  addEarlyAnswer('ficha-1', `GET ${getTelegram.path}`);
  clock.mockReturnValue(60_000);
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
});

it('aborts the early call when the caller aborts', async () => {
  const { call } = await start('/dashboard');
  const abort = addEarlyAnswer('ficha-1', `GET ${getTelegram.path}`);
  const withdrawn = new AbortController();
  withdrawn.abort();
  await call(getTelegram, {}, { signal: withdrawn.signal });
  expect(abort.signal.aborted).toBe(true);
});

it('records the first calls of a screen, at most six', async () => {
  const { call } = await start('/dashboard');
  for (let day = 1; day <= 8; day += 1)
    await call({ ...getTelegram, path: `/api/telegram/${day}` }, {});
  expect(noted()).toEqual({
    '/dashboard': [1, 2, 3, 4, 5, 6].map((day) => `GET /api/telegram/${day}`),
  });
  const again = await start('/me');
  await again.call(getProfile, {});
  expect(noted()).toMatchObject({
    '/dashboard': expect.any(Array),
    '/me': ['GET /api/get-profile'],
  });
  again.clearFirstCalls();
  expect(localStorage.getItem('ramal.primeiras.7')).toBeNull();
});

it('records a POST that only reads, with its body, and no call that changes data', async () => {
  const { call, callOnWire } = await start('/user-iptv');
  const sent = { body: { package: true } };
  await call(getIptvPackages, sent, { reads: false });
  expect(noted()).toBeNull();
  const name = 'POST /api/get-iptv-packages {"package":true}';
  await call(getIptvPackages, sent);
  expect(noted()).toEqual({ '/user-iptv': [name] });
  addEarlyAnswer('ficha-1', name);
  expect(await callOnWire(getIptvPackages, sent, { reads: true })).toEqual({ link: 'cedo' });
});

it('records no call of a searched list, of another screen, or after the start', async () => {
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

it('records the calls of a screen that was opened by navigation separately', async () => {
  const { call, comeTo, clearFirstCalls } = await start('/dashboard');
  await call(getProfile, {});
  comeTo('/users-iptv');
  await call(getTelegram, {});
  comeTo('/users-iptv', '?page=2');
  comeTo('/me', '?dialog=key');
  await call(getProfile, {});
  expect(noted()).toEqual({ '/dashboard': ['GET /api/get-profile'] });
  expect(noted('.dentro')).toEqual({ '/users-iptv': [`GET ${getTelegram.path}`] });
  clearFirstCalls();
  expect(noted('.dentro')).toBeNull();
});

it('sends the recorded calls when a menu entry is pressed', async () => {
  const { call, comeTo } = await start('/dashboard');
  const sendCalls = vi.fn<(path: string, suffix: string) => void>();
  window.ramalSendScreenCalls = sendCalls;
  press('/users-iptv?status=Ativo');
  press('/dashboard');
  press('/users-iptv', { ctrlKey: true });
  press('https://example.com/users-iptv');
  press('/users-iptv', {}, 'dialog');
  expect(sendCalls).not.toHaveBeenCalled();
  press('/users-iptv');
  expect(sendCalls).toHaveBeenCalledExactlyOnceWith('/users-iptv', '.dentro');
  comeTo('/users-iptv');
  addEarlyAnswer('ficha-1', `GET ${getTelegram.path}`);
  expect(await call(getTelegram, {})).toEqual({ link: 'cedo' });
});

it('aborts unused early calls after navigation, after a timeout, and after an action', async () => {
  const { call, comeTo } = await start('/dashboard');
  const otherScreen = addEarlyAnswer('ficha-1', `GET ${getTelegram.path}`);
  comeTo('/users-iptv');
  expect(otherScreen.signal.aborted).toBe(true);
  const pressed = addEarlyAnswer('ficha-1', `GET ${getTelegram.path}`);
  clock.mockReturnValue(2_500);
  comeTo('/me');
  comeTo('/users-iptv');
  expect(pressed.signal.aborted).toBe(true);
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
  const untaken = addEarlyAnswer('ficha-1', `GET ${getTelegram.path}`);
  clock.mockReturnValue(4_600);
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
  expect(untaken.signal.aborted).toBe(true);
  comeTo('/me');
  const beforeAct = addEarlyAnswer('ficha-1', `GET ${getTelegram.path}`);
  await call(getIptvPackages, { body: { package: true } }, { reads: false });
  expect(beforeAct.signal.aborted).toBe(true);
  expect(await call(getTelegram, {})).toEqual({ link: 'depois' });
});

it('replaces a record that cannot be read', async () => {
  localStorage.setItem('ramal.primeiras.7.dentro', '{');
  const { call, comeTo } = await start('/dashboard');
  comeTo('/users-iptv');
  await call(getTelegram, {});
  expect(noted('.dentro')).toEqual({ '/users-iptv': [`GET ${getTelegram.path}`] });
});
