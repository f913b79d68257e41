// Reads and writes the few fields of an MPEG transport stream (ISO 13818-1) that the test channel
// needs.
export const PACKET_BYTES = 188;
export const TICKS_PER_MS = 90;
export const PAT_PID = 0;

/**
 * Number of ticks after which PTS, DTS and the PCR base restart at 0. They are 33-bit counters at
 * 90 kHz, so they restart every 26.5 hours.
 */
export const WRAP_TICKS = 2 ** 33;

export function* splitPackets(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PACKET_BYTES)
    yield bytes.subarray(start, start + PACKET_BYTES);
}

export function readPid(packet: Buffer): number {
  return packet.readUInt16BE(1) & 0x1fff;
}

export function carriesPayload(packet: Buffer): boolean {
  return (byte(packet, 3) & 0x10) !== 0;
}

export function readCounter(packet: Buffer): number {
  return byte(packet, 3) & 0x0f;
}

/**
 * Returns the PCR base in ticks of 90 kHz. The extension of the PCR (27 MHz) is not read, because
 * it never changes here.
 */
export function readPcr(packet: Buffer): number | undefined {
  return hasPcr(packet) ? packet.readUInt32BE(6) * 2 + (byte(packet, 10) >> 7) : undefined;
}

export function writePcr(packet: Buffer, ticks: number): void {
  packet.writeUInt32BE(Math.floor(ticks / 2), 6);
  packet[10] = (byte(packet, 10) & 0x7f) | ((ticks % 2) << 7);
}

/**
 * Returns the offsets of the packet's time stamps: PTS first, then DTS. Empty for tables and for
 * packets that continue a picture.
 */
export function timestampsIn(packet: Buffer): number[] {
  const startsUnit = (byte(packet, 1) & 0x40) !== 0;
  if (!startsUnit || !carriesPayload(packet)) return [];
  const payload = hasAdaptation(packet) ? 5 + byte(packet, 4) : 4;
  if (payload + 14 > PACKET_BYTES || packet.readUIntBE(payload, 3) !== 1) return [];
  const flags = byte(packet, payload + 7) >> 6;
  if (flags === 3) return [payload + 9, payload + 14];
  return flags === 2 ? [payload + 9] : [];
}

export function readTimestamp(packet: Buffer, at: number): number {
  const high = (byte(packet, at) >> 1) & 0x07;
  return (
    high * 2 ** 30 +
    (packet.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
    (packet.readUInt16BE(at + 3) >> 1)
  );
}

export function writeTimestamp(packet: Buffer, at: number, ticks: number): void {
  packet[at] = (byte(packet, at) & 0xf0) | (Math.floor(ticks / 2 ** 30) << 1) | 1;
  packet.writeUInt16BE((Math.floor(ticks / 2 ** 15) % 2 ** 15) * 2 + 1, at + 1);
  packet.writeUInt16BE((ticks % 2 ** 15) * 2 + 1, at + 3);
}

function hasAdaptation(packet: Buffer): boolean {
  return (byte(packet, 3) & 0x20) !== 0;
}

function hasPcr(packet: Buffer): boolean {
  return hasAdaptation(packet) && byte(packet, 4) > 0 && (byte(packet, 5) & 0x10) !== 0;
}

function byte(packet: Buffer, at: number): number {
  return packet.readUInt8(at);
}
