/** Reads from a Flussonic server the periods that it did not record of a channel. */
import { z } from 'zod';
import { fetchSource } from '../../foundation/untrusted/fetch-source.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { recordingStatusUrl } from './archive-address.ts';

/** Period without a recording: its beginning and its end in Unix seconds. */
export type Gap = readonly [from: number, to: number];

const period = z.object({
  from: z.number(),
  to: z.number().optional(),
  duration: z.number().optional(),
});
const status = z.array(z.union([period, z.object({ ranges: z.array(period) })]));

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/**
 * Minimum length of a gap in seconds. Shorter gaps occur between two files of a recording and are
 * ignored.
 */
const MIN_S = 120;
/** Time in seconds by which the newest recording may end before now without counting as stopped. */
const LAG_S = 600;
const MAX_GAPS = 500;

/** Returns the gaps of the last `days`. Returns undefined if the server does not report them. */
export async function readRecordingGaps(
  ctx: AppContext,
  address: string,
  days: number,
): Promise<Gap[] | undefined> {
  if (!URL.canParse(address)) return undefined;
  try {
    const response = await fetchSource(ctx.config.privateOrigins, recordingStatusUrl(address), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
    if (response.status !== 200) return undefined;
    const rows = status.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    const periods = rows.flatMap((row) => ('ranges' in row ? row.ranges : [row]));
    return findGaps(
      periods.map(({ from, to, duration = 0 }) => [from, to ?? from + duration] as const),
      Math.floor(ctx.clock.now().getTime() / 1000),
      days,
    );
  } catch {
    return undefined;
  }
}

/**
 * Returns the periods between recordings. If the recording stopped, also returns the period after
 * the last recording.
 */
export function findGaps(recorded: readonly Gap[], now: number, days: number): Gap[] {
  const gaps: Gap[] = [];
  const oldest = now - days * 86_400;
  let end: number | undefined;
  for (const [from, to] of recorded.toSorted((a, b) => a[0] - b[0])) {
    if (end !== undefined && from - end >= MIN_S && from > oldest) gaps.push([end, from]);
    end = Math.max(end ?? to, to);
  }
  if (end !== undefined && now - end >= LAG_S) gaps.push([end, now]);
  return gaps.slice(-MAX_GAPS);
}
