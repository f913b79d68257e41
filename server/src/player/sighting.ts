import type { FastifyRequest } from 'fastify';
import { originOf } from '../foundation/http/origin.ts';
import type { Sighting } from '../watching/watching.ts';
import type { Ticket } from './tickets.ts';
import type { Right } from './viewing-rights.ts';

export function sightingOf(
  request: FastifyRequest,
  ticket: Ticket,
  right: Right,
  encoding: string,
): Sighting {
  const { address, userAgent } = originOf(request);
  const { lineId, streamId, sessionId } = ticket;
  return { sessionId, lineId, streamId, title: right.title, encoding, address, userAgent };
}

const FORMS: Readonly<Record<string, string>> = { '': 'MPEG-TS', ts: 'MPEG-TS', m3u8: 'HLS' };

/** How it is sent, by the ending of the address: HLS, MPEG-TS or the film's container. */
export function encodingOf({ url }: FastifyRequest): string {
  const [, ending = ''] = /\.([a-z0-9]{1,5})(?:\?|$)/i.exec(url) ?? [];
  return FORMS[ending.toLowerCase()] ?? ending.toUpperCase();
}
