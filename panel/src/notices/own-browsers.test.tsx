/**
 * Tests for the notices switch of this browser, with a fake of the browser's Web Push functions.
 */
import { getOwnPush, recognisePush, turnOffPush, turnOnPush } from '@ramal/contract/notices/push';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answering, calls, type SentRequest, show } from '../lines/test/screen.tsx';
import { startSession } from '../foundation/api/session.ts';
import { readPushOwner } from '../foundation/push.ts';
import { signOutHere } from '../sessions/sign-out.ts';
import { OwnBrowsers } from './OwnBrowsers.tsx';
import { syncPush } from './this-browser.ts';

const endpoint = 'https://push.example/1';
const phone = {
  id: 3,
  device: 'Chrome no Android',
  created_at_timestamp: 1_763_737_200,
  last_used_at_timestamp: 1_763_737_200,
};

let requests: SentRequest[];
let knownId: number | null;
let subscribed: boolean;
const ask = vi.fn<() => Promise<NotificationPermission>>();
const subscription = {
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'chave', auth: 'segredo' } }),
  unsubscribe: async () => {
    subscribed = false;
    return true;
  },
};
const subscribe = vi.fn<() => Promise<typeof subscription>>(async () => {
  subscribed = true;
  return subscription;
});
const registration = {
  pushManager: { getSubscription: async () => (subscribed ? subscription : null), subscribe },
};

function browser(permission: NotificationPermission): void {
  const notification = { permission, requestPermission: ask };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  ask.mockImplementation(async () => (notification.permission = 'granted'));
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  });
}

beforeEach(() => {
  knownId = null;
  subscribed = false;
  localStorage.clear();
  startSession({ userId: 5, username: 'revenda', token: 't', regPassword: 'r' });
  requests = answering([
    [getOwnPush, () => ({ public_key: 'BA', browsers: knownId === null ? [] : [phone] })],
    [recognisePush, () => ({ id: knownId })],
    [
      turnOnPush,
      () => {
        knownId = phone.id;
        return { message: 'Avisos ligados neste aparelho', id: phone.id };
      },
    ],
    [
      turnOffPush,
      () => {
        knownId = null;
        return { message: 'Avisos desligados' };
      },
    ],
  ]);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const theSwitch = () =>
  screen.findByRole<HTMLInputElement>('switch', { name: 'Mostrar avisos neste aparelho' });

it('requests the browser’s permission only after a press, and sends the subscription to the server', async () => {
  browser('default');
  await show(<OwnBrowsers />, '/notices');
  expect((await theSwitch()).checked).toBe(false);
  expect(ask).not.toHaveBeenCalled();
  fireEvent.click(await theSwitch());
  await vi.waitFor(async () => expect((await theSwitch()).checked).toBe(true));
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BA' });
  expect(calls(requests, turnOnPush).map(({ body }) => body)).toEqual([
    { endpoint, p256dh: 'chave', auth: 'segredo' },
  ]);
  expect(readPushOwner()).toBe(5);

  fireEvent.click(await theSwitch());
  await vi.waitFor(async () => expect((await theSwitch()).checked).toBe(false));
  expect(calls(requests, turnOffPush)).toHaveLength(1);
  expect([subscribed, readPushOwner()]).toEqual([false, undefined]);
});

it('shows how to continue after the user denied the permission', async () => {
  browser('default');
  ask.mockImplementation(async () => {
    (Notification as { permission: string }).permission = 'denied';
    return 'denied';
  });
  await show(<OwnBrowsers />, '/notices');
  fireEvent.click(await theSwitch());
  expect(await screen.findByText(/O navegador bloqueou os avisos deste site/)).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(calls(requests, turnOnPush)).toEqual([]);
});

it('shows a text when the browser has no push service', async () => {
  browser('default');
  subscribe.mockRejectedValueOnce(new DOMException('no push service', 'AbortError'));
  await show(<OwnBrowsers />, '/notices');
  fireEvent.click(await theSwitch());
  expect(await screen.findByText(/não conseguiu se inscrever/)).toBeTruthy();
  expect((await theSwitch()).checked).toBe(false);
});

it('tells an iPhone user to install the panel first', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { userAgent: { value: 'iPhone' } }));
  await show(<OwnBrowsers />, '/notices');
  expect(await screen.findByText(/instale o painel primeiro/)).toBeTruthy();
});

it('ends the subscription at a sign-out, for another account, and when it was disabled remotely', async () => {
  const turnedOn = () => {
    browser('granted');
    subscribed = true;
    localStorage.setItem('ramal.avisos', '5');
  };
  turnedOn();
  await signOutHere();
  await vi.waitFor(() => expect(subscribed).toBe(false));
  turnedOn();
  await syncPush(6);
  expect([subscribed, readPushOwner()]).toEqual([false, undefined]);
  turnedOn();
  await syncPush(5);
  expect([subscribed, readPushOwner()]).toEqual([false, undefined]);
  turnedOn();
  knownId = phone.id;
  await syncPush(5);
  expect([subscribed, readPushOwner()]).toEqual([true, 5]);
});

it('renews a subscription that the browser dropped', async () => {
  browser('granted');
  localStorage.setItem('ramal.avisos', '5');
  await syncPush(5);
  expect(calls(requests, turnOnPush)).toHaveLength(1);
});
