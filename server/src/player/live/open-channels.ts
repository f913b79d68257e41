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
  readonly note: (streamId: number, error: unknown) => void;
}

export function createOpenChannels(clock: Clock, source: ChannelSource): OpenChannels {
  const relays = new Map<string, Relay>();
  const cuts = new Map<string, CutChannel>();

  const relay = (streamId: number, url: string): Relay =>
    getOrCreate(relays, `${streamId} ${url}`, (onEnd) =>
      openRelay({
        open: async (signal) => source.open(url, signal),
        answered: () => source.note(streamId, null),
        failed: (error) => source.note(streamId, error),
        onEnd,
      }),
    );

  return {
    relay,
    cut: (streamId, url) =>
      getOrCreate(cuts, `${streamId} ${url}`, (onEnd) => {
        const firstNumber = Math.floor(clock.now().getTime() / 1000);
        return openCutChannel(relay(streamId, url), firstNumber, onEnd);
      }),
    isCut: (streamId, url) => cuts.has(`${streamId} ${url}`),
    stop: () => {
      for (const channel of cuts.values()) channel.stop();
    },
  };
}

/** @param create receives the function that removes the value. */
function getOrCreate<Value>(
  values: Map<string, Value>,
  key: string,
  create: (forget: () => void) => Value,
): Value {
  const existing = values.get(key);
  if (existing) return existing;
  const value = create(() => values.delete(key));
  values.set(key, value);
  return value;
}
