/**
 * Reads an HLS source as one continuous transport stream: its segments in order, no faster than
 * they play.
 */
import {
  parseAttributes,
  isMaster,
  isWhole,
  parsePlaylistLines,
  resolve,
  unquoted,
} from './hls-tags.ts';
import type { FetchedPlaylist } from './open-source.ts';
import { pause } from './pause.ts';
import { problem } from './problem.ts';
import type { FetchResult } from './shared-fetches.ts';

interface HlsReading {
  playlist(url: string): Promise<FetchedPlaylist>;
  segment(url: string, range: string | undefined): Promise<FetchResult>;
}

interface Segment {
  readonly number: number;
  readonly url: string;
  readonly range: string | undefined;
  readonly durationMs: number;
}

/** Number of the newest segments with which a channel begins. */
const BEHIND = 3;
/**
 * Milliseconds of the stream that are sent ahead of time, so that a player starts at once. Together
 * with one more segment this is less than a relay stores.
 */
const AHEAD_MS = 5_000;
const MIN_REFRESH_MS = 500;
const MISSED_IN_A_ROW = 3;

/**
 * Yields the stream. Ends when the source's playlist ends or the signal aborts. Throws if the
 * source cannot be read.
 * @param isPast true if the playlist is an archive, which begins at its first segment.
 */
export async function* hlsAsTs(
  first: FetchedPlaylist,
  reading: HlsReading,
  signal: AbortSignal,
  isPast = false,
): AsyncGenerator<Buffer, void> {
  const variant = isMaster(first) ? bestVariantOf(first) : undefined;
  let playlist = variant ? await reading.playlist(variant) : first;
  const refreshUrl = variant ?? first.url;
  let next = -1;
  let playedMs = 0;
  let missed = 0;
  const startedAt = performance.now();
  while (!signal.aborted) {
    const { segments, targetMs } = segmentsOf(playlist);
    const newest = segments.at(-1)?.number ?? -1;
    // A restarted source begins with another segment number.
    if (next < 0 || next > newest + 1) next = isPast || isWhole(playlist) ? 0 : newest - BEHIND + 1;
    const due = segments.filter(({ number }) => number >= next);
    for (const segment of due) {
      await pause(startedAt + playedMs - AHEAD_MS - performance.now(), signal);
      if (signal.aborted) return;
      next = segment.number + 1;
      try {
        yield* (await reading.segment(segment.url, segment.range)).read();
        playedMs += segment.durationMs;
        missed = 0;
      } catch (error) {
        // A missing segment leaves a gap, but the channel continues.
        missed += 1;
        if (missed >= MISSED_IN_A_ROW) throw error;
      }
    }
    if (isWhole(playlist)) return;
    await pause(Math.max(MIN_REFRESH_MS, due.length > 0 ? targetMs / 2 : targetMs / 4), signal);
    if (signal.aborted) return;
    playlist = await reading.playlist(refreshUrl);
  }
}

function bestVariantOf(master: FetchedPlaylist): string {
  let best = { bandwidth: -1, uri: '' };
  let bandwidth = -1;
  for (const { tag, text } of parsePlaylistLines(master)) {
    if (tag === 'EXT-X-STREAM-INF') bandwidth = Number(parseAttributes(text).get('BANDWIDTH') ?? 0);
    else if (tag === '' && bandwidth > best.bandwidth) best = { bandwidth, uri: text };
  }
  return resolve(best.uri, master);
}

/** Returns the segments. Throws if they do not form one transport stream. */
function segmentsOf(playlist: FetchedPlaylist): { segments: Segment[]; targetMs: number } {
  const segments: Segment[] = [];
  let number = 0;
  let durationMs = 0;
  let targetMs = 0;
  let bytes: { length: number; from: number | undefined } | undefined;
  let end = 0;
  for (const { tag, text } of parsePlaylistLines(playlist)) {
    if (tag === 'EXT-X-MEDIA-SEQUENCE') number = Number(text) || 0;
    else if (tag === 'EXT-X-TARGETDURATION') targetMs = Number(text) * 1000 || 0;
    else if (tag === 'EXTINF') durationMs = Number.parseFloat(text) * 1000 || 0;
    else if (tag === 'EXT-X-MAP') throw problem('not-as-ts');
    else if (tag === 'EXT-X-KEY') expectOpen(text);
    else if (tag === 'EXT-X-BYTERANGE') {
      const [length, from] = text.split('@').map(Number);
      bytes = { length: length ?? 0, from };
    } else if (tag === '') {
      const from = bytes?.from ?? end;
      end = from + (bytes?.length ?? 0);
      const range = bytes && `bytes=${from}-${end - 1}`;
      segments.push({ number, url: resolve(text, playlist), range, durationMs });
      number += 1;
      bytes = undefined;
    }
  }
  if (targetMs === 0) throw problem('not-playlist');
  return { segments, targetMs };
}

function expectOpen(key: string): void {
  if (unquoted(parseAttributes(key).get('METHOD') ?? 'NONE') !== 'NONE') throw problem('not-as-ts');
}
