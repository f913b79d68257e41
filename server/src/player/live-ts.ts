/**
 * A channel as one unbounded `.ts`. The line is checked every few seconds while it runs, and the
 * connection is closed when it may no longer watch, when nothing was known for too long, when the
 * player stopped reading or has gone.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '../foundation/house.ts';
import type { Watching } from '../watching/watching.ts';
import type { Viewing } from './open-viewing.ts';
import { sightingOf } from './sighting.ts';
import { type Pace, type Right, type ViewingRights, ageOf } from './viewing-rights.ts';

export interface LiveTs {
  send(request: FastifyRequest, reply: FastifyReply, viewing: Viewing): FastifyReply;
  /** Ends every running stream: the server stops. */
  stop(): void;
}

interface Running {
  readonly viewing: Viewing;
  readonly request: FastifyRequest;
  right: Right;
  end(): void;
}

const UNREAD_FOR_MS = 60_000;

export function openLiveTs(
  house: House,
  rights: ViewingRights,
  watching: Watching,
  pace: Pace,
): LiveTs {
  const running = new Set<Running>();
  const timer = setInterval(
    () => running.forEach((one) => void recheck(one)),
    pace.checkEveryMs,
  ).unref();

  async function recheck(one: Running): Promise<void> {
    if (ageOf(one.right) >= pace.goodForMs) return one.end();
    try {
      const right = await rights.check(one.viewing.ticket, 0);
      if (!right) return one.end();
      one.right = right;
      if (running.has(one))
        watching.seen(sightingOf(one.request, one.viewing.ticket, right, 'MPEG-TS'));
    } catch (error) {
      house.log.warn({ err: error }, 'a running stream could not be checked');
    }
  }

  return {
    send: (request, reply, viewing) => {
      reply.type('video/mp2t');
      const response = reply.raw;
      if (request.method === 'HEAD' || response.closed) return reply.send();
      const over = new AbortController();
      const picture = viewing.source.continuous(house.clock.now().getTime(), over.signal);
      const body = Readable.from(picture, { objectMode: false });
      const one: Running = {
        viewing,
        request,
        right: viewing.right,
        end: () => void response.destroy(),
      };
      running.add(one);
      watching.seen(sightingOf(request, viewing.ticket, viewing.right, 'MPEG-TS'));
      response.once('close', () => {
        running.delete(one);
        over.abort();
        body.destroy();
        watching.left(viewing.ticket.sessionId);
      });
      response.setTimeout(UNREAD_FOR_MS, () => one.end());
      return reply.send(body);
    },
    stop: () => {
      clearInterval(timer);
      running.forEach((one) => one.end());
    },
  };
}
