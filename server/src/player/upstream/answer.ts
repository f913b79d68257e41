/**
 * Checks the beginning of a source's response: only video, audio and related formats are forwarded.
 */
import { createFetchFailure, type UntrustedResponse } from '../../foundation/fetch-untrusted.ts';
import { problem, refusedWith } from './problem.ts';

interface PeekedBody {
  /** Beginning of the body: at least as many bytes as requested, or the whole body. */
  readonly start: Buffer;
  /** Whole body, including the start. It can be read only once. */
  readonly all: AsyncGenerator<Buffer, void>;
}

/** Throws unless the status is one of `good`. Compressed bodies are rejected. */
export function expectStatus({ status, headers, body }: UntrustedResponse, good: number[]): void {
  const packed = headers['content-encoding'];
  if (good.includes(status) && (packed === undefined || packed === 'identity')) return;
  body.destroy();
  throw good.includes(status) ? problem('packed') : refusedWith(status);
}

export async function peek(parts: AsyncIterable<Buffer>, input: number): Promise<PeekedBody> {
  const rest = parts[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let bytes = 0;
  while (bytes < input) {
    const next = await rest.next();
    if (next.done) break;
    seen.push(next.value);
    bytes += next.value.length;
  }
  async function* all(): AsyncGenerator<Buffer, void> {
    try {
      yield* seen;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { start: Buffer.concat(seen), all: all() };
}

export async function gather(parts: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > maxBytes) throw createFetchFailure('too-large');
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** Returns a content type without parameters: `video/mp4` for `Video/MP4; codecs=…`. */
const essenceOf = (type: string | undefined): string =>
  (type ?? '').split(';', 1)[0]!.trim().toLowerCase();

const MEDIA = /^(?:video|audio)\/[\w.+-]{1,60}$/;
const UNSAID = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/mp4']);
/** Number of bytes to check. Encrypted data of this length never looks like text by chance. */
export const PEEK_BYTES = 64;

/**
 * Returns the content type to send to the player. Throws if the source declares a type other than
 * video or audio, or if the start of the file looks like text. Only subtitles may be text. `unsaid`
 * is the type for a source that declares none or a generic one.
 */
export function chooseMediaType({ status, headers }: Head, start: Buffer, unsaid: string): string {
  const essence = essenceOf(headers['content-type']);
  if (isSubtitles(start) && !essence.includes('html')) return 'text/vtt';
  const isMedia = MEDIA.test(essence);
  if (!isMedia && !UNSAID.has(essence)) throw problem('not-media');
  const isPiece = status === 206 && !includesStart(headers['content-range'], start);
  if (isLetters(start) && !(isMedia && isPiece)) throw problem('not-media');
  return isMedia ? essence : unsaid;
}

type Head = Pick<UntrustedResponse, 'status' | 'headers'>;

/**
 * True if the response contains the first bytes of the file, which can be checked. The middle of a
 * film may look like text, and players request as few as two bytes.
 */
const includesStart = (range: string | undefined, start: Buffer): boolean =>
  range === undefined || (range.startsWith('bytes 0-') && start.length >= PEEK_BYTES);

const isSubtitles = (start: Buffer): boolean =>
  /^(?:\xEF\xBB\xBF)?WEBVTT[\s]/.test(start.toString('latin1', 0, 12));

/**
 * True if the bytes look like a page or a text: no control characters, and at most a quarter of the
 * bytes beyond ASCII.
 */
export function isLetters(start: Buffer): boolean {
  const look = start.subarray(0, PEEK_BYTES);
  const beyond = look.filter((byte) => byte >= 0x7f).length;
  const controls = look.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13);
  return !controls && beyond <= look.length / 4;
}
