// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentSession, endSession, onSessionChange, startSession } from './session.ts';

type Listener = Parameters<typeof onSessionChange>[0];

const session = { userId: 7, username: 'revenda', token: 'ficha', regPassword: 'segredo' };

const stored = () =>
  Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));

beforeEach(() => localStorage.clear());
afterEach(() => endSession('left'));

it('stores name, id, registration password and token, and keeps only the dark flag after the end', () => {
  localStorage.setItem('ramal.tema', 'light');
  startSession(session);
  expect(stored()).toEqual({
    'ramal.tema': 'light',
    'ramal.id': '7',
    'ramal.usuario': 'revenda',
    'ramal.token': 'ficha',
    'ramal.senha-de-registro': 'segredo',
  });
  endSession('left');
  expect(stored()).toEqual({ 'ramal.tema': 'light' });
});

it('notifies listeners of the start and of the reason for the end', () => {
  const listener = vi.fn<Listener>();
  const stop = onSessionChange(listener);
  startSession(session);
  endSession('ended');
  stop();
  startSession(session);
  expect(listener.mock.calls).toEqual([
    [session, undefined],
    [undefined, 'ended'],
  ]);
});

it('follows the sign-in and the sign-out of another tab', () => {
  const listener = vi.fn<Listener>();
  const stop = onSessionChange(listener);
  for (const [key, value] of Object.entries({
    id: '9',
    usuario: 'outra',
    token: 't',
    'senha-de-registro': 'r',
  })) {
    localStorage.setItem(`ramal.${key}`, value);
  }
  window.dispatchEvent(new StorageEvent('storage', { key: 'ramal.token' }));
  expect(currentSession()).toEqual({ userId: 9, username: 'outra', token: 't', regPassword: 'r' });
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(currentSession()).toBeUndefined();
  expect(listener).toHaveBeenLastCalledWith(undefined, 'left');
  stop();
});

it('lasts as long as the page when storage is blocked', () => {
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  startSession(session);
  spy.mockRestore();
  expect(currentSession()).toEqual(session);
});
