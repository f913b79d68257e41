/**
 * Cuts a continuous transport stream into the segments of an HLS playlist while there are requests for it:
 * at entry points, about every six seconds. Only the newest few are kept.
 */
import { WRAP_TICKS } from '../test-channel/mpegts.ts';
import type { Relay } from './relay.ts';
import { problem } from './problem.ts';
import { type Entry, makeScanner } from './ts-packets.ts';

export interface CutSegment {
  readonly number: number;
  readonly durationSeconds: number;
  readonly bytes: Buffer;
}

export interface CutChannel {
  /** The newest segments, at least one. Throws when the source sends none. */
  segments(): Promise<readonly CutSegment[]>;
  segment(number: number): Buffer | undefined;
  stop(): void;
}

export const CUT_TARGET_SECONDS = 10;
const CUT_AFTER_SECONDS = 5.5;
/** The first segments are short, so that a player need not wait. */
const FIRST_AFTER_SECONDS = 1.9;
const FIRST_ONES = 3;
const KEPT = 8;
/** A segment this long is cut even without an entry point. */
const LONGEST_SECONDS = CUT_TARGET_SECONDS - 0.5;
const LONGEST_BYTES = 32 * 1024 * 1024;
const UNASKED_FOR_MS = 30_000;

/** @param firstNumber grows with time, so that a restarted server does not count backwards. */
export function openCutChannel(relay: Relay, firstNumber: number, over: () => void): CutChannel {
  const ending = new AbortController();
  const kept: CutSegment[] = [];
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});
  const unasked = setTimeout(stop, UNASKED_FOR_MS).unref();

  function stop(): void {
    // Only once: later another channel may have been opened in its place.
    if (ending.signal.aborted) return;
    clearTimeout(unasked);
    ending.abort();
    over();
    first.reject(problem('ended'));
  }

  async function cut(): Promise<void> {
    const scanner = makeScanner();
    let parts: Buffer[] = [];
    let bytes = 0;
    let begunAt: number | undefined;
    let nextNumber = firstNumber;

    const add = (packets: Buffer): void => {
      parts.push(packets);
      bytes += packets.length;
    };
    const close = (ticks: number | undefined): void => {
      const durationSeconds = elapsed(begunAt, ticks) ?? CUT_AFTER_SECONDS;
      kept.push({ number: nextNumber, durationSeconds, bytes: Buffer.concat(parts) });
      nextNumber += 1;
      if (kept.length > KEPT) kept.shift();
      first.resolve();
    };
    const begin = (ticks: number | undefined): void => {
      parts = [scanner.tables()];
      bytes = 0;
      begunAt = ticks;
    };
    const isDue = ({ ticks }: Entry): boolean => {
      const seconds = elapsed(begunAt, ticks);
      const after = nextNumber - firstNumber < FIRST_ONES ? FIRST_AFTER_SECONDS : CUT_AFTER_SECONDS;
      return seconds === undefined || seconds >= after;
    };

    for await (const packets of await relay.join(ending.signal)) {
      let from = 0;
      for (const entry of scanner.entriesIn(packets)) {
        if (begunAt === undefined) from = entry.at;
        else if (isDue(entry)) {
          add(packets.subarray(from, entry.at));
          close(entry.ticks);
          from = entry.at;
        } else continue;
        begin(entry.ticks);
      }
      if (begunAt === undefined) continue;
      add(packets.subarray(from));
      if ((elapsed(begunAt, scanner.ticks) ?? 0) >= LONGEST_SECONDS || bytes >= LONGEST_BYTES) {
        close(scanner.ticks);
        begin(scanner.ticks);
      }
    }
  }

  cut().then(
    () => stop(),
    (error: Error) => {
      first.reject(error);
      stop();
    },
  );

  return {
    segments: async () => {
      unasked.refresh();
      await first.promise;
      return kept;
    },
    segment: (number) => kept.find((one) => one.number === number)?.bytes,
    stop,
  };
}

/** Undefined across a break in time. */
function elapsed(from: number | undefined, to: number | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const seconds = ((to - from + WRAP_TICKS) % WRAP_TICKS) / 90_000;
  return seconds < 60 ? seconds : undefined;
}
