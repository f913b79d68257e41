// @vitest-environment happy-dom
/** Tests that a sign-in deletes the stored data of another account, however its session ended. */
import { getProfile } from '@ramal/contract/sessions';
import { afterEach, expect, it, vi } from 'vitest';
import { storeUnsentAddress } from '../drafts.ts';
import { clearStoredLists, defaultListSettings, storeList } from '../stored-lists.ts';
import { clearForeignStores } from './foreign-stores.ts';
import { storeAnswer } from './stored-answers.ts';
import { type Ending, endSession, startSession } from './session.ts';

const ORIGIN = 'https://painel.exemplo';

function fakeCaches() {
  const entries = new Map<string, Response>();
  const cache = {
    put: async (path: string, response: Response) => void entries.set(ORIGIN + path, response),
    match: async (path: string) => entries.get(ORIGIN + path)?.clone(),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => entries.delete(url),
  };
  return { caches: { open: async () => cache }, names: () => [...entries.keys()] };
}

const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];

afterEach(() => {
  endSession('left');
  clearStoredLists();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it.each<Ending | 'none'>(['ended', 'left', 'none'])(
  'deletes the data of another account after a session that ended as %s',
  async (ending) => {
    const { caches, names } = fakeCaches();
    vi.stubGlobal('caches', caches);
    localStorage.setItem('ramal.tema', 'light');
    for (const userId of [8, 7]) {
      startSession({ userId, username: `u${userId}`, token: 't', regPassword: '' });
      storeUnsentAddress();
      storeList('devices', { arrangement: defaultListSettings, views: [] });
      localStorage.setItem(`ramal.outbox.${userId}.8`, '[]');
      localStorage.setItem('ramal.pacote.iptv', '3');
      await storeAnswer(getProfile, {}, { username: 'cliente' } as never);
    }
    if (ending !== 'none') endSession(ending);
    await clearForeignStores(8);
    startSession({ userId: 8, username: 'u8', token: 't', regPassword: '' });
    expect(names()).toEqual([`${ORIGIN}/last-answers/8/get-profile`]);
    expect(stored().filter((key) => key.split('.')[2] === '7')).toEqual([]);
    expect(stored()).toEqual(
      expect.arrayContaining(['ramal.tema', 'ramal.lista.8.devices', 'ramal.outbox.8.8']),
    );
    expect(stored()).not.toContain('ramal.pacote.iptv');
  },
);
