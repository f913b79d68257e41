/** Uploads carry one raw file per request, streamed as it arrives and never kept in memory as a whole. */
import { Readable } from 'node:stream';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BodyTimer, bodyTimerOf } from './body-time.ts';

export function acceptUploads(server: FastifyInstance): void {
  server.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, payload),
  );
}

/** The file of a call that takes one; a call that takes none is not sent one, nor the other way round. */
export function fileOf({ upload }: Endpoint, request: FastifyRequest): Readable | undefined {
  const { body } = request;
  const isFile = body instanceof Readable;
  if (isFile !== (upload !== undefined)) refuse('body_unreadable');
  if (!isFile || !upload) return undefined;
  if (Number(request.headers['content-length'] ?? 0) > upload.maxBytes) refuse('body_too_large');
  const timer = bodyTimerOf(request.raw);
  timer?.stop();
  return Readable.from(upTo(upload.maxBytes, body, timer), { objectMode: false });
}

/**
 * The timer runs while a piece is awaited, not while the reader is at work and holds the sender back.
 *
 * Past the limit the rest is read and thrown away, because a client that is still sending would
 * take a closed connection for a broken one and never see the answer.
 */
async function* upTo(
  maxBytes: number,
  body: Readable,
  timer: BodyTimer | undefined,
): AsyncGenerator<Buffer> {
  let read = 0;
  timer?.start();
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    timer?.stop();
    read += chunk.length;
    if (read > maxBytes) break;
    yield chunk;
    timer?.start();
  }
  timer?.stop();
  if (read <= maxBytes) return;
  // Not earlier: a stream under iteration does not resume.
  body.resume();
  refuse('body_too_large');
}
