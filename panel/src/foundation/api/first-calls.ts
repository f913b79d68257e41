/**
 * What a screen asks for first, kept for each address without a search: its next start asks for it while the
 * code still comes (early.ts), and so does whoever presses its entry in a menu, a tenth of a second before
 * the click. Only the names of calls are kept, never answers: method, address and, where there is one, body, with
 * spaces in between. Whoever signs out leaves none behind.
 */
import type { AnyRouter } from '@tanstack/react-router';
import { comeToScreen, hasRested } from './running.ts';
import { currentSession } from './session.ts';

export interface EarlyAnswer {
  readonly abort: AbortController;
  readonly answer: Promise<Response>;
}

export interface EarlyAnswers {
  readonly token: string;
  /** The path of the screen that they are for. */
  readonly path: string;
  /** When they were asked for, as `performance.now()`. */
  readonly at: number;
  /** By the name of the call; whoever takes one removes it. */
  readonly answers: Map<string, EarlyAnswer>;
}

const PREFIX = 'ramal.primeiras.';
/** Of a screen that somebody comes to inside the panel: it asks for less than one that starts it. */
const INSIDE = '.dentro';
/** An answer that waited longer would be old, and what is asked so late is not what a screen begins with. */
const START_MS = 15_000;
/** A press becomes a click within it, or was none. */
const PRESS_MS = 1_000;
/** What a screen inside the panel begins with, its code being there: whoever asks later wants it anew. */
const INSIDE_MS = 2_000;
const MOST_CALLS = 6;
const MOST_SCREENS = 20;
const HOME = '/dashboard';

interface Visit {
  readonly path: string;
  readonly search: string;
  readonly at: number;
  readonly suffix: '' | typeof INSIDE;
  readonly noted: string[];
}

let visit: Visit = {
  path: location.pathname === '/' ? HOME : location.pathname,
  search: location.search,
  at: 0,
  suffix: '',
  noted: [],
};

/** Every other screen that somebody comes to begins anew; called once, where the router is made. */
export function followVisits(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ toLocation: { pathname: path, searchStr: search } }) => {
    if (path === visit.path || path === '/') return;
    const at = performance.now();
    const early = window.ramalEarly;
    if (early && (early.path !== path || at - early.at > PRESS_MS)) dropEarly();
    visit = { path, search, at, suffix: INSIDE, noted: [] };
    comeToScreen();
  });
  addEventListener('pointerdown', askOnPress);
}

/** Not in a sheet: a finger that moves its entries presses them too. */
function askOnPress(event: PointerEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('nav a[href]');
  if (
    !link ||
    link.closest('[role="dialog"]') ||
    link.origin !== location.origin ||
    link.search ||
    link.pathname === visit.path
  )
    return;
  dropEarly();
  window.ramalAskScreen?.(link.pathname, INSIDE);
}

/** Whether what is asked for now is no longer what the screen begins with. */
const isLate = (): boolean =>
  performance.now() - visit.at > (visit.suffix === INSIDE ? INSIDE_MS : START_MS);

/** The answer to a call that was asked for before its screen could. */
export function takeEarly(name: string, token: string): EarlyAnswer | undefined {
  const early = window.ramalEarly;
  if (early?.token !== token || early.path !== visit.path) return undefined;
  if (isLate()) {
    dropEarly();
    return undefined;
  }
  const found = early.answers.get(name);
  early.answers.delete(name);
  return found;
}

/** What nobody has taken is given up: another screen is opened, or an act may have changed it. */
export function dropEarly(): void {
  for (const { abort } of window.ramalEarly?.answers.values() ?? []) abort.abort();
  delete window.ramalEarly;
}

export function noteFirstCall(name: string): void {
  const session = currentSession();
  const { path, search, suffix, noted } = visit;
  if (!session || search || location.search || location.pathname !== path) return;
  if (hasRested() || isLate()) return;
  if (noted.length === MOST_CALLS || noted.includes(name)) return;
  noted.push(name);
  try {
    const key = PREFIX + session.userId + suffix;
    const { [path]: _before, ...others } = readNoted(key);
    const kept = Object.entries(others).slice(1 - MOST_SCREENS);
    localStorage.setItem(key, JSON.stringify(Object.fromEntries([...kept, [path, noted]])));
  } catch {
    // Storage full or withheld: the next time it is asked for when the code has come.
  }
}

function readNoted(key: string): Readonly<Record<string, readonly string[]>> {
  const stored = localStorage.getItem(key) ?? '{}';
  try {
    return JSON.parse(stored) as Record<string, readonly string[]>;
  } catch {
    // What cannot be read is written anew.
    return {};
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
