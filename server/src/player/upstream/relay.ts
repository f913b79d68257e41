/**
 * One channel's transport stream for all its viewers in this process, over one connection to its source.
 * The first viewer opens it, and it closes after the last. It is reopened after a pause when it drops. A
 * viewer that reads too slowly is cut, so that no other waits for it.
 */
import { pause } from './pause.ts';
import { problem } from './problem.ts';
import { makeAligner, makeScanner } from './ts-packets.ts';

export interface Relay {
  /**
   * The stream from its last entry point on. Throws when the source sends none or all waiting viewers left.
   */
  join(signal: AbortSignal): Promise<AsyncGenerator<Buffer, void>>;
}

export interface RelayOf {
  /** Opens the source again; the stream may begin anywhere. */
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Buffer>>;
  readonly answered: () => void;
  readonly failed: (error: unknown) => void;
  /** Called when the last viewer has left. */
  readonly over: () => void;
  readonly pauses?: readonly number[];
}

interface Viewer {
  readonly queue: Buffer[];
  bytes: number;
  behind: boolean;
  wake(): void;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
/** Attempts before the first viewers get an error. */
const FIRST_TRIES = 2;
export const MAX_BEHIND_BYTES = 16 * 1024 * 1024;
const MAX_ENTRY_BYTES = 8 * 1024 * 1024;

export function openRelay(channel: RelayOf): Relay {
  const viewers = new Set<Viewer>();
  const pauses = channel.pauses ?? PAUSES_MS;
  let running: { readonly over: AbortController; readonly started: Promise<void> } | undefined;
  /** From the newest entry point on, for the next viewer. */
  let recent: Buffer[] = [];
  let recentBytes = 0;

  function run(): NonNullable<typeof running> {
    const over = new AbortController();
    const started = Promise.withResolvers<void>();
    // Viewers that wait receive this error; without any it must not be unhandled.
    started.promise.catch(() => {});
    void flow(over.signal, started).finally(() => started.reject(problem('ended')));
    return { over, started: started.promise };
  }

  async function flow(signal: AbortSignal, started: PromiseWithResolvers<void>): Promise<void> {
    let begun = false;
    let silent = true;
    for (let failures = 0; !signal.aborted;) {
      try {
        await pass(await channel.open(signal), signal, () => {
          if (silent) channel.answered();
          [begun, silent, failures] = [true, false, 0];
          started.resolve();
        });
        throw problem('ended');
      } catch (error) {
        if (signal.aborted) return;
        channel.failed(error);
        failures += 1;
        silent = true;
        if (!begun && failures >= FIRST_TRIES) return started.reject(error as Error);
      }
      await pause(pauses[Math.min(failures, pauses.length) - 1] ?? 0, signal);
    }
  }

  async function pass(
    source: AsyncIterable<Buffer>,
    signal: AbortSignal,
    flows: () => void,
  ): Promise<void> {
    const align = makeAligner();
    const scanner = makeScanner();
    for await (const part of source) {
      if (signal.aborted) return;
      const packets = align(part);
      if (packets.length === 0) continue;
      flows();
      const entry = scanner.entriesIn(packets).at(-1);
      if (entry) {
        recent = [scanner.tables(), packets.subarray(entry.at)];
        recentBytes = packets.length - entry.at;
      } else if (recentBytes > 0 && recentBytes < MAX_ENTRY_BYTES) {
        recent.push(packets);
        recentBytes += packets.length;
      } else {
        recent = [];
        recentBytes = 0;
      }
      for (const viewer of viewers) give(viewer, packets);
    }
  }

  function give(viewer: Viewer, packets: Buffer): void {
    viewer.bytes += packets.length;
    if (viewer.bytes > MAX_BEHIND_BYTES) {
      viewer.behind = true;
      viewer.queue.length = 0;
    } else viewer.queue.push(packets);
    viewer.wake();
  }

  function leave(viewer: Viewer): void {
    if (!viewers.delete(viewer)) return;
    viewer.wake();
    if (viewers.size > 0) return;
    running?.over.abort();
    running = undefined;
    recent = [];
    recentBytes = 0;
    channel.over();
  }

  async function* read(viewer: Viewer, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    try {
      while (!signal.aborted) {
        const next = viewer.queue.shift();
        if (next) {
          viewer.bytes -= next.length;
          yield next;
        } else if (viewer.behind) throw new Error('a viewer did not keep up');
        else await new Promise<void>((wake) => (viewer.wake = wake));
      }
    } finally {
      leave(viewer);
    }
  }

  return {
    join: async (signal) => {
      signal.throwIfAborted();
      const viewer: Viewer = {
        queue: [...recent],
        bytes: recentBytes,
        behind: false,
        wake: () => {},
      };
      viewers.add(viewer);
      signal.addEventListener('abort', () => leave(viewer), { once: true });
      running ??= run();
      try {
        await running.started;
      } catch (error) {
        leave(viewer);
        throw error;
      }
      return read(viewer, signal);
    },
  };
}
