/**
 * What changed on the server, as signals. One tab of a browser holds the stream and passes on what it hears;
 * the browser's lock hands the stream to another when that tab closes. Where a browser has no locks, or the
 * stream fails, `useLive` is false and screens ask by themselves.
 */
import { type LiveSignal, LIVE_HEARTBEAT_MS, openLive } from '@ramal/contract/live';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { currentSession } from '../api/session.ts';

type Heard = (signal: LiveSignal) => void;

const RESYNC = 'resync';
/** Two heartbeats and a half without a word: the stream is gone, whatever the network says. */
const SILENCE_MS = LIVE_HEARTBEAT_MS * 2.5;
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

const listeners = new Set<Heard>();
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

/** Whether signals come in now. */
export const useLive = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => live,
  );

/** Hears signals of a topic, and when everything must be asked for again. */
export function useSignal(topic: string, heard: (id: number | undefined) => void): void {
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  useEffect(() => {
    const listener: Heard = (signal) => {
      if (signal.topic === topic || signal.topic === RESYNC) latest.current(signal.id);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [topic]);
}

const hear = (signal: LiveSignal): void => {
  for (const listener of listeners) listener(signal);
};

/** What the tab with the stream tells the others. */
type Word =
  | { readonly signal: LiveSignal }
  | { readonly alive: boolean }
  | { readonly hello: true };

/** Takes part in the browser's one stream until it is stopped; the result stops it. */
export function joinLive(userId: number): () => void {
  const name = `ramal-live-${userId}`;
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks) return () => undefined;
  const stopped = new AbortController();
  const channel = new BroadcastChannel(name);
  const say = (word: Word) => channel.postMessage(word);
  let leads = false;
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('signal' in data) hear(data.signal);
    else if ('alive' in data) setLive(data.alive);
    else if (leads && live) say({ alive: true });
  });
  say({ hello: true });
  const lead = async () => {
    leads = true;
    await holdStream(stopped.signal, {
      onSignal: (signal) => {
        hear(signal);
        say({ signal });
      },
      onAlive: (alive) => {
        setLive(alive);
        say({ alive });
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
  readonly onSignal: Heard;
  readonly onAlive: (alive: boolean) => void;
}

/** Connects again and again, with longer pauses, until it is stopped. */
async function holdStream(stopped: AbortSignal, events: StreamEvents): Promise<void> {
  let pauseMs = SHORTEST_PAUSE_MS;
  while (!stopped.aborted) {
    const wait = await readStream(stopped, {
      ...events,
      onAlive: (alive) => {
        pauseMs = SHORTEST_PAUSE_MS;
        events.onAlive(alive);
      },
    });
    events.onAlive(false);
    if (stopped.aborted) return;
    // Not all browsers of an office in the same moment after a restart.
    await pause(Math.max(wait, pauseMs * (0.5 + Math.random())), stopped);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** One connection, to its end; gives back how long the server wants to be left alone. */
async function readStream(
  stopped: AbortSignal,
  { onSignal, onAlive }: StreamEvents,
): Promise<number> {
  const token = currentSession()?.token;
  if (!token) return LONGEST_PAUSE_MS;
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
      return Number(response.headers.get('retry-after') ?? 0) * 1000 || LONGEST_PAUSE_MS;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 0;
      clearTimeout(silent);
      silent = setTimeout(end, SILENCE_MS);
      onAlive(true);
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) onSignal(JSON.parse(line.slice(6)) as LiveSignal);
    }
  } catch {
    // Broken off: by the network, by the server, or by us.
    return 0;
  } finally {
    clearTimeout(silent);
    stopped.removeEventListener('abort', end);
  }
}

/** Ends early when the network is back. */
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
