/**
 * Runs inline in the page before the first paint and before every other script. The content
 * security policy permits this script by its hash. Applies the stored colour scheme and fetches the
 * text font. For a signed-in account it also fetches the screen's files and repeats the recorded
 * first calls (first-calls.ts). Imports nothing, because shared code would have to load first.
 */
import type { EarlyAnswers } from '../foundation/api/first-calls.ts';

/**
 * Written by the build (early-start.ts): all files, and the files that the screen of each path
 * needs.
 */
declare const SCREEN_FILES: {
  readonly files: readonly string[];
  readonly screens: Readonly<Record<string, readonly number[]>>;
};

/** Written by the build: the address of the text font. */
declare const TEXT_FONT: string;

declare global {
  interface Window {
    /** Answers of early calls that the panel has not used yet. */
    ramalEarly?: EarlyAnswers;
    /** Fetches the files of the screen at this path, but does not run them. */
    ramalFetchScreen?: (path: string) => void;
    /**
     * Sends the recorded first calls of the screen at this path. The suffix selects one of two
     * records: for the start of the panel, or for navigation.
     */
    ramalSendScreenCalls?: (path: string, suffix: string) => void;
  }
}

const HOME = '/dashboard';
const PROFILE = 'GET /api/get-profile';

/**
 * Applies the stored colour scheme, sends the first calls of the screen and fetches its files. The
 * storage keys and the default scheme must be the same as in color-scheme.ts, session.ts and
 * first-calls.ts.
 */
function start(): void {
  if (localStorage.getItem('ramal.tema') === 'light') {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#f6f6f8');
  }
  const userId = localStorage.getItem('ramal.id');
  const token = localStorage.getItem('ramal.token');
  if (!userId || !token) return;
  const screen = location.pathname === '/' ? HOME : location.pathname;
  const calls = location.search ? [] : lastCalls(userId, screen);
  sendEarlyCalls(token, screen, [PROFILE, ...calls]);
  fetchScreen(screen);
}

/** Sends the calls of a screen before the user navigates to it inside the panel. */
function sendScreenCalls(screen: string, suffix: string): void {
  try {
    const userId = localStorage.getItem('ramal.id');
    const token = localStorage.getItem('ramal.token');
    if (userId && token) sendEarlyCalls(token, screen, lastCalls(userId + suffix, screen));
  } catch {
    // Storage is blocked, so the screen sends the requests itself.
  }
}

function lastCalls(key: string, screen: string): readonly string[] {
  const stored = localStorage.getItem(`ramal.primeiras.${key}`);
  const calls = stored && (JSON.parse(stored) as Record<string, readonly string[]>)[screen];
  return Array.isArray(calls) ? calls : [];
}

/**
 * Sends the recorded calls. A name has the format of first-calls.ts: `GET /api/get-profile`, or
 * with a body `POST /api/get-iptv-packages {"package":true}`.
 */
function sendEarlyCalls(token: string, path: string, names: readonly string[]): void {
  const answers = new Map<string, { abort: AbortController; answer: Promise<Response> }>();
  for (const name of new Set(names)) {
    const [method, address, ...bodyParts] = name.split(' ');
    // Records of a former version contain no method.
    if (!address?.startsWith('/')) continue;
    const abort = new AbortController();
    const answer = fetch(address, {
      method: method!,
      ...(bodyParts.length > 0 && { body: bodyParts.join(' ') }),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(bodyParts.length > 0 && { 'content-type': 'application/json' }),
      },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: abort.signal,
    });
    // A failed early call that no caller uses must not log an error. A caller that uses the answer
    // handles the failure.
    answer.catch(() => undefined);
    answers.set(name, { abort, answer });
  }
  window.ramalEarly = { token, path, at: performance.now(), answers };
}

const fetched = new Set<number>();

function fetchScreen(screen: string): void {
  // In development Vite has no built files.
  if (typeof SCREEN_FILES === 'undefined') return;
  const { files, screens } = SCREEN_FILES;
  const path = Object.keys(screens)
    .filter((path) => screen === path || screen.startsWith(`${path}/`))
    .sort((longer, other) => other.length - longer.length)[0];
  for (const index of (path && screens[path]) || []) {
    if (fetched.has(index)) continue;
    fetched.add(index);
    const file = `/${files[index]!}`;
    if (file.endsWith('.js')) fetchFile(file, 'modulepreload');
    else fetchFile(file, 'preload', 'style');
  }
}

function fetchFile(file: string, rel: string, kind?: string): void {
  const link = document.createElement('link');
  link.href = file;
  link.crossOrigin = '';
  link.rel = rel;
  if (kind) link.as = kind;
  document.head.append(link);
}

/**
 * Fetches the font after the first paint, because a browser delays the paint while a font is
 * loading.
 */
function fetchFont(): void {
  if (typeof TEXT_FONT === 'undefined') return;
  requestAnimationFrame(() => setTimeout(() => fetchFile(TEXT_FONT, 'preload', 'font')));
}

const LATE_START_MS = 20_000;

/**
 * Shows the message for a failed start. If the other scripts fail to load, only this script can
 * show it.
 */
function showStartFailure(): void {
  const page = document.getElementById('start-failed');
  if (page && document.getElementById('root')?.childElementCount === 0) page.hidden = false;
}

function watchStart(): void {
  // A failed script fires an event only on its own element, so the listener uses the capture phase.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) showStartFailure();
    },
    true,
  );
  setTimeout(showStartFailure, LATE_START_MS);
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#start-failed button')) location.reload();
  });
}

window.ramalFetchScreen = fetchScreen;
window.ramalSendScreenCalls = sendScreenCalls;
watchStart();
fetchFont();
try {
  start();
} catch {
  // Storage is blocked (private window). The defaults remain, and the screen sends the requests.
}
