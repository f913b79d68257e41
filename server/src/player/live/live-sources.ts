/** Returns the stream of a channel in the form that a player requests, for every form of source. */
import { setTimeout as pause } from 'node:timers/promises';
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
   * Returns the channel as HLS. Moves to the channel's next source if this one does not open.
   * Undefined in the same case as `continuous`.
   */
  hls(streamId: number, source: StreamSource): Promise<CutSource | PlaylistSource | undefined>;
  readonly playlists: (url: string) => Promise<FetchedPlaylist>;
  readonly fetches: SharedFetches;
  /**
   * Records the result of a request to a channel's source. Null means that it answered. The channel
   * moves to its next source after several failures in a row.
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
/** Maximum number of attempts to open a channel for one request, over all its sources. */
const MOST_TRIES = 6;
/** A request that took longer than this is not repeated at the same source. */
const SLOW_MS = 2_000;
/** A little more than the time for which a failed playlist is cached. */
const PLAYLIST_KEPT_MS = 1_100;
/** Failures in a row, of segments and playlists, after which a channel moves to its next source. */
const MOST_FAILURES = 3;
const FAILURES_WITHIN_MS = 60_000;
/** Number of segments before the oldest in the playlist that a slow player may still request. */
const BEHIND = 30;

interface LiveSourceParts {
  readonly health: SourceHealth;
  readonly sourceSwitch: SourceSwitch;
  readonly headerTimeoutMs?: number | undefined;
}

export function createLiveSources(
  ctx: AppContext,
  { health, sourceSwitch, headerTimeoutMs }: LiveSourceParts,
): LiveSources {
  const fetchSource: FetchSource = (url, options) =>
    fetchWithHeaders(ctx.config.privateOrigins, url, {
      ...options,
      ...(headerTimeoutMs && { headerTimeoutMs }),
    });
  const fetches = createSharedFetches(fetchSource);
  const playlists = createPlaylists(fetchSource);
  let stopped = false;
  const failures = createFailureCounts();
  const next = async (streamId: number, address: string, error: unknown) => {
    if (stopped || !(await sourceSwitch.hasOther(streamId))) return undefined;
    return sourceSwitch.next(streamId, address, problemText(error));
  };
  const note = (streamId: number, address: string, error: unknown) => {
    // Failures after the stop of the server are caused by the stop, so they are not recorded.
    if (stopped) return;
    health.note(streamId, error === null ? null : problemText(error), address);
    if (failures.reachMost(`${streamId} ${address}`, error !== null))
      void next(streamId, address, error).catch(() => undefined);
  };
  const open = (url: string, signal: AbortSignal) =>
    url === 'test-channel'
      ? testChannel.continuous(ctx.clock.now().getTime(), signal)
      : openAsTs(fetchSource, { fetches, playlists }, url, signal);
  const channels = createOpenChannels(ctx.clock, { open, note, next });

  async function openHls(streamId: number, url: string): Promise<CutSource | PlaylistSource> {
    if (url === 'test-channel') return testChannelSource(ctx.clock.now().getTime());
    const opened = channels.isCut(streamId, url) ? 'ts' : await playlists.open(url);
    if (opened === 'ts') return cutSource(url, channels.cut(streamId, url));
    return { form: 'listed', playlist: opened, address: url };
  }

  /** Opens the source again after a failure, then the channel's other sources. */
  async function openAnyHls(streamId: number, firstUrl: string) {
    let url = firstUrl;
    let isAgain = false;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const startedMs = performance.now();
      try {
        return await openHls(streamId, url);
      } catch (error) {
        note(streamId, url, error);
        if (stopped || !(await sourceSwitch.hasOther(streamId))) return undefined;
        const isSlow = performance.now() - startedMs > SLOW_MS;
        if (!isAgain && !isSlow) {
          isAgain = true;
          await pause(PLAYLIST_KEPT_MS, undefined, { ref: false });
          continue;
        }
        const following = await next(streamId, url, error);
        if (following === undefined) return undefined;
        [url, isAgain] = [following, false];
      }
    }
    return undefined;
  }

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
      return openAnyHls(streamId, source.url);
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

interface FailureCounts {
  /** Counts a result. True at the failure that reaches the maximum. */
  reachMost(key: string, isFailure: boolean): boolean;
}

function createFailureCounts(): FailureCounts {
  const counts = new Map<string, { count: number; sinceMs: number }>();
  return {
    reachMost: (key, isFailure) => {
      const nowMs = performance.now();
      const before = counts.get(key);
      counts.delete(key);
      if (!isFailure) return false;
      const isRecent = before !== undefined && nowMs - before.sinceMs < FAILURES_WITHIN_MS;
      const count = isRecent ? before.count + 1 : 1;
      if (count >= MOST_FAILURES) return true;
      counts.set(key, { count, sinceMs: isRecent ? before.sinceMs : nowMs });
      return false;
    },
  };
}
