/** Film of the demo, read from the disk in any range that a player requests. */
import { createReadStream, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangeIn } from '../films/byte-range.ts';

const FILE = fileURLToPath(new URL('film.mp4', import.meta.url));
const ETAG = '"test-film-1"';

export const testFilm = { path: FILE, type: 'video/mp4' } as const;

/** Sets status and headers and returns the bytes; undefined if there are no bytes to send. */
export function readTestFilm(request: FastifyRequest, reply: FastifyReply) {
  const { size } = statSync(FILE);
  const { range, 'if-range': condition } = request.headers;
  // A player that stored a part of another version of the film receives the whole film.
  const byteRange =
    condition === undefined || condition === ETAG ? rangeIn(range, size) : undefined;
  reply.headers({ 'accept-ranges': 'bytes', etag: ETAG }).type(testFilm.type);
  if (byteRange === 'none') {
    reply.code(416).header('content-range', `bytes */${size}`);
    return undefined;
  }
  const { start, end } = byteRange ?? { start: 0, end: size - 1 };
  if (byteRange) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  return request.method === 'HEAD' ? undefined : createReadStream(FILE, { start, end });
}
