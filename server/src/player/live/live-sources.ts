/** The stream of a channel, whichever form its source has and whichever form a player asks for. */
import type { SourceHealth } from '../../catalogue/catalogue.ts';
import { fetchUntrusted } from '../../foundation/fetch-untrusted.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { CUT_TARGET_SECONDS, type CutChannel, openCutChannel } from '../upstream/cut-segments.ts';
import { hlsAsTs } from '../upstream/hls-as-ts.ts';
import { type OpenSource, type FetchedPlaylist, openSource } from '../upstream/open-source.ts';
import { createPlaylists } from '../upstream/playlists.ts';
import { problemText } from '../upstream/problem.ts';
import { type Relay, openRelay } from '../upstream/relay.ts';
import { type SharedFetches, createSharedFetches } from '../upstream/shared-fetches.ts';
import type { StreamSource } from '../stream-source.ts';
import * as testChannel from '../test-channel/test-channel.ts';

export interface CutSource {
  readonly form: 'cut';
  readonly peakBitsPerSecond: number;
  readonly window: testChannel.LiveWindow;
  segment(number: number): Buffer | undefined;
}

export interface PlaylistSource {
  readonly form: 'listed';
  readonly playlist: FetchedPlaylist;
}

export interface LiveSources {
  /** Undefined when the source sends none now, which is recorded as its health. */
  continuous(
    streamId: number,
    source: StreamSource,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<Buffer, void> | undefined>;
  /** Undefined like `continuous`. */
  hls(streamId: number, source: StreamSource): Promise<CutSource | PlaylistSource | undefined>;
  readonly playlists: (url: string) => Promise<FetchedPlaylist>;
  readonly fetches: SharedFetches;
  note(streamId: number, error: unknown): void;
  stop(): void;
}

export const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;
const TEST_PEAK_BITS = 400_000;
/** Most channels stay under this rate; a source that is a single playlist does not state its own. */
export const USUAL_PEAK_BITS = 8_000_000;
/** Segments older than the playlist that a slow player may still ask for. */
const BEHIND = 30;

export function createLiveSources(
  ctx: AppContext,
  health: SourceHealth,
  headerTimeoutMs?: number,
): LiveSources {
  const ask: OpenSource = (url, asking) =>
    fetchUntrusted(ctx.config.privateOrigins, url, {
      ...asking,
      ...(headerTimeoutMs && { headerTimeoutMs }),
    });
  const fetches = createSharedFetches(ask);
  const playlists = createPlaylists(ask);
  const relays = new Map<string, Relay>();
  const cuts = new Map<string, CutChannel>();
  let stopped = false;
  const note = (streamId: number, error: unknown) => {
    // Failures after the server stopped come from the stop itself.
    if (!stopped) health.note(streamId, error === null ? null : problemText(error));
  };

  async function* openAnew(url: string, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    const opened = await openSource(ask, url, signal);
    if (opened.form === 'ts') return yield* opened.parts;
    const reading = {
      playlist: (list: string) => playlists.fetch(list),
      segment: (segment: string, range: string | undefined) =>
        fetches.fetch({ url: segment, range, maxBytes: MAX_SEGMENT_BYTES, type: 'video/mp2t' }),
    };
    yield* hlsAsTs(opened.playlist, reading, signal);
  }

  function relayOf(streamId: number, url: string): Relay {
    const key = `${streamId} ${url}`;
    const known = relays.get(key);
    if (known) return known;
    const relay = openRelay({
      open: async (signal) => openAnew(url, signal),
      answered: () => note(streamId, null),
      failed: (error) => note(streamId, error),
      over: () => relays.delete(key),
    });
    relays.set(key, relay);
    return relay;
  }

  function cutOf(streamId: number, url: string): CutChannel {
    const key = `${streamId} ${url}`;
    const known = cuts.get(key);
    if (known) return known;
    const number = Math.floor(ctx.clock.now().getTime() / 1000);
    const channel = openCutChannel(relayOf(streamId, url), number, () => cuts.delete(key));
    cuts.set(key, channel);
    return channel;
  }

  async function openCut(streamId: number, url: string): Promise<CutSource> {
    const channel = cutOf(streamId, url);
    const segments = await channel.segments();
    const window = {
      mediaSequence: segments[0]?.number ?? 0,
      targetDurationSeconds: CUT_TARGET_SECONDS,
      segments: segments.map(({ number, durationSeconds }) => ({ number, durationSeconds })),
    };
    const segment = (number: number) => channel.segment(number);
    return { form: 'cut', peakBitsPerSecond: USUAL_PEAK_BITS, window, segment };
  }

  return {
    continuous: async (streamId, source, signal) => {
      if (source.from === 'test-channel') {
        return testChannel.continuous(ctx.clock.now().getTime(), signal);
      }
      if (source.from !== 'outside') return undefined;
      // The relay has recorded the failure.
      return relayOf(streamId, source.url)
        .join(signal)
        .catch(() => undefined);
    },

    hls: async (streamId, source) => {
      if (source.from === 'test-channel') return testChannelSource(ctx.clock.now().getTime());
      if (source.from !== 'outside') return undefined;
      try {
        if (cuts.has(`${streamId} ${source.url}`)) return await openCut(streamId, source.url);
        const opened = await playlists.open(source.url);
        if (opened === 'ts') return await openCut(streamId, source.url);
        return { form: 'listed', playlist: opened };
      } catch (error) {
        note(streamId, error);
        return undefined;
      }
    },

    playlists: (url) => playlists.fetch(url),
    fetches,
    note,
    stop: () => {
      stopped = true;
      fetches.stop();
      playlists.stop();
      for (const channel of cuts.values()) channel.stop();
    },
  };
}

function testChannelSource(nowMs: number): CutSource {
  const window = testChannel.liveWindow(nowMs);
  const newest = window.segments.at(-1)?.number ?? -1;
  const isKept = (number: number) => number <= newest && number >= newest - BEHIND;
  const segment = (number: number) =>
    isKept(number) ? testChannel.segmentBytes(number) : undefined;
  return { form: 'cut', peakBitsPerSecond: TEST_PEAK_BITS, window, segment };
}
