/** Returns the stream of a channel in the form that a player requests, for every form of source. */
import type { SourceHealth } from '../../catalogue/catalogue.ts';
import { fetchSource as fetchWithHeaders } from '../../foundation/untrusted/fetch-source.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { CUT_TARGET_SECONDS, type CutChannel } from '../upstream/cut-segments.ts';
import { hlsAsTs } from '../upstream/hls-as-ts.ts';
import { type FetchSource, type FetchedPlaylist, openSource } from '../upstream/open-source.ts';
import { type Playlists, createPlaylists } from '../upstream/playlists.ts';
import { problemText } from '../upstream/problem.ts';
import { type SharedFetches, createSharedFetches } from '../upstream/shared-fetches.ts';
import type { StreamSource } from '../stream-source.ts';
import { createOpenChannels } from './open-channels.ts';
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
  /**
   * Returns the channel as one continuous stream. Undefined if the source sends no stream now,
   * which is recorded as its health.
   */
  continuous(
    streamId: number,
    source: StreamSource,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<Buffer, void> | undefined>;
  /** Returns the channel as HLS. Undefined in the same case as `continuous`. */
  hls(streamId: number, source: StreamSource): Promise<CutSource | PlaylistSource | undefined>;
  readonly playlists: (url: string) => Promise<FetchedPlaylist>;
  readonly fetches: SharedFetches;
  note(streamId: number, error: unknown): void;
  stop(): void;
}

export const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;
const TEST_PEAK_BITS = 400_000;
/**
 * Bit rate that most channels do not exceed. It is used if the source is a single playlist, which
 * does not contain a rate.
 */
export const USUAL_PEAK_BITS = 8_000_000;
/** Number of segments before the oldest in the playlist that a slow player may still request. */
const BEHIND = 30;

export function createLiveSources(
  ctx: AppContext,
  health: SourceHealth,
  headerTimeoutMs?: number,
): LiveSources {
  const fetchSource: FetchSource = (url, options) =>
    fetchWithHeaders(ctx.config.privateOrigins, url, {
      ...options,
      ...(headerTimeoutMs && { headerTimeoutMs }),
    });
  const fetches = createSharedFetches(fetchSource);
  const playlists = createPlaylists(fetchSource);
  let stopped = false;
  const note = (streamId: number, error: unknown) => {
    // Failures after the stop of the server are caused by the stop, so they are not recorded.
    if (!stopped) health.note(streamId, error === null ? null : problemText(error));
  };
  const open = (url: string, signal: AbortSignal) =>
    openAsTs(fetchSource, { fetches, playlists }, url, signal);
  const channels = createOpenChannels(ctx.clock, { open, note });

  return {
    continuous: async (streamId, source, signal) => {
      if (source.from === 'test-channel') {
        return testChannel.continuous(ctx.clock.now().getTime(), signal);
      }
      if (source.from !== 'outside') return undefined;
      const relay = channels.relay(streamId, source.url);
      // The relay has recorded the failure.
      return relay.join(signal).catch(() => undefined);
    },

    hls: async (streamId, source) => {
      if (source.from === 'test-channel') return testChannelSource(ctx.clock.now().getTime());
      if (source.from !== 'outside') return undefined;
      const { url } = source;
      try {
        const opened = channels.isCut(streamId, url) ? 'ts' : await playlists.open(url);
        if (opened === 'ts') return await cutSource(channels.cut(streamId, url));
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
      channels.stop();
    },
  };
}

/**
 * Yields the source as one transport stream. If it is a playlist, its segments are read one after
 * the other.
 */
async function* openAsTs(
  fetchSource: FetchSource,
  shared: { readonly fetches: SharedFetches; readonly playlists: Playlists },
  url: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const opened = await openSource(fetchSource, url, signal);
  if (opened.form === 'ts') return yield* opened.parts;
  const reading = {
    playlist: (list: string) => shared.playlists.fetch(list),
    segment: (segment: string, range: string | undefined) =>
      shared.fetches.fetch({
        url: segment,
        range,
        maxBytes: MAX_SEGMENT_BYTES,
        type: 'video/mp2t',
      }),
  };
  yield* hlsAsTs(opened.playlist, reading, signal);
}

async function cutSource(channel: CutChannel): Promise<CutSource> {
  const segments = await channel.segments();
  const window = {
    mediaSequence: segments[0]?.number ?? 0,
    targetDurationSeconds: CUT_TARGET_SECONDS,
    segments: segments.map(({ number, durationSeconds }) => ({ number, durationSeconds })),
  };
  const segment = (number: number) => channel.segment(number);
  return { form: 'cut', peakBitsPerSecond: USUAL_PEAK_BITS, window, segment };
}

function testChannelSource(nowMs: number): CutSource {
  const window = testChannel.liveWindow(nowMs);
  const newest = window.segments.at(-1)?.number ?? -1;
  const isKept = (number: number) => number <= newest && number >= newest - BEHIND;
  const segment = (number: number) =>
    isKept(number) ? testChannel.segmentBytes(number) : undefined;
  return { form: 'cut', peakBitsPerSecond: TEST_PEAK_BITS, window, segment };
}
