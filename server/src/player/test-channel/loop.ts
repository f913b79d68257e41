// Stored round of the test channel: ten segments of 1.92 seconds in one file (see make-loop.mjs).
import { readFileSync } from 'node:fs';
import {
  PACKET_BYTES,
  splitPackets,
  PAT_PID,
  readPcr,
  readPid,
  TICKS_PER_MS,
} from '../../foundation/media/mpegts.ts';
import { addCounts, type Counts, countPackets } from './restamp.ts';

export const SEGMENT_MS = 1920;
const STEP_MS = 240;

/**
 * A group of whole packets, and the time after the start of its segment at which it must be sent.
 */
export interface Step {
  afterMs: number;
  start: number;
  end: number;
}

interface LoopSegment {
  bytes: Buffer;
  steps: Step[];
  /** Number of packets of each PID in the round before this segment. */
  sentBefore: Counts;
}

interface Loop {
  segments: LoopSegment[];
  sentPerRound: Counts;
}

let loaded: Loop | undefined;

export function getLoop(): Loop {
  loaded ??= readLoop(readFileSync(new URL('./loop.mpegts', import.meta.url)));
  return loaded;
}

function readLoop(file: Buffer): Loop {
  const segments: LoopSegment[] = [];
  let sent: Counts = new Map();
  for (const bytes of splitSegments(file)) {
    segments.push({ bytes, steps: splitSteps(bytes), sentBefore: sent });
    sent = addCounts(sent, countPackets(bytes));
  }
  return { segments, sentPerRound: sent };
}

/** Splits the file at its PATs. Each segment begins with one, so no separate index is needed. */
function splitSegments(file: Buffer): Buffer[] {
  const starts = [...splitPackets(file)].flatMap((packet, n) =>
    readPid(packet) === PAT_PID ? [n * PACKET_BYTES] : [],
  );
  return starts.map((start, n) => file.subarray(start, starts[n + 1] ?? file.length));
}

function splitSteps(segment: Buffer): Step[] {
  const steps: Step[] = [{ afterMs: 0, start: 0, end: segment.length }];
  let firstPcr: number | undefined;
  let at = 0;
  for (const packet of splitPackets(segment)) {
    const pcr = readPcr(packet);
    firstPcr ??= pcr;
    const afterMs = ((pcr ?? 0) - (firstPcr ?? 0)) / TICKS_PER_MS;
    const last = steps.at(-1);
    if (pcr !== undefined && last && afterMs >= last.afterMs + STEP_MS) {
      last.end = at;
      steps.push({ afterMs, start: at, end: segment.length });
    }
    at += PACKET_BYTES;
  }
  return steps;
}
