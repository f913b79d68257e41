/** Returns the stream of a channel in the form that a player requests, for every form of source. */
import type { SourceHealth } from '../sources/source-health.ts';
import type { SourceSwitch } from '../sources/switch-source.ts';
import { fetchSource as fetchWithHeaders } from '../../foundation/untrusted/fetch-source.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { CUT_TARGET_SECONDS, type CutChannel } from '../upstream/cut-segments.ts';
import { hlsAsTs } from '../upstream/hls-as-ts.ts';
import { type FetchSource, type FetchedPlaylist, openSource } from '../upstream/open-source.ts';
import { type Playlists, createPlaylists } from '../upstream/playlists.ts';
import { problemText } from '../upstream/problem.ts';
import { type SharedFetches, createSharedFetches } from '../upstream/shared-fetches.ts';
import type { StreamSource } from '../stream-source.ts';
import { createFailureCounts } from './failure-counts.ts';
import { createOpenAnySource } from './open-any-source.ts';
import { createOpenChannels } from './open-channels.ts';
import * as testChannel from '../test-channel/test-channel.ts';

interface OpenedPicture {
  /** Source that was read, which differs from the requested one after a switch. */
  readonly address: string;
}

export interface CutSource extends OpenedPicture {
  readonly form: 'cut';
  readonly peakBitsPerSecond: number;
  readonly window: testChannel.LiveWindow;
  segment(number: number): Buffer | undefined;
}

export interface PlaylistSource extends OpenedPicture {
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
  /**
   * Returns the channel as HLS. Moves to the channel's next source if `source` does not open.
   * Undefined if no source opens now.
   */
  hls(streamId: number, source: StreamSource): Promise<CutSource | PlaylistSource | undefined>;
  readonly playlists: (url: string) => Promise<FetchedPlaylist>;
  readonly fetches: SharedFetches;
  /**
   * Records the result of a request to a channel's source; `error` is null if the source answered.
   * The channel moves to its next source after several failures in a row.
   */
  note(streamId: number, address: string, error: unknown): void;
  stop(): void;
}

export const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;
const TEST_PEAK_BITS = 400_000;
/**
 * Bit rate that most channels do not exceed. It is used if the source is a single playlist, which
 * does not contain a rate.
 */
export const USUAL_PEAK_BITS = 8_000_000;
/**
 * Number of segments before the oldest one in the playlist. Slow players may still request them.
 */
const BEHIND = 30;

interface LiveSourceParts {
  readonly health: SourceHealth;
  readonly sourceSwitch: SourceSwitch;
  readonly headerTimeoutMs?: number | undefined;
}

export function createLiveSources(ctx: AppContext, parts: LiveSourceParts): LiveSources {
  const fetchSource = createFetchSource(ctx, parts);
  const fetches = createSharedFetches(fetchSource);
  const playlists = createPlaylists(fetchSource);
  const nowMs = () => ctx.clock.now().getTime();
  const { note, next, hasOther, stop } = createFailover(parts);
  const open = (url: string, signal: AbortSignal) =>
    url === 'test-channel'
      ? testChannel.continuous(nowMs(), signal)
      : openAsTs(fetchSource, { fetches, playlists }, url, signal);
  const channels = createOpenChannels(ctx.clock, { open, note, next });

  async function openHls(streamId: number, url: string): Promise<CutSource | PlaylistSource> {
    if (url === 'test-channel') return testChannelSource(nowMs());
    const opened = channels.isCut(streamId, url) ? 'ts' : await playlists.open(url);
    if (opened === 'ts') return cutSource(url, channels.cut(streamId, url));
    return { form: 'listed', playlist: opened, address: url };
  }
  const openAnySource = createOpenAnySource({ open: openHls, hasOther, note, next });

  return {
    continuous: async (streamId, source, signal) => {
      if (source.from === 'test-channel') return testChannel.continuous(nowMs(), signal);
      if (source.from !== 'outside') return undefined;
      const relay = channels.relay(streamId, source.url);
      // The relay has recorded the failure.
      return relay.join(signal).catch(() => undefined);
    },

    hls: async (streamId, source) => {
      if (source.from === 'test-channel') return testChannelSource(nowMs());
      if (source.from !== 'outside') return undefined;
      return openAnySource(streamId, source.url);
    },

    playlists: (url) => playlists.fetch(url),
    fetches,
    note,
    stop: () => {
      stop();
      fetches.stop();
      playlists.stop();
      channels.stop();
    },
  };
}

const createFetchSource =
  (ctx: AppContext, { headerTimeoutMs }: LiveSourceParts): FetchSource =>
  (url, options) =>
    fetchWithHeaders(ctx.config.privateOrigins, url, {
      ...options,
      ...(headerTimeoutMs && { headerTimeoutMs }),
    });

/** Records results of sources, and moves a channel to its next source. */
function createFailover({ health, sourceSwitch }: LiveSourceParts) {
  const failures = createFailureCounts();
  let stopped = false;
  const hasOther = async (streamId: number) => !stopped && sourceSwitch.hasOther(streamId);
  const next = async (streamId: number, address: string, error: unknown) =>
    (await hasOther(streamId))
      ? sourceSwitch.next(streamId, address, problemText(error))
      : undefined;
  const note = (streamId: number, address: string, error: unknown) => {
    // Failures after the stop of the server are caused by the stop, so they are not recorded.
    if (stopped) return;
    health.note(streamId, error === null ? null : problemText(error), address);
    if (failures.reachMost(`${streamId} ${address}`, error !== null))
      void next(streamId, address, error).catch(() => undefined);
  };
  const stop = () => void (stopped = true);
  return { note, next, hasOther, stop };
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

async function cutSource(address: string, channel: CutChannel): Promise<CutSource> {
  const segments = await channel.segments();
  const window = {
    mediaSequence: segments[0]?.number ?? 0,
    targetDurationSeconds: CUT_TARGET_SECONDS,
    segments: segments.map(({ number, durationSeconds }) => ({ number, durationSeconds })),
  };
  const segment = (number: number) => channel.segment(number);
  return { form: 'cut', peakBitsPerSecond: USUAL_PEAK_BITS, window, segment, address };
}

function testChannelSource(nowMs: number): CutSource {
  const window = testChannel.liveWindow(nowMs);
  const newest = window.segments.at(-1)?.number ?? -1;
  const isKept = (number: number) => number <= newest && number >= newest - BEHIND;
  const segment = (number: number) =>
    isKept(number) ? testChannel.segmentBytes(number) : undefined;
  const peakBitsPerSecond = TEST_PEAK_BITS;
  return { form: 'cut', peakBitsPerSecond, window, segment, address: 'test-channel' };
}
