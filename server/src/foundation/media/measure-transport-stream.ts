/** Reads formats, size of the picture and bit rate from the beginning of a transport stream. */
import { PACKET_BYTES, PAT_PID, WRAP_TICKS, splitPackets, readPcr, readPid } from './mpegts.ts';
import { type PictureSize, type VideoFormat, findPictureSize } from './picture-size.ts';
import { listStreams, makeAligner, readPayload, pmtPidIn } from './ts-packets.ts';

export interface StreamMeasure {
  /** Video format. Empty if it could not be read. */
  readonly video: string;
  readonly audio: string;
  readonly size: PictureSize | undefined;
  readonly bitsPerSecond: number | undefined;
}

const VIDEOS: Readonly<Record<number, string>> = {
  0x01: 'MPEG-1',
  0x02: 'MPEG-2',
  0x10: 'MPEG-4',
  0x1b: 'H.264',
  0x24: 'H.265',
  0x42: 'AVS',
  0xea: 'VC-1',
};
const AUDIOS: Readonly<Record<number, string>> = {
  0x03: 'MP2',
  0x04: 'MP2',
  0x0f: 'AAC',
  0x11: 'AAC',
  0x81: 'AC-3',
  0x87: 'E-AC-3',
};
/** Formats that may be in private data, by the tag of their descriptor. */
const PRIVATE_AUDIOS: Readonly<Record<number, string>> = { 0x6a: 'AC-3', 0x7a: 'E-AC-3' };
const SIZED: readonly string[] = ['H.264', 'H.265', 'MPEG-2'] satisfies VideoFormat[];
/**
 * Minimum distance of two clock references from which the bit rate is calculated. A shorter
 * distance gives no reliable rate.
 */
const MIN_TICKS = 45_000;

interface Meter {
  add(part: Buffer): void;
  /** True if more data would not change the result. */
  readonly isComplete: boolean;
  measure(): StreamMeasure;
}

export function createStreamMeter(): Meter {
  const align = makeAligner();
  let [pmtPid, videoPid, clockPid] = [-1, -1, -1];
  let [video, audio] = ['', ''];
  let size: PictureSize | undefined;
  let header: Buffer[] = [];
  let bytes = 0;
  let first: { ticks: number; bytes: number } | undefined;
  let last: { ticks: number; bytes: number } | undefined;

  function readProgram(packet: Buffer): void {
    for (const { type, pid, descriptors } of listStreams(packet)) {
      const audioName = AUDIOS[type] ?? descriptors.map((tag) => PRIVATE_AUDIOS[tag]).find(Boolean);
      if (VIDEOS[type] && video === '') [video, videoPid] = [VIDEOS[type], pid];
      else if (audioName && audio === '') audio = audioName;
    }
  }

  /** Joins the payloads of one picture, because its header may be in two packets. */
  function readPicture(packet: Buffer): void {
    if (size || !SIZED.includes(video)) return;
    const startsUnit = (packet[1]! & 0x40) !== 0;
    if (startsUnit) header = [];
    header.push(readPayload(packet));
    if (header.length <= 4) size = findPictureSize(Buffer.concat(header), video as VideoFormat);
  }

  function readClock(packet: Buffer, pid: number): void {
    const ticks = readPcr(packet);
    if (ticks === undefined || (clockPid >= 0 && pid !== clockPid)) return;
    clockPid = pid;
    first ??= { ticks, bytes };
    last = { ticks, bytes };
  }

  const elapsed = (): number =>
    first && last ? (last.ticks - first.ticks + WRAP_TICKS) % WRAP_TICKS : 0;

  return {
    add: (part) => {
      for (const packet of splitPackets(align(part))) {
        const pid = readPid(packet);
        if (pid === PAT_PID && pmtPid < 0) pmtPid = pmtPidIn(packet) ?? -1;
        else if (pid === pmtPid && video === '' && audio === '') readProgram(packet);
        else if (pid === videoPid) readPicture(packet);
        readClock(packet, pid);
        bytes += PACKET_BYTES;
      }
    },
    get isComplete() {
      return (video !== '' ? size !== undefined : audio !== '') && elapsed() > 4 * MIN_TICKS;
    },
    measure: () => {
      const ticks = elapsed();
      const isRated = ticks >= MIN_TICKS && ticks < WRAP_TICKS / 2;
      const rate = isRated ? ((last!.bytes - first!.bytes) * 8 * 90_000) / ticks : undefined;
      return { video, audio, size, bitsPerSecond: rate && Math.round(rate) };
    },
  };
}
