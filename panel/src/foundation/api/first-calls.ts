/**
 * Records the first calls of each screen, for addresses without a search. The next start sends
 * these calls while the code is still loading (early.ts). A press on a menu entry also sends them,
 * a tenth of a second before the click.
 *
 * Only the names of calls are stored, never answers: method, address and optional body, separated
 * by spaces. Signing out deletes them.
 */
import type { AnyRouter } from '@tanstack/react-router';
import { startVisit, hasBeenQuiet } from './running.ts';
import { currentSession } from './session.ts';

export interface EarlyAnswer {
  readonly abort: AbortController;
  readonly answer: Promise<Response>;
}

export interface EarlyAnswers {
  readonly token: string;
  /** Path of the screen that needs these answers. */
  readonly path: string;
  /** Time when the calls were sent, from `performance.now()`. */
  readonly at: number;
  /** Answers by the name of the call. A call removes the answer that it uses. */
  readonly answers: Map<string, EarlyAnswer>;
}

const PREFIX = 'ramal.primeiras.';
/**
 * Suffix of the storage key for screens that are reached by navigation. They send fewer calls than
 * the screen that starts the panel, so the records are separate.
 */
const INSIDE = '.dentro';
/** Period after the start in which early answers may be used. Later calls need fresh answers. */
const START_MS = 15_000;
/**
 * Period after a press in which the click must follow. Otherwise the early answers are not used.
 */
const PRESS_MS = 1_000;
/**
 * Period after navigation in which calls count as initial calls. It is shorter than at the start,
 * because the code is already loaded. Later calls need fresh answers.
 */
const INSIDE_MS = 2_000;
const MAX_CALLS = 6;
const MAX_SCREENS = 20;
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

/**
 * Starts a new visit at each navigation to another screen. Called once, where the router is
 * created.
 */
export function followVisits(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ toLocation: { pathname: path, searchStr: search } }) => {
    if (path === visit.path || path === '/') return;
    const at = performance.now();
    const early = window.ramalEarly;
    if (early && (early.path !== path || at - early.at > PRESS_MS)) abortEarlyCalls();
    visit = { path, search, at, suffix: INSIDE, noted: [] };
    startVisit();
  });
  addEventListener('pointerdown', sendCallsOnPress);
}

/**
 * Sends the first calls of a pressed link. Links in a sheet are skipped, because scrolling with a
 * finger presses them too.
 */
function sendCallsOnPress(event: PointerEvent): void {
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
  abortEarlyCalls();
  window.ramalSendScreenCalls?.(link.pathname, INSIDE);
}

/** True if a call made now no longer counts as an initial call of the screen. */
const isLate = (): boolean =>
  performance.now() - visit.at > (visit.suffix === INSIDE ? INSIDE_MS : START_MS);

/** Returns the answer to a call that was sent before its screen was loaded. */
export function claimEarlyAnswer(name: string, token: string): EarlyAnswer | undefined {
  const early = window.ramalEarly;
  if (early?.token !== token || early.path !== visit.path) return undefined;
  if (isLate()) {
    abortEarlyCalls();
    return undefined;
  }
  const answer = early.answers.get(name);
  early.answers.delete(name);
  return answer;
}

/**
 * Aborts the early calls that no screen has used. Needed after navigation to another screen, and
 * after an action that may change their answers.
 */
export function abortEarlyCalls(): void {
  for (const { abort } of window.ramalEarly?.answers.values() ?? []) abort.abort();
  delete window.ramalEarly;
}

export function recordFirstCall(name: string): void {
  const session = currentSession();
  const { path, search, suffix, noted } = visit;
  if (!session || search || location.search || location.pathname !== path) return;
  if (hasBeenQuiet() || isLate()) return;
  if (noted.length === MAX_CALLS || noted.includes(name)) return;
  noted.push(name);
  try {
    const key = PREFIX + session.userId + suffix;
    const { [path]: _before, ...others } = readNoted(key);
    const recent = Object.entries(others).slice(1 - MAX_SCREENS);
    localStorage.setItem(key, JSON.stringify(Object.fromEntries([...recent, [path, noted]])));
  } catch {
    // Storage is full or blocked: the next start sends this call only after the code has loaded.
  }
}

function readNoted(key: string): Readonly<Record<string, readonly string[]>> {
  const stored = localStorage.getItem(key) ?? '{}';
  try {
    return JSON.parse(stored) as Record<string, readonly string[]>;
  } catch {
    // Unreadable data is replaced at the next write.
    return {};
  }
}

/** Deletes all recorded calls at an explicit sign-out. */
export function clearFirstCalls(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
