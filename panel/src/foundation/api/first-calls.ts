/**
 * What a screen asks for first, kept for each address without a search, so that its next start asks for
 * it while the code still comes (early.ts). Only the names of calls are kept, never answers: an address, and
 * behind a space the body of a call that is asked by POST. Whoever signs out leaves none behind.
 */
import { hasRested } from './running.ts';
import { currentSession } from './session.ts';

export interface EarlyAnswer {
  readonly abort: AbortController;
  readonly answer: Promise<Response>;
}

export interface EarlyAnswers {
  readonly token: string;
  /** By the name of the call; whoever takes one removes it. */
  readonly answers: Map<string, EarlyAnswer>;
}

const PREFIX = 'ramal.primeiras.';
/** An answer that waited longer would be old, and what is asked so late does not belong to the start. */
const START_MS = 15_000;
const MOST_CALLS = 6;
const MOST_SCREENS = 20;

const started = { path: location.pathname, href: location.href, search: location.search };
const noted: string[] = [];

/** The answer to a call that was asked for before this code came. */
export function takeEarly(name: string, token: string): EarlyAnswer | undefined {
  const early = window.ramalEarly;
  if (early?.token !== token || performance.now() > START_MS) return undefined;
  const found = early.answers.get(name);
  early.answers.delete(name);
  return found;
}

export function noteFirstCall(name: string): void {
  const session = currentSession();
  if (!session || started.search || location.href !== started.href) return;
  if (hasRested() || performance.now() > START_MS) return;
  if (noted.length === MOST_CALLS || noted.includes(name)) return;
  noted.push(name);
  try {
    const key = PREFIX + session.userId;
    const { [started.path]: _before, ...others } = JSON.parse(
      localStorage.getItem(key) ?? '{}',
    ) as Record<string, readonly string[]>;
    const kept = Object.entries(others).slice(1 - MOST_SCREENS);
    localStorage.setItem(key, JSON.stringify(Object.fromEntries([...kept, [started.path, noted]])));
  } catch {
    // Storage full or withheld: the next start asks when its code has come.
  }
}

/** At an explicit sign-out nothing stays behind. */
export function clearFirstCalls(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Storage withheld: nothing was kept.
  }
}
