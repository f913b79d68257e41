// Converts a stored segment to a later part of an endless stream. Its times are shifted, and its
// counters continue after the previous segment. A player then sees one broadcast and no loop.
import {
  carriesPayload,
  splitPackets,
  readPcr,
  readPid,
  readTimestamp,
  timestampsIn,
  WRAP_TICKS,
  writePcr,
  writeTimestamp,
} from '../../foundation/media/mpegts.ts';

/**
 * Number of packets with payload for each PID. Only these packets increase the continuity counter
 * of the PID.
 */
export type Counts = ReadonlyMap<number, number>;

export function countPackets(segment: Buffer): Counts {
  const counts = new Map<number, number>();
  for (const packet of splitPackets(segment))
    if (carriesPayload(packet)) counts.set(readPid(packet), (counts.get(readPid(packet)) ?? 0) + 1);
  return counts;
}

export function addCounts(some: Counts, more: Counts, times = 1): Counts {
  const sum = new Map(some);
  for (const [pid, count] of more) sum.set(pid, (sum.get(pid) ?? 0) + count * times);
  return sum;
}

/**
 * Returns a copy of the segment whose times are `ticks` (90 kHz, 0 or more) later. Its counters
 * continue after `sent` packets of each PID.
 */
export function restamp(segment: Buffer, ticks: number, sent: Counts): Buffer {
  const copy = Buffer.from(segment);
  const counters = new Map(sent);
  for (const packet of splitPackets(copy)) {
    shiftTimes(packet, ticks);
    const next = counters.get(readPid(packet)) ?? 0;
    // A packet without payload has the same counter as the packet before it.
    const counter = carriesPayload(packet) ? next : next + 15;
    packet.writeUInt8((packet.readUInt8(3) & 0xf0) | (counter % 16), 3);
    if (carriesPayload(packet)) counters.set(readPid(packet), next + 1);
  }
  return copy;
}

function shiftTimes(packet: Buffer, ticks: number): void {
  const pcr = readPcr(packet);
  if (pcr !== undefined) writePcr(packet, (pcr + ticks) % WRAP_TICKS);
  for (const at of timestampsIn(packet))
    writeTimestamp(packet, at, (readTimestamp(packet, at) + ticks) % WRAP_TICKS);
}
