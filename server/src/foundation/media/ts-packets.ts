/**
 * Reads a transport stream that is split at any position, as a network delivers it. Finds the
 * points where a player can begin.
 */
import {
  PACKET_BYTES,
  PAT_PID,
  carriesPayload,
  splitPackets,
  readPid,
  readTimestamp,
  timestampsIn,
} from './mpegts.ts';

const SYNC = 0x47;

/**
 * Returns true if the bytes contain three packets in sequence. The first packet may begin after a
 * few other bytes.
 */
export function isTransportStream(start: Buffer): boolean {
  for (
    let at = start.indexOf(SYNC);
    at >= 0 && at < PACKET_BYTES;
    at = start.indexOf(SYNC, at + 1)
  ) {
    if (start[at + PACKET_BYTES] === SYNC && start[at + 2 * PACKET_BYTES] === SYNC) return true;
  }
  return false;
}

/**
 * Creates a function that receives parts of a stream and returns the packets that are complete.
 * Drops bytes between packets.
 */
export function makeAligner(): (part: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  return (part) => {
    const bytes = rest.length === 0 ? part : Buffer.concat([rest, part]);
    const whole: Buffer[] = [];
    let at = 0;
    while (at + PACKET_BYTES <= bytes.length) {
      let end = at;
      while (end + PACKET_BYTES <= bytes.length && bytes[end] === SYNC) end += PACKET_BYTES;
      if (end > at) whole.push(bytes.subarray(at, end));
      if (end + PACKET_BYTES > bytes.length) {
        at = end;
        break;
      }
      at = nextSync(bytes, end + 1);
    }
    rest = Buffer.from(bytes.subarray(at));
    return whole.length === 1 ? whole[0]! : Buffer.concat(whole);
  };
}

function nextSync(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(SYNC, from); at >= 0; at = bytes.indexOf(SYNC, at + 1)) {
    const next = at + PACKET_BYTES;
    if (next >= bytes.length || bytes[next] === SYNC) return at;
  }
  return bytes.length;
}

export interface Entry {
  /** Offset of the packet in the bytes that were passed to `entriesIn`. */
  readonly at: number;
  /** PTS in ticks of 90 kHz. Undefined before the first time stamp of the stream. */
  readonly ticks: number | undefined;
}

interface Scanner {
  /** Returns the points in these whole packets where a player can begin. */
  entriesIn(packets: Buffer): Entry[];
  /**
   * Newest PTS of the video, or of the audio if there is no video. Undefined before the first one.
   */
  readonly ticks: number | undefined;
  /** Returns the tables that a player needs before the video; empty until they were received. */
  tables(): Buffer;
}

const H264 = 0x1b;
const H265 = 0x24;
const MPEG2 = 0x02;
const VIDEO_TYPES = new Set([0x01, MPEG2, 0x10, H264, H265, 0x42, 0xea]);

export function makeScanner(): Scanner {
  let pat: Buffer | undefined;
  let pmt: Buffer | undefined;
  let pmtPid = -1;
  let main = { pid: -1, type: -1 };
  let ticks: number | undefined;

  function read(packet: Buffer, at: number): Entry[] {
    const pid = readPid(packet);
    const startsUnit = (packet[1]! & 0x40) !== 0;
    if (!startsUnit || !carriesPayload(packet)) return [];
    if (pid === PAT_PID) {
      pat = Buffer.from(packet);
      pmtPid = pmtPidIn(packet) ?? pmtPid;
    } else if (pid === pmtPid) {
      pmt = Buffer.from(packet);
      main = mainStreamIn(packet) ?? main;
    } else if (pid === main.pid) {
      const stamp = timestampsIn(packet)[0];
      ticks = stamp === undefined ? ticks : readTimestamp(packet, stamp);
      if (isEntry(packet, main.type)) return [{ at, ticks }];
    }
    return [];
  }

  return {
    entriesIn: (packets) => {
      const entries: Entry[] = [];
      let at = 0;
      for (const packet of splitPackets(packets)) {
        entries.push(...read(packet, at));
        at += PACKET_BYTES;
      }
      return entries;
    },
    get ticks() {
      return ticks;
    },
    tables: () => (pat && pmt ? Buffer.concat([pat, pmt]) : Buffer.alloc(0)),
  };
}

const hasAdaptation = (packet: Buffer): boolean => (packet[3]! & 0x20) !== 0 && packet[4]! > 0;

export const readPayload = (packet: Buffer): Buffer =>
  packet.subarray((packet[3]! & 0x20) === 0 ? 4 : Math.min(5 + packet[4]!, PACKET_BYTES));

/**
 * Returns the section of a table, which begins where the pointer field says. Undefined if the
 * section does not fit into the packet.
 */
function sectionIn(packet: Buffer): Buffer | undefined {
  const payload = readPayload(packet);
  const section = payload.subarray(1 + (payload[0] ?? 0));
  const end = section.length < 3 ? 0 : 3 + (section.readUInt16BE(1) & 0x0fff) - 4;
  return end > 8 && end <= section.length ? section.subarray(0, end) : undefined;
}

export function pmtPidIn(packet: Buffer): number | undefined {
  const section = sectionIn(packet);
  for (let at = 8; section && at + 4 <= section.length; at += 4) {
    if (section.readUInt16BE(at) !== 0) return section.readUInt16BE(at + 2) & 0x1fff;
  }
  return undefined;
}

interface ListedStream {
  readonly pid: number;
  readonly type: number;
  /** Tags of the descriptors, which name formats in private data. */
  readonly descriptors: readonly number[];
}

/** Returns the streams that a packet with the program's table lists. */
export function listStreams(packet: Buffer): ListedStream[] {
  const section = sectionIn(packet);
  if (!section || section.length < 12) return [];
  const streams: ListedStream[] = [];
  let at = 12 + (section.readUInt16BE(10) & 0x0fff);
  while (at + 5 <= section.length) {
    const end = Math.min(at + 5 + (section.readUInt16BE(at + 3) & 0x0fff), section.length);
    const descriptors: number[] = [];
    for (let tag = at + 5; tag + 2 <= end; tag += 2 + section[tag + 1]!)
      descriptors.push(section[tag]!);
    streams.push({ type: section[at]!, pid: section.readUInt16BE(at + 1) & 0x1fff, descriptors });
    at += 5 + (section.readUInt16BE(at + 3) & 0x0fff);
  }
  return streams;
}

/** Returns the video stream, or the first listed stream if there is no video. */
function mainStreamIn(packet: Buffer): { pid: number; type: number } | undefined {
  const streams = listStreams(packet);
  return streams.find(({ type }) => VIDEO_TYPES.has(type)) ?? streams[0];
}

/**
 * Returns true if a player can begin at this packet. A video packet must be marked as an entry
 * point or contain the header of a picture that can be decoded alone. Every audio packet is an
 * entry point.
 */
function isEntry(packet: Buffer, type: number): boolean {
  if (!VIDEO_TYPES.has(type)) return true;
  if (hasAdaptation(packet) && (packet[5]! & 0x40) !== 0) return true;
  const payload = readPayload(packet);
  for (let at = payload.indexOf('000001', 0, 'hex'); at >= 0;) {
    const unit = payload[at + 3] ?? 0;
    if (type === H264 && unit < 0x80 && [5, 7].includes(unit & 0x1f)) return true;
    if (type === H265 && unit < 0x80 && [19, 20, 21].includes(unit >> 1)) return true;
    if (type === MPEG2 && unit === 0xb3) return true;
    at = payload.indexOf('000001', at + 3, 'hex');
  }
  return false;
}
