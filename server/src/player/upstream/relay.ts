/**
 * Transport stream of a channel for all its viewers in this process, over one connection to its
 * source. The connection opens with the first viewer and closes after the last. If it breaks, it is
 * opened again after a pause. A viewer that reads too slowly is disconnected, so that no other
 * viewer waits for it.
 */
import { pause } from './pause.ts';
import { problem } from './problem.ts';
import { makeAligner, makeScanner } from '../../foundation/media/ts-packets.ts';
import { ViewerQueue } from './viewer-queue.ts';

export interface Relay {
  /**
   * Returns the stream from its last entry point. Throws if the source sends no stream or all
   * waiting viewers disconnected.
   */
  join(signal: AbortSignal): Promise<AsyncGenerator<Buffer, void>>;
}

interface RelayOf {
  /**
   * Opens the source, at first and after each interruption. The stream may begin at any position.
   */
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Buffer>>;
  readonly answered: () => void;
  readonly failed: (error: unknown) => void;
  /**
   * Moves to another source after repeated failures. Resolves to false if there is no other source.
   */
  readonly next?: (error: unknown) => Promise<boolean>;
  /** Called when the last viewer has disconnected. */
  readonly onEnd: () => void;
  readonly pauses?: readonly number[];
}

/** Connection to the source, from the first viewer to the last. */
interface Connection {
  readonly controller: AbortController;
  /** Resolves with the first packets. */
  readonly started: Promise<void>;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
/** Number of attempts before the first viewers get an error. */
const FIRST_TRIES = 2;
/** A source that ends its stream this often within a minute counts as failed. */
const MAX_ENDS = 3;
const ENDS_WITHIN_MS = 60_000;
const MAX_RECENT_BYTES = 8 * 1024 * 1024;

export const openRelay = (channel: RelayOf): Relay => new ChannelRelay(channel);

class ChannelRelay implements Relay {
  readonly #channel: RelayOf;
  readonly #viewers = new Set<ViewerQueue>();
  #connection: Connection | undefined;
  #recent = new RecentPackets();

  constructor(channel: RelayOf) {
    this.#channel = channel;
  }

  async join(signal: AbortSignal): Promise<AsyncGenerator<Buffer, void>> {
    signal.throwIfAborted();
    const viewer = new ViewerQueue(this.#recent.packets);
    this.#viewers.add(viewer);
    signal.addEventListener('abort', () => this.#leave(viewer), { once: true });
    this.#connection ??= this.#connect();
    try {
      await this.#connection.started;
    } catch (error) {
      this.#leave(viewer);
      throw error;
    }
    return this.#read(viewer, signal);
  }

  async *#read(viewer: ViewerQueue, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    try {
      yield* viewer.read(signal);
    } finally {
      this.#leave(viewer);
    }
  }

  #leave(viewer: ViewerQueue): void {
    if (!this.#viewers.delete(viewer)) return;
    viewer.wake();
    if (this.#viewers.size > 0) return;
    this.#connection?.controller.abort();
    this.#connection = undefined;
    this.#recent = new RecentPackets();
    this.#channel.onEnd();
  }

  #connect(): Connection {
    const controller = new AbortController();
    const started = Promise.withResolvers<void>();
    // Waiting viewers receive this error. It is caught here, because without viewers it would be an
    // unhandled rejection.
    started.promise.catch(() => {});
    void this.#keepOpen(controller.signal, started).finally(() => started.reject(problem('ended')));
    return { controller, started: started.promise };
  }

  async #keepOpen(signal: AbortSignal, started: PromiseWithResolvers<void>): Promise<void> {
    const pauses = this.#channel.pauses ?? PAUSES_MS;
    let hasStarted = false;
    let isSilent = true;
    let ends: number[] = [];
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.#forward(await this.#channel.open(signal), signal, () => {
          if (isSilent) this.#channel.answered();
          [hasStarted, isSilent, failures] = [true, false, 0];
          started.resolve();
        });
        throw problem('ended');
      } catch (error) {
        if (signal.aborted) return;
        this.#channel.failed(error);
        failures += 1;
        if (!isSilent) ends = [...ends, performance.now()].slice(-MAX_ENDS);
        isSilent = true;
        if (failures >= FIRST_TRIES || endsOften(ends)) {
          if (await this.#channel.next?.(error)) {
            [failures, ends] = [0, []];
            continue;
          }
        }
        if (!hasStarted && failures >= FIRST_TRIES) return started.reject(error as Error);
      }
      await pause(pauses[Math.min(failures, pauses.length) - 1] ?? 0, signal);
    }
  }

  /** Sends every viewer the packets of the source, in whole packets, until it ends. */
  async #forward(
    source: AsyncIterable<Buffer>,
    signal: AbortSignal,
    onPackets: () => void,
  ): Promise<void> {
    const align = makeAligner();
    const scanner = makeScanner();
    for await (const part of source) {
      if (signal.aborted) return;
      const packets = align(part);
      if (packets.length === 0) continue;
      onPackets();
      const entry = scanner.entriesIn(packets).at(-1);
      if (entry) this.#recent.restart(scanner.tables(), packets.subarray(entry.at));
      else this.#recent.add(packets);
      for (const viewer of this.#viewers) viewer.push(packets);
    }
  }
}

const endsOften = (ends: readonly number[]): boolean =>
  ends.length === MAX_ENDS && ends.at(-1)! - ends[0]! < ENDS_WITHIN_MS;

/** Part of the stream since its newest entry point, with which the next viewer begins. */
class RecentPackets {
  packets: Buffer[] = [];
  #bytes = 0;

  restart(tables: Buffer, packets: Buffer): void {
    this.packets = [tables, packets];
    this.#bytes = packets.length;
  }

  /**
   * Adds packets. Drops everything until the next entry point if none is stored or the limit is
   * exceeded.
   */
  add(packets: Buffer): void {
    if (this.#bytes > 0 && this.#bytes < MAX_RECENT_BYTES) {
      this.packets.push(packets);
      this.#bytes += packets.length;
    } else {
      this.packets = [];
      this.#bytes = 0;
    }
  }
}
