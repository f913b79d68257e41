import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PACKET_BYTES,
  readTimestamp,
  WRAP_TICKS,
  writeTimestamp,
} from '../../foundation/media/mpegts.ts';
import { restamp } from './restamp.ts';

// Packets written by hand from ISO 13818-1. Packets of our own writer would not show an error that
// reader and writer share.
const PICTURE_START =
  '47 41 00 30 07 10 ffffffff fe 7e 000001 e0 0000 80 c0 0a 3fffffffff 1fffffffdd';
const ONLY_CLOCK = '47 01 00 20 b7 10 00000000 7e 12';
const INSIDE_PICTURE = '47 01 00 10 000001 e0 0000 80 c0 0a 3fffffffff 1fffffffdd';

describe('restamp', () => {
  test('moves PCR and PTS and DTS over the end of their 33 bits', () => {
    const stream = restamp(packet(PICTURE_START), 3600, new Map());
    const moved = packet(
      '47 41 00 30 07 10 00000707 fe 7e 000001 e0 0000 80 c0 0a 3100011c1f 1100011bfd',
    );
    expect(stream.toString('hex')).toBe(moved.toString('hex'));
  });

  test('continues the counter of each PID and repeats it without payload', () => {
    const source = [PICTURE_START, ONLY_CLOCK, INSIDE_PICTURE, INSIDE_PICTURE].map(packet);
    const stream = restamp(Buffer.concat(source), 0, new Map([[256, 14 + 16 * 3]]));
    expect(source.map((_, n) => stream.readUInt8(n * PACKET_BYTES + 3) & 15)).toEqual([
      14, 14, 15, 0,
    ]);
  });

  test('changes only time stamps and not the source buffer', () => {
    const source = packet(INSIDE_PICTURE);
    expect(restamp(source, 90_000, new Map())).toEqual(packet(INSIDE_PICTURE));
    expect(source).toEqual(packet(INSIDE_PICTURE));
  });

  test('reads every written time of 33 bits unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: WRAP_TICKS - 1 }), (ticks) => {
        const field = Buffer.from('2100010001', 'hex');
        writeTimestamp(field, 0, ticks);
        expect(readTimestamp(field, 0)).toBe(ticks);
        expect([field.readUInt8(0) & 0xf1, field.readUInt8(2) & 1, field.readUInt8(4) & 1]).toEqual(
          [0x21, 1, 1],
        );
      }),
    );
  });
});

function packet(hex: string): Buffer {
  const bytes = Buffer.alloc(PACKET_BYTES, 0xff);
  Buffer.from(hex.replaceAll(' ', ''), 'hex').copy(bytes);
  return bytes;
}
