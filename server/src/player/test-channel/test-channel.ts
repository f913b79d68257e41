// Test channel of the demo: 19.2 stored seconds as an endless broadcast. Segment n lasts from n ×
// 1.92 s to (n + 1) × 1.92 s of the wall clock. Therefore every server shows the same picture at
// the same moment, also after a restart, without stored state.
import { SEGMENT_MS, getLoop } from './loop.ts';
import { TICKS_PER_MS } from '../../foundation/media/mpegts.ts';
import { addCounts, restamp } from './restamp.ts';

const WINDOW_SEGMENTS = 6;
const CACHED_SEGMENTS = 16;
/** Milliseconds of the stream that are sent at once, so that a player starts without waiting. */
const BURST_MS = 1000;

export interface LiveWindow {
  mediaSequence: number;
  targetDurationSeconds: number;
  segments: { number: number; durationSeconds: number }[];
}

/** Returns the content of an HLS playlist for this moment: the newest segments that have ended. */
export function liveWindow(nowMs: number): LiveWindow {
  const mediaSequence = newestSegment(nowMs) - WINDOW_SEGMENTS + 1;
  return {
    mediaSequence,
    targetDurationSeconds: Math.ceil(SEGMENT_MS / 1000),
    segments: Array.from({ length: WINDOW_SEGMENTS }, (_, n) => ({
      number: mediaSequence + n,
      durationSeconds: SEGMENT_MS / 1000,
    })),
  };
}

const cached = new Map<number, Buffer>();

/**
 * Returns the bytes of any segment of the broadcast. Callers share the buffer and must not write to
 * it.
 */
export function segmentBytes(number: number): Buffer {
  const bytes = cached.get(number) ?? broadcast(number);
  cached.delete(number);
  cached.set(number, bytes);
  for (const oldest of cached.keys()) {
    if (cached.size <= CACHED_SEGMENTS) break;
    cached.delete(oldest);
  }
  return bytes;
}

/**
 * Yields the broadcast as one unbounded `.ts` in real time, from the newest whole segment at
 * `startMs` until the signal aborts. If the reader is slow, the stream waits, and the reader
 * catches up later.
 */
export async function* continuous(
  startMs: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const first = newestSegment(startMs);
  // Uses the monotonic clock, because a correction of the wall clock must neither stall nor flood a
  // viewer.
  const startedAt = performance.now() - BURST_MS;
  for (let number = first; ; number++) {
    const bytes = segmentBytes(number);
    for (const step of locateSegment(number).segment.steps) {
      const dueAt = startedAt + (number - first) * SEGMENT_MS + step.afterMs;
      await pause(dueAt - performance.now(), signal);
      if (signal.aborted) return;
      yield bytes.subarray(step.start, step.end);
    }
  }
}

function newestSegment(nowMs: number): number {
  return Math.floor(nowMs / SEGMENT_MS) - 1;
}

function broadcast(number: number): Buffer {
  const { round, segment } = locateSegment(number);
  const roundTicks = getLoop().segments.length * SEGMENT_MS * TICKS_PER_MS;
  // Uses BigInt, because the product of an absolute number is too large for an exact double.
  const ticks = Number(BigInt.asUintN(33, BigInt(round) * BigInt(roundTicks)));
  const rounds = Number(BigInt.asUintN(4, BigInt(round)));
  return restamp(
    segment.bytes,
    ticks,
    addCounts(segment.sentBefore, getLoop().sentPerRound, rounds),
  );
}

function locateSegment(number: number) {
  const { segments } = getLoop();
  const round = Math.floor(number / segments.length);
  const segment = segments[number - round * segments.length];
  if (!segment) throw new RangeError(`not a segment number: ${number}`);
  return { round, segment };
}

/**
 * Waits until this time or until the signal aborts, whichever comes first, and then removes timer
 * and listener.
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
  });
}
