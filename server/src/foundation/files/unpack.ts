/**
 * Unpacks the bytes of an external file as they arrive: gzip, zip and xz. Other compressions are
 * rejected by name. The same limit applies to the received and to the unpacked bytes.
 */
import { Readable, pipeline } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { textDecoding } from './decode-text.ts';
import { PACKED_BROKEN, unpackZip } from './unpack-zip.ts';
import { ExplainedFailure } from '../explained-failure.ts';

interface SizeLimit {
  readonly bytes: number;
  /** Error message for a file that exceeds the limit before or after unpacking. */
  readonly tooLarge: string;
}

export type Bytes = AsyncIterable<Uint8Array>;

const SIGNATURES = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['bz2', [0x42, 0x5a, 0x68]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', [0x52, 0x61, 0x72, 0x21]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
] as const;

type Compression = (typeof SIGNATURES)[number][0];

const MAX_SIGNATURE_LENGTH = 6;

/** Returns the compression of a file. Undefined if the first bytes match no known signature. */
export const detectCompression = (head: Uint8Array): Compression | undefined =>
  SIGNATURES.find(([, signature]) => signature.every((byte, at) => head[at] === byte))?.[0];

/**
 * Yields the unpacked bytes. Throws ExplainedFailure for a file that is too large, truncated,
 * broken or packed in another way.
 */
export async function* unpackedBytes(bytes: Bytes, limit: SizeLimit): AsyncGenerator<Uint8Array> {
  yield* upTo(await unpacked(upTo(bytes, limit)), limit);
}

export async function* unpackedText(bytes: Bytes, limit: SizeLimit): AsyncGenerator<string> {
  const decoding = textDecoding();
  for await (const chunk of unpackedBytes(bytes, limit)) yield decoding.write(chunk);
  yield decoding.end();
}

async function* upTo(bytes: Bytes, limit: SizeLimit): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    if (read > limit.bytes) throw new ExplainedFailure(limit.tooLarge);
    yield chunk;
  }
}

async function unpacked(bytes: AsyncGenerator<Uint8Array>): Promise<Bytes> {
  const [head, whole] = await peek(bytes);
  const compression = detectCompression(head);
  switch (compression) {
    case undefined:
      return whole;
    case 'gzip': {
      const gunzip = createGunzip();
      // `pipeline` forwards an error of the source to `gunzip`, where the reader of the bytes
      // receives it.
      pipeline(Readable.from(whole), gunzip, () => undefined);
      return orBroken(gunzip);
    }
    case 'zip':
      return orBroken(unpackZip(whole));
    case 'xz':
      return unpackXz(whole);
    default:
      throw new ExplainedFailure(
        `O arquivo está comprimido em ${compression}. Envie-o sem compressão, ou em gzip, zip ou xz.`,
      );
  }
}

async function* orBroken(bytes: Bytes): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    const { code } = error as { code?: string };
    throw code?.startsWith('Z_') ? new ExplainedFailure(PACKED_BROKEN, { cause: error }) : error;
  }
}

/** Unpacks xz. The library is loaded only when the first xz file arrives. */
async function* unpackXz(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const { XzReadableStream } = await import('xz-decompress');
  let failure: unknown;
  const source = ReadableStream.from(
    (async function* remembered() {
      try {
        yield* bytes;
      } catch (error) {
        failure = error;
        throw error;
      }
    })(),
  );
  const unpacking = new XzReadableStream(source);
  try {
    yield* unpacking;
  } catch (error) {
    throw failure ?? new ExplainedFailure(PACKED_BROKEN, { cause: error });
  }
}

/**
 * Returns the first bytes of a stream for the detection of its format, and the complete stream,
 * which still contains these bytes.
 */
async function peek(bytes: AsyncGenerator<Uint8Array>): Promise<[Uint8Array, Bytes]> {
  let head: Uint8Array = new Uint8Array();
  while (head.length < MAX_SIGNATURE_LENGTH) {
    const { value, done } = await bytes.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return [
    head,
    (async function* whole() {
      yield head;
      yield* bytes;
    })(),
  ];
}
