/** Where a channel's picture comes from. Players never see it: they see the player's own addresses. */
import {
  type LiveWindow,
  continuous,
  liveWindow,
  segmentBytes,
} from './test-channel/test-channel.ts';

export interface Source {
  /** For the playlist that players choose from: the most it sends, in bits a second. */
  readonly peakBitsPerSecond: number;
  liveWindow(nowMs: number): LiveWindow;
  segmentBytes(number: number): Buffer;
  /** One unbounded `.ts` in real time, until the signal aborts. */
  continuous(startMs: number, signal: AbortSignal): AsyncGenerator<Buffer, void>;
}

const testChannel: Source = { peakBitsPerSecond: 400_000, liveWindow, segmentBytes, continuous };

/** By what the stream's row says; undefined when nothing here can play it. */
export const sourceOf = (source: string): Source | undefined =>
  source === 'test-channel' ? testChannel : undefined;
