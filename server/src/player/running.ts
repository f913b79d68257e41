/**
 * Answers that last: an unbounded `.ts`, a film being read. The line is checked every few seconds while
 * one runs, and its connection is closed when the line may no longer watch, when a further screen or
 * somebody's hand ended it, when nothing was known for too long, when the player stopped reading.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '../foundation/house.ts';
import type { Watching } from '../watching/watching.ts';
import type { Viewing } from './open-viewing.ts';
import { sightingOf } from './sighting.ts';
import { type Pace, type Right, type ViewingRights, ageOf } from './viewing-rights.ts';

export interface RunningStreams {
  /** From now until the response closes; `over` is called once, however it ends. */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    viewing: Pick<Viewing, 'ticket' | 'right'>,
    how: { readonly encoding: string; readonly leaves: boolean },
    over: () => void,
  ): void;
  /** Ends every running stream: the server stops. */
  stop(): void;
}

interface Running {
  readonly viewing: Pick<Viewing, 'ticket'>;
  readonly request: FastifyRequest;
  readonly encoding: string;
  right: Right;
  end(): void;
}

const UNREAD_FOR_MS = 60_000;

export function openRunningStreams(
  house: House,
  rights: ViewingRights,
  watching: Watching,
  pace: Pace,
): RunningStreams {
  const running = new Set<Running>();
  const timer = setInterval(
    () => running.forEach((one) => void recheck(one)),
    pace.checkEveryMs,
  ).unref();

  const see = ({ request, viewing, right, encoding }: Running) =>
    watching.seen(sightingOf(request, viewing.ticket, right, encoding));

  async function recheck(one: Running): Promise<void> {
    if (ageOf(one.right) >= pace.goodForMs) return one.end();
    try {
      const right = await rights.check(one.viewing.ticket, 0);
      if (!right) return one.end();
      one.right = right;
      if (running.has(one)) see(one);
    } catch (error) {
      house.log.warn({ err: error }, 'a running stream could not be checked');
    }
  }

  return {
    begin: (request, { raw: response }, viewing, { encoding, leaves }, over) => {
      const end = () => void response.destroy();
      const one: Running = { viewing, request, encoding, right: viewing.right, end };
      running.add(one);
      see(one);
      const stopListening = watching.onEnded(viewing.ticket.sessionId, end);
      const unheard = watching.onEnded(viewing.ticket.sessionId, end);
      response.once('close', () => {
        unheard();
        running.delete(one);
        stopListening();
        over();
        // Who reads a film closes at every seek and comes back.
        if (leaves) watching.left(viewing.ticket.sessionId);
      });
      response.setTimeout(UNREAD_FOR_MS, end);
    },
    stop: () => {
      clearInterval(timer);
      running.forEach((one) => one.end());
    },
  };
}
