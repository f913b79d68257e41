/**
 * Channels whose source this process is reading: one relay for each stream and URL, and its
 * segments.
 */
import type { Clock } from '../../foundation/clock.ts';
import { type CutChannel, openCutChannel } from '../upstream/cut-segments.ts';
import { type Relay, openRelay } from '../upstream/relay.ts';

interface OpenChannels {
  relay(streamId: number, url: string): Relay;
  /** Returns the relay's stream cut into segments. */
  cut(streamId: number, url: string): CutChannel;
  isCut(streamId: number, url: string): boolean;
  stop(): void;
}

interface ChannelSource {
  readonly open: (url: string, signal: AbortSignal) => AsyncGenerator<Buffer, void>;
  /** Records the health of a source. `error` is null if the source answered. */
  readonly note: (streamId: number, url: string, error: unknown) => void;
  /**
   * Returns the source to read after the one at `url` failed. Undefined if there is no other
   * source.
   */
  readonly next: (streamId: number, url: string, error: unknown) => Promise<string | undefined>;
}

const keyOf = (streamId: number, url: string): string => `${streamId} ${url}`;

export function createOpenChannels(clock: Clock, source: ChannelSource): OpenChannels {
  const relays = new Map<string, Relay>();
  const cuts = new Map<string, CutChannel>();

  function relay(streamId: number, firstUrl: string): Relay {
    const existing = relays.get(keyOf(streamId, firstUrl));
    if (existing) return existing;
    let url = firstUrl;
    const opened = openRelay({
      open: async (signal) => source.open(url, signal),
      answered: () => source.note(streamId, url, null),
      failed: (error) => source.note(streamId, url, error),
      next: async (error) => {
        const following = await source.next(streamId, url, error);
        if (following === undefined) return false;
        // Later viewers request the new source and join this relay.
        moveValue(relays, keyOf(streamId, url), keyOf(streamId, following));
        moveValue(cuts, keyOf(streamId, url), keyOf(streamId, following));
        url = following;
        return true;
      },
      onEnd: () => deleteValue(relays, opened),
    });
    relays.set(keyOf(streamId, firstUrl), opened);
    return opened;
  }

  function cut(streamId: number, url: string): CutChannel {
    const existing = cuts.get(keyOf(streamId, url));
    if (existing) return existing;
    const firstNumber = Math.floor(clock.now().getTime() / 1000);
    const channel = openCutChannel(relay(streamId, url), firstNumber, () =>
      deleteValue(cuts, channel),
    );
    cuts.set(keyOf(streamId, url), channel);
    return channel;
  }

  return {
    relay,
    cut,
    isCut: (streamId, url) => cuts.has(keyOf(streamId, url)),
    stop: () => {
      for (const channel of cuts.values()) channel.stop();
    },
  };
}

/** Gives a value another key. If that key already has a value, only the old key is removed. */
function moveValue<Value>(values: Map<string, Value>, from: string, to: string): void {
  const value = values.get(from);
  if (value === undefined || from === to) return;
  values.delete(from);
  if (!values.has(to)) values.set(to, value);
}

function deleteValue<Value>(values: Map<string, Value>, value: Value): void {
  for (const [key, candidate] of values) if (candidate === value) values.delete(key);
}
