/** Text out of bytes as they arrive, gzipped or not, never more of it than is allowed. */
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TaskFailure } from '../../tasks/tasks.ts';

export interface TextLimit {
  readonly bytes: number;
  /** What is said of more. */
  readonly tooLarge: string;
}

type Bytes = AsyncIterable<Uint8Array>;

/** UTF-8 without its byte order mark. Both what comes and what it unzips to are held to the limit. */
export async function* textOf(bytes: Bytes, limit: TextLimit): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of upTo(await unzipped(upTo(bytes, limit)), limit)) {
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
  // What goes wrong on either side is heard by whoever reads.
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

/** At least two bytes, where there are two, and everything from the beginning. */
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

/** Lines that say something, without their ends, as many as a piece of text completes; of one that never ends only the beginning. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let left = '';
  for await (const chunk of text) {
    const lines = (left + chunk).split(/[\r\n]+/);
    left = lines.pop()!.slice(0, LONGEST_LINE);
    yield lines.flatMap((line) => (line.trim() ? [line.slice(0, LONGEST_LINE)] : []));
  }
  yield left.trim() ? [left] : [];
}
