/**
 * Responses that last: an unbounded `.ts`, a film. The line is checked every few seconds while one runs.
 * Its connection closes when the line may no longer watch, when a further screen or a person ended it, or
 * when the database gave no answer for too long.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Watching } from '../../watching/watching.ts';
import type { Viewing } from '../viewings/open-viewing.ts';
import { heartbeatOf } from '../viewings/heartbeat.ts';
import {
  type CheckIntervals,
  type Right,
  type ViewingRights,
  ageOf,
} from '../viewings/viewing-rights.ts';
import { logDatabaseFailure } from '../../foundation/unavailable.ts';

export interface OpenStreams {
  /** From now until the response closes; `over` is called once, however it ends. */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    viewing: Pick<Viewing, 'ticket' | 'right'>,
    how: { readonly encoding: string; readonly leaves: boolean },
    over: () => void,
  ): void;
  /** Ends all running streams, and those still beginning, when the server stops. */
  stop(): void;
}

/** Aborts when the player disconnects, at once when it already has. */
export function closingOf({ raw: response }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  response.once('close', () => closing.abort());
  if (response.closed) closing.abort();
  return closing.signal;
}

interface Running {
  readonly viewing: Pick<Viewing, 'ticket'>;
  readonly request: FastifyRequest;
  readonly encoding: string;
  right: Right;
  end(): void;
}

export function createOpenStreams(
  ctx: AppContext,
  rights: ViewingRights,
  watching: Watching,
  pace: CheckIntervals,
): OpenStreams {
  const running = new Set<Running>();
  let stopped = false;
  const timer = setInterval(() => {
    for (const one of running) {
      if (ageOf(one.right) >= pace.goodForMs) one.end();
      else void recheck(one);
    }
  }, pace.checkEveryMs).unref();

  const see = ({ request, viewing, right, encoding }: Running) =>
    watching.touch(heartbeatOf(request, viewing.ticket, right, encoding));

  async function recheck(one: Running): Promise<void> {
    try {
      const right = await rights.check(one.viewing.ticket, 0);
      if (!right) return one.end();
      one.right = right;
      if (running.has(one)) see(one);
    } catch (error) {
      logDatabaseFailure(ctx.log, error, 'a running stream was not checked');
    }
  }

  return {
    begin: (request, { raw: response }, viewing, { encoding, leaves }, over) => {
      const end = () => void response.destroy();
      const one: Running = { viewing, request, encoding, right: viewing.right, end };
      const stopListening = watching.onEnded(viewing.ticket.sessionId, end);
      const closed = () => {
        running.delete(one);
        stopListening();
        over();
        // A player of a film closes the connection at every seek and comes back.
        if (leaves) watching.playerLeft(viewing.ticket.sessionId);
      };
      // The player disconnected while its stream was opened, so no close event follows.
      if (response.closed) return closed();
      response.once('close', closed);
      if (stopped) return end();
      running.add(one);
      see(one);
      // The source was slow, so the state of the line is old.
      if (ageOf(one.right) >= pace.checkEveryMs) void recheck(one);
    },
    stop: () => {
      stopped = true;
      clearInterval(timer);
      running.forEach((one) => one.end());
    },
  };
}
