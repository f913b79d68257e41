/**
 * The last answer of each list and of what the shell needs, kept in this browser so that they can be read
 * without a connection, with the time they were true. Only answers of the signed-in person are kept, under
 * the person's id; signing out removes them all. Where the browser keeps nothing (plain http), nothing is.
 */
import type { Endpoint, WireAnswer } from '@ramal/contract/api/endpoint';
import { currentSession } from './session.ts';

const CACHE = 'ramal-last-answers';

export interface KeptAnswer<E extends Endpoint> {
  readonly answer: WireAnswer<E>;
  /** Milliseconds of the epoch. */
  readonly at: number;
}

interface Stored {
  /** What the call was sent with, as JSON: another page or search is another list. */
  readonly sent: string;
  readonly answer: unknown;
  readonly at: number;
}

/** A screen may need two answers of one call: the second has a name of its own. */
export type KeptAs = true | string;

const addressOf = ({ name }: Endpoint, as: KeptAs): string =>
  `/last-answers/${currentSession()?.userId ?? 0}/${name}${as === true ? '' : `/${as}`}`;

/** Nothing on a screen waits for it. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else resolve();
  });

/** Keeps one answer a call and name, the newest. */
export async function keepAnswer<E extends Endpoint>(
  declaration: E,
  sent: unknown,
  answer: WireAnswer<E>,
  as: KeptAs = true,
): Promise<void> {
  if (!('caches' in globalThis) || !currentSession()) return;
  const at = Date.now();
  const address = addressOf(declaration, as);
  await rest();
  // Whoever signed out meanwhile leaves nothing behind.
  if (addressOf(declaration, as) !== address) return;
  const stored: Stored = { sent: JSON.stringify(sent), answer, at };
  try {
    const cache = await caches.open(CACHE);
    await cache.put(address, new Response(JSON.stringify(stored)));
  } catch {
    // Storage full or withheld: there is nothing to read without a connection.
  }
}

export async function readKeptAnswer<E extends Endpoint>(
  declaration: E,
  sent: unknown,
  as: KeptAs = true,
): Promise<KeptAnswer<E> | undefined> {
  if (!('caches' in globalThis) || !currentSession()) return undefined;
  try {
    const found = await (await caches.open(CACHE)).match(addressOf(declaration, as));
    const stored = (await found?.json()) as Stored | undefined;
    return stored?.sent === JSON.stringify(sent)
      ? { answer: stored.answer as WireAnswer<E>, at: stored.at }
      : undefined;
  } catch {
    return undefined;
  }
}

/** At a sign-in the answers of other accounts are deleted. */
export async function clearForeignAnswers(userId: number): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await caches.open(CACHE);
    const own = `/last-answers/${userId}/`;
    const foreign = (await cache.keys()).filter(
      ({ url }) => !new URL(url).pathname.startsWith(own),
    );
    await Promise.all(foreign.map((request) => cache.delete(request)));
  } catch {
    // Storage withheld: nothing was kept.
  }
}

/** At an explicit sign-out nothing stays behind. */
export async function clearKeptAnswers(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false);
}
