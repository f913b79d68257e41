import type { FastifyRequest } from 'fastify';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import type { Heartbeat } from '../../watching/watching.ts';
import type { StreamToken } from '../stream-token.ts';
import type { Right } from './viewing-rights.ts';

export function parseHeartbeat(
  request: FastifyRequest,
  ticket: StreamToken,
  right: Right,
  encoding: string,
): Heartbeat {
  const { ip: address, userAgent } = readRequestMeta(request);
  const { lineId, streamId, sessionId } = ticket;
  return { sessionId, lineId, streamId, title: right.title, encoding, address, userAgent };
}

const FORMS: Readonly<Record<string, string>> = { '': 'MPEG-TS', ts: 'MPEG-TS', m3u8: 'HLS' };

/**
 * Returns the form of delivery by the extension of the URL: HLS, MPEG-TS or the film's container.
 */
export function parseEncoding({ url }: FastifyRequest): string {
  const [, ending = ''] = /\.([a-z0-9]{1,5})(?:\?|$)/i.exec(url) ?? [];
  return FORMS[ending.toLowerCase()] ?? ending.toUpperCase();
}
