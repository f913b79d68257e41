/**
 * Receives signals about changes on the server. All tabs of a browser share one connection: one tab
 * has the stream open and forwards the signals to the others. When that tab closes, a browser lock
 * assigns the stream to another tab. If the browser has no locks or the stream fails, `useLive`
 * returns false. Screens then poll the server.
 */
import { type LiveSignal, LIVE_HEARTBEAT_MS, openLive } from '@ramal/contract/live';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { currentSession } from '../api/session.ts';

type SignalListener = (signal: LiveSignal) => void;

const RESYNC = 'resync';
/**
 * Maximum time without data: two and a half heartbeats. After this time the stream counts as lost,
 * even if the network seems connected.
 */
const SILENCE_MS = LIVE_HEARTBEAT_MS * 2.5;
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

const listeners = new Set<SignalListener>();
const watchers = new Set<() => void>();
let live = false;
let silence: ReturnType<typeof setTimeout> | undefined;

function setLive(next: boolean): void {
  clearTimeout(silence);
  if (next) silence = setTimeout(() => setLive(false), SILENCE_MS);
  if (next === live) return;
  live = next;
  for (const watcher of watchers) watcher();
}

/** True while the stream delivers signals or heartbeats. */
export const useLive = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => live,
  );

/** Calls the listener for signals of a topic, and when all data must be read again. */
export function useSignal(topic: string, onSignal: (id: number | undefined) => void): void {
  const latest = useRef(onSignal);
  useEffect(() => {
    latest.current = onSignal;
  });
  useEffect(() => {
    const listener: SignalListener = (signal) => {
      if (signal.topic === topic || signal.topic === RESYNC) latest.current(signal.id);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [topic]);
}

const notifyListeners = (signal: LiveSignal): void => {
  for (const listener of listeners) listener(signal);
};

/** Messages between the tab with the stream and the other tabs. */
type TabMessage =
  | { readonly signal: LiveSignal }
  | { readonly alive: boolean }
  | { readonly hello: true };

/** Connects this tab to the shared stream of the browser. The returned function disconnects it. */
export function joinLive(userId: number): () => void {
  const name = `ramal-live-${userId}`;
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks) return () => undefined;
  const stopped = new AbortController();
  const channel = new BroadcastChannel(name);
  const postToTabs = (message: TabMessage) => channel.postMessage(message);
  let leads = false;
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('signal' in data) notifyListeners(data.signal);
    else if ('alive' in data) setLive(data.alive);
    else if (leads && live) postToTabs({ alive: true });
  });
  postToTabs({ hello: true });
  const lead = async () => {
    leads = true;
    await holdStream(stopped.signal, {
      onSignal: (signal) => {
        notifyListeners(signal);
        postToTabs({ signal });
      },
      onAlive: (alive) => {
        setLive(alive);
        postToTabs({ alive });
      },
    });
  };
  navigator.locks.request(name, { signal: stopped.signal }, lead).catch(() => undefined);
  return () => {
    stopped.abort();
    channel.close();
    setLive(false);
  };
}

interface StreamEvents {
  readonly onSignal: SignalListener;
  readonly onAlive: (alive: boolean) => void;
}

/** Reconnects with growing pauses until it is stopped. */
async function holdStream(stopped: AbortSignal, events: StreamEvents): Promise<void> {
  let pauseMs = MIN_PAUSE_MS;
  while (!stopped.aborted) {
    const wait = await readStream(stopped, {
      ...events,
      onAlive: (alive) => {
        pauseMs = MIN_PAUSE_MS;
        events.onAlive(alive);
      },
    });
    events.onAlive(false);
    if (stopped.aborted) return;
    // The random factor spreads the reconnects of many browsers after a restart of the server.
    await pause(Math.max(wait, pauseMs * (0.5 + Math.random())), stopped);
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

/**
 * Reads one connection until it ends. Returns the minimum delay in milliseconds before the next
 * connection. After a rejection, the server determines the delay.
 */
async function readStream(
  stopped: AbortSignal,
  { onSignal, onAlive }: StreamEvents,
): Promise<number> {
  const token = currentSession()?.token;
  if (!token) return MAX_PAUSE_MS;
  const connection = new AbortController();
  const end = () => connection.abort();
  stopped.addEventListener('abort', end);
  let silent = setTimeout(end, SILENCE_MS);
  try {
    const response = await fetch(openLive.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: connection.signal,
    });
    if (!response.ok || !response.body)
      return Number(response.headers.get('retry-after') ?? 0) * 1000 || MAX_PAUSE_MS;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let partialLine = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 0;
      clearTimeout(silent);
      silent = setTimeout(end, SILENCE_MS);
      onAlive(true);
      const lines = (partialLine + value).split('\n');
      partialLine = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) onSignal(JSON.parse(line.slice(6)) as LiveSignal);
    }
  } catch {
    // The network, the server or this tab closed the connection.
    return 0;
  } finally {
    clearTimeout(silent);
    stopped.removeEventListener('abort', end);
  }
}

/** Waits for the given time, or until the network is restored or the stream is stopped. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      stopped.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
    stopped.addEventListener('abort', go);
  });
}
