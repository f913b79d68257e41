import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { continuous, liveWindow, segmentBytes } from './test-channel.ts';

const NOON = Date.UTC(2031, 1, 28, 12);

describe('continuous', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('sends about a second at once and then in real time', async () => {
    const viewer = watch();
    await vi.advanceTimersByTimeAsync(0);
    expect(viewer.mediaMs()).toBe(1200);
    for (let second = 1; second <= 45; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      const aheadMs = viewer.mediaMs() - second * 1000;
      expect(aheadMs).toBeGreaterThan(960);
      expect(aheadMs).toBeLessThanOrEqual(1240);
    }
    viewer.stop();
  });

  test('sends the segments of the live window from the newest in whole packets', async () => {
    const viewer = watch();
    await vi.advanceTimersByTimeAsync(25_000);
    viewer.stop();
    const newest = liveWindow(NOON).segments.at(-1)?.number ?? 0;
    const broadcast = Buffer.concat(Array.from({ length: 15 }, (_, n) => segmentBytes(newest + n)));
    const seen = Buffer.concat(viewer.chunks);
    expect(seen.length).toBeGreaterThan(13 * segmentBytes(newest).length * 0.9);
    expect(seen.equals(broadcast.subarray(0, seen.length))).toBe(true);
    expect(viewer.chunks.filter((chunk) => chunk.length === 0 || chunk.length % 188 !== 0)).toEqual(
      [],
    );
  });

  test('ends at once without timers when its signal aborts', async () => {
    const viewer = watch();
    await vi.advanceTimersByTimeAsync(3000);
    expect(vi.getTimerCount()).toBe(1);
    const seen = viewer.chunks.length;
    viewer.stop();
    await viewer.ended;
    expect(viewer.chunks).toHaveLength(seen);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('sends nothing on a signal that has already aborted', async () => {
    const { value, done } = await continuous(NOON, AbortSignal.abort()).next();
    expect({ value, done }).toEqual({ value: undefined, done: true });
  });

  test('waits for a slow reader, misses nothing, and lets it catch up', async () => {
    const stopping = new AbortController();
    const stream = continuous(NOON, stopping.signal);
    const seen = [(await stream.next()).value];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(vi.getTimerCount()).toBe(0);
    // Steps of 240 ms for 11 s are already due, so none of them waits for a timer.
    for (let n = 1; n < 46; n++) seen.push((await stream.next()).value);
    const newest = liveWindow(NOON).segments.at(-1)?.number ?? 0;
    const firstSegments = Buffer.concat(
      Array.from({ length: 6 }, (_, n) => segmentBytes(newest + n)),
    );
    const bytes = Buffer.concat(seen.map((chunk) => chunk ?? Buffer.alloc(0)));
    expect(bytes.equals(firstSegments.subarray(0, bytes.length))).toBe(true);
    stopping.abort();
  });
});

/** Starts a reader that never pauses. Eight chunks are a segment of 1.92 s. */
function watch() {
  const stopping = new AbortController();
  const chunks: Buffer[] = [];
  const ended = (async () => {
    for await (const chunk of continuous(NOON, stopping.signal)) chunks.push(chunk);
  })();
  return { chunks, ended, stop: () => stopping.abort(), mediaMs: () => chunks.length * 240 };
}
