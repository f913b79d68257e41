/**
 * Large list that many boxes receive unchanged. Only its compressed form is cached: fifty thousand
 * channels take fifty megabytes as text and less than two compressed.
 */
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedValue } from '../cache.ts';

export class SharedList {
  readonly zipped: Buffer;
  constructor(zipped: Buffer) {
    this.zipped = zipped;
  }
}

/** Compresses the text `{"js": …}` part by part, so that other requests run in between. */
export async function zipList(parts: Iterable<string>): Promise<CachedValue<SharedList>> {
  const zipped = await pipeline(Readable.from(parts), createGzip(), (zipping) => buffer(zipping));
  return { value: new SharedList(zipped), bytes: zipped.length };
}

export function sendSharedList(
  request: FastifyRequest,
  reply: FastifyReply,
  { zipped }: SharedList,
): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    return reply.header('content-encoding', 'gzip').send(zipped);
  const text = createGunzip();
  text.end(zipped);
  return reply.send(text);
}
