/**
 * Stores the last answer of each list and of the shell's calls in this browser, so that they can be
 * read offline. Each answer has the time it was received. Only answers of the signed-in person are
 * stored, under the person's id.
 *
 * Signing out deletes them all. Browsers without this storage (plain http) store nothing.
 */
import type { Endpoint, WireAnswer } from '@ramal/contract/api/endpoint';
import { currentSession } from './session.ts';

const CACHE = 'ramal-last-answers';

interface OfflineAnswer<E extends Endpoint> {
  readonly answer: WireAnswer<E>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface StoredAnswer {
  /**
   * Request of the call as JSON. Another page or search is a different request, so its answer is
   * not used.
   */
  readonly sent: string;
  readonly answer: unknown;
  readonly at: number;
}

/**
 * Name under which the answer is stored. `true` uses the name of the call. A screen that stores two
 * answers of one call needs separate names.
 */
export type AnswerName = true | string;

const addressOf = ({ name }: Endpoint, as: AnswerName): string =>
  `/last-answers/${currentSession()?.userId ?? 0}/${name}${as === true ? '' : `/${as}`}`;

/** Waits until the browser is idle, because no screen depends on this work. */
const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else resolve();
  });

/** Stores the newest answer for each call and name. */
export async function storeAnswer<E extends Endpoint>(
  declaration: E,
  sent: unknown,
  answer: WireAnswer<E>,
  as: AnswerName = true,
): Promise<void> {
  if (!('caches' in globalThis) || !currentSession()) return;
  const at = Date.now();
  const address = addressOf(declaration, as);
  await waitUntilIdle();
  // The user signed out in the meantime, so nothing is stored.
  if (addressOf(declaration, as) !== address) return;
  const stored: StoredAnswer = { sent: JSON.stringify(sent), answer, at };
  try {
    const cache = await caches.open(CACHE);
    await cache.put(address, new Response(JSON.stringify(stored)));
  } catch {
    // Storage is full or blocked: nothing can be read offline.
  }
}

export async function readStoredAnswer<E extends Endpoint>(
  declaration: E,
  sent: unknown,
  as: AnswerName = true,
): Promise<OfflineAnswer<E> | undefined> {
  if (!('caches' in globalThis) || !currentSession()) return undefined;
  try {
    const response = await (await caches.open(CACHE)).match(addressOf(declaration, as));
    const stored = (await response?.json()) as StoredAnswer | undefined;
    return stored?.sent === JSON.stringify(sent)
      ? { answer: stored.answer as WireAnswer<E>, at: stored.at }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes the answers of other accounts at a sign-in. */
export async function clearForeignAnswers(userId: number): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await caches.open(CACHE);
    const ownPath = `/last-answers/${userId}/`;
    const foreign = (await cache.keys()).filter(
      ({ url }) => !new URL(url).pathname.startsWith(ownPath),
    );
    await Promise.all(foreign.map((request) => cache.delete(request)));
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Deletes all stored answers at an explicit sign-out. */
export async function clearStoredAnswers(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false);
}
