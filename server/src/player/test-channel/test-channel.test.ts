import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { SEGMENT_MS, getLoop } from './loop.ts';
import {
  carriesPayload,
  readCounter,
  splitPackets,
  readPcr,
  readPid,
  readTimestamp,
  timestampsIn,
  WRAP_TICKS,
} from '../../foundation/media/mpegts.ts';
import { liveWindow, segmentBytes } from './test-channel.ts';

const VIDEO = 256;
const AUDIO = 257;
const PICTURE_TICKS = 3600;
// Segment in which the PTS exceeds 33 bits. The PCR exceeds them 0.7 s later.
const WRAPS_AT = 49_709;

describe('the stored loop', () => {
  test('stores a small loop whose segments begin with tables and a key picture', () => {
    const { segments } = getLoop();
    expect(segments).toHaveLength(10);
    expect(segments.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(900_000);
    for (const { bytes } of segments) {
      const packets = [...splitPackets(bytes)];
      expect(packets.slice(0, 4).map(readPid)).toEqual([0, 4096, 17, VIDEO]);
      expect(packets[3]?.includes(Buffer.from('0000000167', 'hex'))).toBe(true);
      expect(
        packets.filter((packet) => readPid(packet) === VIDEO).flatMap(timestampsIn),
      ).toHaveLength(48);
    }
  });
});

describe('segmentBytes', () => {
  test.each([
    ['three rounds and more', 900_000_000, 34],
    ['the end of the 33 bits', WRAPS_AT - 15, 34],
    ['the first segments there are', -5, 20],
  ])('writes one seamless stream over %s', (_, first, count) => {
    expectSeamless(Array.from({ length: count }, (__, n) => segmentBytes(first + n)));
  });

  test('wraps the 33 bits of PTS at the expected segment', () => {
    const times = [...splitPackets(segmentBytes(WRAPS_AT))].flatMap((packet) =>
      timestampsIn(packet).map((at) => readTimestamp(packet, at)),
    );
    expect(Math.max(...times)).toBeGreaterThan(WRAP_TICKS - 180_000);
    expect(Math.min(...times)).toBeLessThan(180_000);
  });

  test('continues from any segment to the next', () => {
    const numbers = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 1 });
    fc.assert(
      fc.property(numbers, (number) =>
        expectSeamless([segmentBytes(number), segmentBytes(number + 1)]),
      ),
      { numRuns: runs(20) },
    );
  });

  test('creates a segment once for all its viewers and deletes old ones', () => {
    const bytes = segmentBytes(70_000);
    expect(segmentBytes(70_000)).toBe(bytes);
    for (let number = 70_001; number < 70_040; number++) segmentBytes(number);
    expect(segmentBytes(70_000)).not.toBe(bytes);
    expect(segmentBytes(70_000)).toEqual(bytes);
  });

  test('decodes every picture and sound frame of 31 s over two ends of the loop', async () => {
    const recording = Buffer.concat(
      Array.from({ length: 16 }, (_, n) => segmentBytes(899_999_997 + n)),
    );
    const seen = await askFfprobe(recording);
    const pictures = [...splitPackets(recording)]
      .filter((packet) => readPid(packet) === VIDEO)
      .flatMap(timestampsIn);
    expect(pictures).toHaveLength(16 * 48);
    expect(seen ?? 'no ffprobe here').toBeOneOf([
      `h264,${16 * 48} aac,${16 * 90}`,
      'no ffprobe here',
    ]);
  });
});

describe('liveWindow', () => {
  const moments = fc.integer({ min: 60_000, max: 8_640_000_000_000_000 });

  test('lists consecutive segments of which the newest has just ended', () => {
    fc.assert(
      fc.property(moments, (nowMs) => {
        const { mediaSequence, segments, targetDurationSeconds } = liveWindow(nowMs);
        expect(segments.map(({ number }) => number - mediaSequence)).toEqual([0, 1, 2, 3, 4, 5]);
        expect(
          segments.every(({ durationSeconds }) => durationSeconds <= targetDurationSeconds),
        ).toBe(true);
        const endedMsAgo = nowMs - (mediaSequence + segments.length) * SEGMENT_MS;
        expect(endedMsAgo).toBeGreaterThanOrEqual(0);
        expect(endedMsAgo).toBeLessThan(SEGMENT_MS);
      }),
    );
  });

  test('advances the window with time and never moves it back', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 100_000 }), (nowMs, laterMs) => {
        const slid = liveWindow(nowMs + laterMs).mediaSequence - liveWindow(nowMs).mediaSequence;
        expect(slid).toBeGreaterThanOrEqual(0);
        expect(Math.abs(slid - laterMs / SEGMENT_MS)).toBeLessThan(1);
      }),
    );
  });
});

function expectSeamless(segments: Buffer[]) {
  const counters = new Map<number, number>();
  const before = new Map<string, number>();
  const step = (clock: string, ticks: number) => {
    const last = before.get(clock);
    before.set(clock, ticks);
    return last === undefined ? undefined : (ticks - last + WRAP_TICKS) % WRAP_TICKS;
  };
  const wrong: string[] = [];
  for (const packet of segments.flatMap((bytes) => [...splitPackets(bytes)])) {
    const pid = readPid(packet);
    if (packet[0] !== 0x47 || packet.length !== 188 || !carriesPayload(packet))
      wrong.push('packet');
    const counter = counters.get(pid);
    if (counter !== undefined && readCounter(packet) !== (counter + 1) % 16)
      wrong.push(`counter of ${pid}`);
    counters.set(pid, readCounter(packet));

    const pcr = readPcr(packet);
    const pcrStep = pcr === undefined ? undefined : step('PCR', pcr);
    // Players require a PCR at least every 100 ms.
    if (pcrStep !== undefined && (pcrStep === 0 || pcrStep > 9000)) wrong.push(`PCR by ${pcrStep}`);
    for (const at of timestampsIn(packet)) {
      const ticks = readTimestamp(packet, at);
      const ptsStep = step(`PTS of ${pid}`, ticks);
      // Several AAC frames (1920 ticks each) are stored as one unit of sound.
      const right =
        pid === VIDEO ? ptsStep === PICTURE_TICKS : (ptsStep ?? 1) > 0 && (ptsStep ?? 1) < 45_000;
      if (ptsStep !== undefined && !right) wrong.push(`PTS of ${pid} by ${ptsStep}`);
      const ahead = (ticks - (before.get('PCR') ?? 0) + WRAP_TICKS) % WRAP_TICKS;
      if (ahead === 0 || ahead > 90_000) wrong.push(`PTS of ${pid} is ${ahead} after PCR`);
    }
  }
  expect(wrong).toEqual([]);
  expect([...counters.keys()].toSorted((a, b) => a - b)).toEqual([0, 17, VIDEO, AUDIO, 4096]);
}

/**
 * Decodes every frame and returns `h264,768 aac,1440`, with any error messages of ffprobe.
 * Undefined if ffprobe is not installed.
 */
async function askFfprobe(recording: Buffer): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'ramal-test-channel-'));
  try {
    await writeFile(join(folder, 'recording.ts'), recording);
    const options =
      '-v error -count_frames -show_entries stream=codec_name,nb_read_frames -of json';
    const { stdout, stderr } = await promisify(execFile)(
      process.env['RAMAL_FFPROBE'] || 'ffprobe',
      [...options.split(' '), join(folder, 'recording.ts')],
    );
    const { streams }: { streams: { codec_name: string; nb_read_frames: string }[] } =
      JSON.parse(stdout);
    return (
      streams.map((stream) => `${stream.codec_name},${stream.nb_read_frames}`).join(' ') + stderr
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}
