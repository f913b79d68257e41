/** Playlists of sources, fetched once for all requests at the same time. */
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

export function createPlaylists(fetchSource: FetchSource): Playlists {
  const cached = new Map<string, Promise<FetchedPlaylist | 'ts'>>();
  const ending = new AbortController();

  async function begin(url: string): Promise<FetchedPlaylist | 'ts'> {
    try {
      const opened = await openSource(fetchSource, url, ending.signal);
      if (opened.form === 'hls') return opened.playlist;
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
