// @vitest-environment happy-dom
/**
 * Tests of answers that are stored for offline use: their account, their call, and their deletion.
 */
import { getProfile } from '@ramal/contract/sessions';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearStoredAnswers, storeAnswer, readStoredAnswer } from './stored-answers.ts';
import { endSession, startSession } from './session.ts';

const signIn = (userId: number) =>
  startSession({ userId, username: `u${userId}`, token: 't', regPassword: '' });

function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  return {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        put: async (key: string, response: Response) => void store.set(key, response),
        match: async (key: string) => store.get(key)?.clone(),
      };
    },
    delete: async (name: string) => stores.delete(name),
  };
}

const NOW = Date.parse('2026-11-21T15:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('caches', fakeCaches());
  signIn(7);
});
afterEach(() => {
  endSession('left');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = { credits: 5 } as never;

it('returns the last answer of the same request with its time', async () => {
  await storeAnswer(getProfile, { query: { page: 1 } }, answer);
  const stored = await readStoredAnswer(getProfile, { query: { page: 1 } });
  expect(stored?.answer).toEqual(answer);
  expect(stored!.at).toBe(NOW);
  expect(await readStoredAnswer(getProfile, { query: { page: 2 } })).toBeUndefined();
});

it('stores two answers of one call under different names', async () => {
  await storeAnswer(getProfile, {}, answer);
  await storeAnswer(getProfile, { query: { page: 2 } }, answer, 'ended');
  expect(await readStoredAnswer(getProfile, {})).toBeDefined();
  expect(await readStoredAnswer(getProfile, { query: { page: 2 } }, 'ended')).toBeDefined();
});

it('returns nothing to another account, and nothing after it was cleared', async () => {
  await storeAnswer(getProfile, {}, answer);
  signIn(8);
  expect(await readStoredAnswer(getProfile, {})).toBeUndefined();
  signIn(7);
  expect(await readStoredAnswer(getProfile, {})).toBeDefined();
  await clearStoredAnswers();
  expect(await readStoredAnswer(getProfile, {})).toBeUndefined();
});

it('stores nothing when the browser blocks the storage', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('withheld')) });
  await storeAnswer(getProfile, {}, answer);
  expect(await readStoredAnswer(getProfile, {})).toBeUndefined();
});
