/** Unpacks the first file of a zip as its bytes arrive. */
import { Readable, pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ExplainedFailure } from '../explained-failure.ts';

const HEADER_BYTES = 30;
const HEADER = 0x04034b50;
/**
 * Maximum number of packed bytes of a folder. A folder has no content, but some programs write an
 * empty packed stream for it.
 */
const MAX_FOLDER_BYTES = 16;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const SIZE_FOLLOWS = 8;

export const PACKED_BROKEN = 'O arquivo comprimido está incompleto ou danificado.';

export async function* unpackZip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(bytes[Symbol.asyncIterator]());
  for (;;) {
    const header = await reader.take(HEADER_BYTES);
    if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== HEADER)
      throw new ExplainedFailure('O zip não tem nenhum arquivo.');
    const flags = header.readUInt16LE(6);
    const method = header.readUInt16LE(8);
    const packedSize = header.readUInt32LE(18);
    const name = (await reader.take(header.readUInt16LE(26))).toString('latin1');
    await reader.take(header.readUInt16LE(28));
    if (name.endsWith('/') && packedSize < MAX_FOLDER_BYTES) {
      await reader.take(packedSize);
      continue;
    }
    if (flags & ENCRYPTED) throw new ExplainedFailure('O zip tem senha. Envie-o sem senha.');
    if (method === STORED && !(flags & SIZE_FOLLOWS)) return yield* reader.exactly(packedSize);
    if (method !== DEFLATED)
      throw new ExplainedFailure(
        'O zip usa uma compressão que não é lida. Envie um zip comum ou gzip.',
      );
    const inflate = createInflateRaw();
    // `pipeline` forwards an error of the source to `inflate`, where the reader of the bytes
    // receives it.
    pipeline(Readable.from(reader.rest()), inflate, () => undefined);
    return yield* inflate;
  }
}

class ByteReader {
  readonly #bytes: AsyncIterator<Uint8Array>;
  #left: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterator<Uint8Array>) {
    this.#bytes = bytes;
  }

  /** Returns the next bytes, or fewer at the end of the file. */
  async take(count: number): Promise<Buffer> {
    while (this.#left.length < count) {
      const { value, done } = await this.#bytes.next();
      if (done) break;
      this.#left = Buffer.concat([this.#left, value]);
    }
    const taken = this.#left.subarray(0, count);
    this.#left = this.#left.subarray(count);
    return taken;
  }

  async *exactly(count: number): AsyncGenerator<Uint8Array> {
    let missing = count;
    for await (const chunk of this.rest()) {
      yield chunk.subarray(0, missing);
      missing -= Math.min(missing, chunk.length);
      if (missing === 0) return;
    }
    if (missing > 0) throw new ExplainedFailure(PACKED_BROKEN);
  }

  async *rest(): AsyncGenerator<Buffer> {
    if (this.#left.length > 0) yield this.#left;
    for (;;) {
      const { value, done } = await this.#bytes.next();
      if (done) return;
      yield Buffer.from(value);
    }
  }
}
