/** Playlists of sources, fetched once for all requests at the same time. */
import { createHash } from 'node:crypto';
import { isMaster, isWhole, parsePlaylistLines } from './hls-tags.ts';
import { type FetchSource, type FetchedPlaylist, openSource } from './open-source.ts';
import { problem } from './problem.ts';

export interface Playlists {
  /** Returns the playlist, or `ts` if the URL leads to a transport stream. */
  open(url: string): Promise<FetchedPlaylist | 'ts'>;
  /** Returns the playlist. Throws if the URL returns none. */
  fetch(url: string): Promise<FetchedPlaylist>;
  stop(): void;
}

/** Milliseconds for which a playlist is cached. Every player waits longer between two refreshes. */
const KEPT_FOR_MS = 1_000;
const STALLED_MS = 30_000;
/**
 * A playlist without requests for this time counts as new, and is not compared with its former
 * content.
 */
const UNREAD_MS = 60_000;

interface SeenPlaylist {
  readonly hash: string;
  readonly changedMs: number;
  readonly fetchedMs: number;
}

function targetMs(playlist: FetchedPlaylist): number {
  const lines = parsePlaylistLines(playlist);
  return 1_000 * Number(lines.find(({ tag }) => tag === 'EXT-X-TARGETDURATION')?.text ?? 0);
}

export function createPlaylists(fetchSource: FetchSource): Playlists {
  const cached = new Map<string, Promise<FetchedPlaylist | 'ts'>>();
  const seen = new Map<string, SeenPlaylist>();
  const ending = new AbortController();

  /** True if the playlist of a running channel has not changed for much longer than a segment. */
  function isStalled(url: string, playlist: FetchedPlaylist): boolean {
    const nowMs = performance.now();
    for (const [key, { fetchedMs }] of seen) if (nowMs - fetchedMs > UNREAD_MS) seen.delete(key);
    const hash = createHash('sha1').update(playlist.text).digest('base64');
    const last = seen.get(url);
    const changedMs = last?.hash === hash ? last.changedMs : nowMs;
    seen.set(url, { hash, changedMs, fetchedMs: nowMs });
    const isRunning = !isMaster(playlist) && !isWhole(playlist);
    return isRunning && nowMs - changedMs > Math.max(STALLED_MS, 4 * targetMs(playlist));
  }

  async function begin(url: string): Promise<FetchedPlaylist | 'ts'> {
    try {
      const opened = await openSource(fetchSource, url, ending.signal);
      if (opened.form === 'hls') {
        if (isStalled(url, opened.playlist)) throw problem('stalled');
        return opened.playlist;
      }
      opened.close();
      return 'ts';
    } finally {
      setTimeout(() => cached.delete(url), KEPT_FOR_MS).unref();
    }
  }

  function open(url: string): Promise<FetchedPlaylist | 'ts'> {
    const existing = cached.get(url);
    if (existing) return existing;
    const fetched = begin(url);
    cached.set(url, fetched);
    return fetched;
  }

  return {
    open,
    fetch: async (url) => {
      const opened = await open(url);
      if (opened === 'ts') throw problem('not-playlist');
      return opened;
    },
    stop: () => ending.abort(),
  };
}
