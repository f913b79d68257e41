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
