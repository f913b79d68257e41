/**
 * Compares a transport stream of unknown length with the live stream. Both are read at the same
 * moment. The time stamps of a past stream differ from the live ones.
 */
import type { FetchSource } from '../../upstream/open-source.ts';
import { makeAligner, makeScanner } from '../../../foundation/media/ts-packets.ts';

/** Bytes within which every stream contains a time stamp of its picture. */
const ENOUGH_BYTES = 6 * 1024 * 1024;
const TIMEOUT_MS = 12_000;
const TICKS_PER_SECOND = 90_000;
const WRAP = 2 ** 33;
/**
 * Largest difference of two time stamps of the same time. The two requests and the buffers of the
 * source take less.
 */
const SAME_S = 90;

/** True only if both streams have time stamps and these prove different times. */
export async function differsFromLive(
  fetchSource: FetchSource,
  archiveUrl: string,
  liveUrl: string,
): Promise<boolean> {
  const [archive, live] = await Promise.all([
    readTicks(fetchSource, archiveUrl),
    readTicks(fetchSource, liveUrl),
  ]);
  if (archive === undefined || live === undefined) return false;
  const apart = Math.abs(archive - live);
  return Math.min(apart, WRAP - apart) > SAME_S * TICKS_PER_SECOND;
}

async function readTicks(fetchSource: FetchSource, url: string): Promise<number | undefined> {
  try {
    const { body, status } = await fetchSource(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    try {
      if (status !== 200 && status !== 206) return undefined;
      return await firstTicks(body);
    } finally {
      body.destroy();
    }
  } catch {
    return undefined;
  }
}

async function firstTicks(body: AsyncIterable<Buffer>): Promise<number | undefined> {
  const align = makeAligner();
  const scanner = makeScanner();
  let bytes = 0;
  for await (const chunk of body) {
    scanner.entriesIn(align(chunk));
    bytes += chunk.length;
    if (scanner.ticks !== undefined || bytes > ENOUGH_BYTES) break;
  }
  return scanner.ticks;
}
