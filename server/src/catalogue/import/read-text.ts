/** Text from a stream of bytes, gzipped or not, within a limit of size. */
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TaskFailure } from '../../tasks/tasks.ts';

export interface TextLimit {
  readonly bytes: number;
  /** The message for a larger text. */
  readonly tooLarge: string;
}

type Bytes = AsyncIterable<Uint8Array>;

/** The bytes, unzipped. The limit holds for the bytes received and for the unzipped text. */
export async function* bytesOf(bytes: Bytes, limit: TextLimit): AsyncGenerator<Uint8Array> {
  yield* upTo(await unzipped(upTo(bytes, limit)), limit);
}

/** The same as text: UTF-8 without its byte order mark. */
export async function* textOf(bytes: Bytes, limit: TextLimit): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytesOf(bytes, limit)) {
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function* upTo(
  bytes: Bytes,
  { bytes: most, tooLarge }: TextLimit,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    if (read > most) throw new TaskFailure(tooLarge);
    yield chunk;
  }
}

async function unzipped(bytes: AsyncGenerator<Uint8Array>): Promise<Bytes> {
  const [head, rest] = await begun(bytes);
  if (!(head[0] === 0x1f && head[1] === 0x8b)) return rest;
  const gunzip = createGunzip();
  // Errors of either side reach the reader of the text.
  pipeline(Readable.from(rest), gunzip, () => undefined);
  return orBroken(gunzip);
}

async function* orBroken(bytes: Bytes): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    const { code } = error as { code?: string };
    throw code?.startsWith('Z_')
      ? new TaskFailure('O arquivo comprimido está incompleto ou danificado.')
      : error;
  }
}

/** The first bytes, at least two where there are two, and then everything from the beginning. */
async function begun(bytes: AsyncGenerator<Uint8Array>): Promise<[Uint8Array, Bytes]> {
  let head: Uint8Array = new Uint8Array();
  while (head.length < 2) {
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

const LONGEST_LINE = 32 * 1024;

/**
 * Lines that are not empty, without their ends, as soon as a chunk completes them. Of an endless line only
 * the beginning is returned.
 */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let left = '';
  for await (const chunk of text) {
    const lines = (left + chunk).split(/[\r\n]+/);
    left = lines.pop()!.slice(0, LONGEST_LINE);
    yield lines.flatMap((line) => (line.trim() ? [line.slice(0, LONGEST_LINE)] : []));
  }
  yield left.trim() ? [left] : [];
}
