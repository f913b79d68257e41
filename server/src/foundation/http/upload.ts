/**
 * Receives uploads, which contain one file per request. The file is streamed as it arrives and is
 * never completely in memory. The body is the file itself, or multipart/form-data with one part
 * named `file` (Q-UPLOADFORM).
 */
import { Readable } from 'node:stream';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BodyTimer, findBodyTimer } from './body-time.ts';
import { isMultipart, readFilePart } from './multipart.ts';

const RAW_TYPE = 'application/octet-stream';
/** Additional bytes for the boundaries and headers of parts. */
const MULTIPART_EXTRA_BYTES = 16_384;

export function acceptUploads(server: FastifyInstance): void {
  for (const type of [RAW_TYPE, /^multipart\/form-data\b/i])
    server.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
}

/** True if the body is a file in either form. */
export const isUploadType = (contentType = ''): boolean =>
  contentType === RAW_TYPE || isMultipart(contentType);

/**
 * Returns the file of an upload call. Rejects a missing file, and a file that was sent to a call
 * without uploads.
 */
export function findUpload({ upload }: Endpoint, request: FastifyRequest): Readable | undefined {
  const { body, headers } = request;
  const isFile = body instanceof Readable;
  if (isFile !== (upload !== undefined)) refuse('body_unreadable');
  if (!isFile || !upload) return undefined;
  const inParts = isMultipart(headers['content-type']);
  const extraBytes = inParts ? MULTIPART_EXTRA_BYTES : 0;
  if (Number(headers['content-length'] ?? 0) > upload.maxBytes + extraBytes)
    refuse('body_too_large');
  const timer = findBodyTimer(request.raw);
  timer?.stop();
  const chunks = inParts ? readFilePart(body, headers) : body.iterator({ destroyOnReturn: false });
  return Readable.from(upTo(upload.maxBytes, { body, chunks }, timer), { objectMode: false });
}

interface Upload {
  readonly body: Readable;
  /** Chunks of the file, without the multipart form around it. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Yields the chunks of a file up to `maxBytes`. The timer runs only while the server waits for a
 * chunk. It stops while the reader works, because a slow reader also slows down the sender.
 * A longer file is refused after its rest is read and discarded. Without this, a client that is
 * still sending would see a broken connection instead of the response.
 */
async function* upTo(
  maxBytes: number,
  { body, chunks }: Upload,
  timer: BodyTimer | undefined,
): AsyncGenerator<Buffer> {
  let read = 0;
  timer?.start();
  for await (const chunk of chunks) {
    timer?.stop();
    read += chunk.length;
    if (read > maxBytes) break;
    yield chunk;
    timer?.start();
  }
  timer?.stop();
  if (read <= maxBytes) return;
  // This call must follow the loop. A stream does not resume while it is iterated.
  body.resume();
  refuse('body_too_large');
}
