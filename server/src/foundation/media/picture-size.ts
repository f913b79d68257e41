/** Reads the size of the picture from the sequence headers of H.264, H.265 and MPEG-2 video. */
import { BitReader } from './bit-reader.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export type VideoFormat = 'H.264' | 'H.265' | 'MPEG-2';

const LARGEST = 8192;
const SMALLEST = 16;
/** Profiles whose header contains the colour format (H.264, 7.3.2.1.1). */
const WITH_COLOUR = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Returns the size in the first sequence header of the video. Undefined without one. */
export function findPictureSize(video: Buffer, format: VideoFormat): PictureSize | undefined {
  for (let at = video.indexOf('000001', 0, 'hex'); at >= 0;) {
    const unit = video.subarray(at + 3, at + 3 + 256);
    const size = sizeIn(unit, format);
    if (size && isPlausible(size)) return size;
    at = video.indexOf('000001', at + 3, 'hex');
  }
  return undefined;
}

const isPlausible = ({ width, height }: PictureSize): boolean =>
  Math.min(width, height) >= SMALLEST && Math.max(width, height) <= LARGEST;

function sizeIn(unit: Buffer, format: VideoFormat): PictureSize | undefined {
  if (unit.length < 8) return undefined;
  if (format === 'MPEG-2') {
    if (unit[0] !== 0xb3) return undefined;
    const both = unit.readUIntBE(1, 3);
    return { width: both >> 12, height: both & 0xfff };
  }
  if (format === 'H.264')
    return (unit[0]! & 0x9f) === 7 ? readH264(new BitReader(unit.subarray(1))) : undefined;
  return unit[0]! >> 1 === 33 ? readH265(new BitReader(unit.subarray(2))) : undefined;
}

function readH264(reader: BitReader): PictureSize {
  const profile = reader.bits(8);
  reader.skip(16);
  reader.unsigned();
  const colour = WITH_COLOUR.has(profile) ? readColour(reader) : 1;
  reader.unsigned();
  skipPictureOrder(reader);
  reader.unsigned();
  reader.skip(1);
  const columns = reader.unsigned() + 1;
  const rows = reader.unsigned() + 1;
  const isFrame = reader.bits(1);
  if (!isFrame) reader.skip(1);
  reader.skip(1);
  const [left, right, top, bottom] = readCrop(reader);
  const [unitX, unitY] = [colour === 1 || colour === 2 ? 2 : 1, colour === 1 ? 2 : 1];
  return {
    width: columns * 16 - (left + right) * unitX,
    height: rows * 16 * (2 - isFrame) - (top + bottom) * unitY * (2 - isFrame),
  };
}

function readColour(reader: BitReader): number {
  const colour = reader.unsigned();
  if (colour === 3) reader.skip(1);
  reader.unsigned();
  reader.unsigned();
  reader.skip(1);
  if (reader.bits(1)) {
    for (let list = 0; list < (colour === 3 ? 12 : 8); list += 1)
      if (reader.bits(1)) skipScalingList(reader, list < 6 ? 16 : 64);
  }
  return colour;
}

function skipScalingList(reader: BitReader, length: number): void {
  let [last, next] = [8, 8];
  for (let index = 0; index < length && next !== 0; index += 1) {
    next = (last + reader.signed() + 256) % 256;
    if (next !== 0) last = next;
  }
}

function skipPictureOrder(reader: BitReader): void {
  const kind = reader.unsigned();
  if (kind === 0) reader.unsigned();
  if (kind !== 1) return;
  reader.skip(1);
  reader.signed();
  reader.signed();
  const cycle = Math.min(reader.unsigned(), 255);
  for (let index = 0; index < cycle; index += 1) reader.signed();
}

function readH265(reader: BitReader): PictureSize {
  reader.skip(4);
  const layers = reader.bits(3);
  reader.skip(1);
  skipProfiles(reader, layers);
  reader.unsigned();
  const colour = reader.unsigned();
  if (colour === 3) reader.skip(1);
  const width = reader.unsigned();
  const height = reader.unsigned();
  const [left, right, top, bottom] = readCrop(reader);
  const [unitX, unitY] = [colour === 1 || colour === 2 ? 2 : 1, colour === 1 ? 2 : 1];
  return { width: width - (left + right) * unitX, height: height - (top + bottom) * unitY };
}

/** Skips `profile_tier_level` (H.265, 7.3.3). */
function skipProfiles(reader: BitReader, layers: number): void {
  reader.skip(96);
  const present: [profile: number, level: number][] = [];
  for (let layer = 0; layer < layers; layer += 1) present.push([reader.bits(1), reader.bits(1)]);
  if (layers > 0) reader.skip(2 * (8 - layers));
  for (const [profile, level] of present) reader.skip(profile * 88 + level * 8);
}

function readCrop(reader: BitReader): [number, number, number, number] {
  if (!reader.bits(1)) return [0, 0, 0, 0];
  return [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()];
}
