/**
 * Large texts that many players receive unchanged. A text is compressed while it is written, and
 * only its compressed form is cached, which is about a tenth of the text.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Compresses a text part by part, so that other requests run in between. Rejects if a part fails. */
export const zipText = (parts: Iterable<string> | AsyncIterable<string>): Promise<Buffer> =>
  // Only one part waits for the compression. By default sixteen parts of several megabytes each
  // would be in memory.
  pipeline(Readable.from(parts, { highWaterMark: 1 }), createGzip({ level: 5 }), (zipping) =>
    buffer(zipping),
  );

/**
 * Sends the compressed text, or the text if the client does not accept it compressed. The text is
 * sent as the client reads.
 */
export function sendZippedText(
  request: FastifyRequest,
  reply: FastifyReply,
  zipped: Buffer,
): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    return reply.header('content-encoding', 'gzip').send(zipped);
  const text = createGunzip();
  text.end(zipped);
  return reply.send(text);
}
