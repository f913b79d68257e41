/**
 * Cuts a continuous transport stream into the segments of an HLS playlist while there are requests
 * for it. Cuts are at entry points, about every six seconds. Only the newest few segments are
 * stored.
 */
import { WRAP_TICKS } from '../../foundation/media/mpegts.ts';
import type { Relay } from './relay.ts';
import { problem } from './problem.ts';
import { type Entry, makeScanner } from '../../foundation/media/ts-packets.ts';

interface CutSegment {
  readonly number: number;
  readonly durationSeconds: number;
  readonly bytes: Buffer;
}

export interface CutChannel {
  /** Returns the newest segments, at least one. Throws if the source sends none. */
  segments(): Promise<readonly CutSegment[]>;
  segment(number: number): Buffer | undefined;
  stop(): void;
}

export const CUT_TARGET_SECONDS = 10;
const CUT_AFTER_SECONDS = 5.5;
/** Length in seconds of the first segments. They are short, so that a player can start early. */
const FIRST_AFTER_SECONDS = 1.9;
const FIRST_ONES = 3;
const KEPT = 8;
/** Maximum length in seconds. A longer segment is cut even without an entry point. */
const MAX_SECONDS = CUT_TARGET_SECONDS - 0.5;
const MAX_BYTES = 32 * 1024 * 1024;
const IDLE_MS = 30_000;

/** @param firstNumber must grow with time, so that the numbers do not decrease after a restart. */
export function openCutChannel(relay: Relay, firstNumber: number, onEnd: () => void): CutChannel {
  const ending = new AbortController();
  const cutSegments: CutSegment[] = [];
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});
  const idle = setTimeout(stop, IDLE_MS).unref();

  function stop(): void {
    // `onEnd` must be called only once, because another channel may exist under the same key later.
    if (ending.signal.aborted) return;
    clearTimeout(idle);
    ending.abort();
    onEnd();
    first.reject(problem('ended'));
  }

  async function cutAll(): Promise<void> {
    const cutter = new SegmentCutter(firstNumber, (segment) => {
      cutSegments.push(segment);
      if (cutSegments.length > KEPT) cutSegments.shift();
      first.resolve();
    });
    for await (const packets of await relay.join(ending.signal)) cutter.add(packets);
  }

  cutAll().then(
    () => stop(),
    (error: Error) => {
      first.reject(error);
      stop();
    },
  );

  return {
    segments: async () => {
      idle.refresh();
      await first.promise;
      return cutSegments;
    },
    segment: (number) => cutSegments.find((segment) => segment.number === number)?.bytes,
    stop,
  };
}

/** Collects the current segment. Packets before the first entry point are dropped. */
class SegmentCutter {
  readonly #firstNumber: number;
  readonly #onSegment: (segment: CutSegment) => void;
  readonly #scanner = makeScanner();
  #number: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #startTicks: number | undefined;

  constructor(firstNumber: number, onSegment: (segment: CutSegment) => void) {
    this.#firstNumber = firstNumber;
    this.#number = firstNumber;
    this.#onSegment = onSegment;
  }

  add(packets: Buffer): void {
    let from = 0;
    for (const entry of this.#scanner.entriesIn(packets)) {
      if (this.#startTicks === undefined) from = entry.at;
      else if (this.#isDue(entry)) {
        this.#append(packets.subarray(from, entry.at));
        this.#close(entry.ticks);
        from = entry.at;
      } else continue;
      this.#begin(entry.ticks);
    }
    if (this.#startTicks === undefined) return;
    this.#append(packets.subarray(from));
    if (this.#isTooLong()) {
      this.#close(this.#scanner.ticks);
      this.#begin(this.#scanner.ticks);
    }
  }

  #begin(ticks: number | undefined): void {
    this.#parts = [this.#scanner.tables()];
    this.#bytes = 0;
    this.#startTicks = ticks;
  }

  #append(packets: Buffer): void {
    this.#parts.push(packets);
    this.#bytes += packets.length;
  }

  #close(ticks: number | undefined): void {
    const durationSeconds = elapsed(this.#startTicks, ticks) ?? CUT_AFTER_SECONDS;
    this.#onSegment({ number: this.#number, durationSeconds, bytes: Buffer.concat(this.#parts) });
    this.#number += 1;
  }

  #isDue({ ticks }: Entry): boolean {
    const seconds = elapsed(this.#startTicks, ticks);
    const isFirst = this.#number - this.#firstNumber < FIRST_ONES;
    return seconds === undefined || seconds >= (isFirst ? FIRST_AFTER_SECONDS : CUT_AFTER_SECONDS);
  }

  #isTooLong(): boolean {
    const seconds = elapsed(this.#startTicks, this.#scanner.ticks) ?? 0;
    return seconds >= MAX_SECONDS || this.#bytes >= MAX_BYTES;
  }
}

/** Returns the seconds between two time stamps. Undefined if they are not continuous. */
function elapsed(from: number | undefined, to: number | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const seconds = ((to - from + WRAP_TICKS) % WRAP_TICKS) / 90_000;
  return seconds < 60 ? seconds : undefined;
}
