/**
 * Long responses: an unbounded `.ts`, a film. The line is checked every few seconds while a
 * response runs. The connection closes when the line may no longer watch, or when another screen or
 * a person ended the viewing. The connection also closes when the database gave no answer for too
 * long.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Watching } from '../../watching/watching.ts';
import type { Viewing } from '../viewings/open-viewing.ts';
import { parseHeartbeat } from '../viewings/heartbeat.ts';
import {
  type CheckIntervals,
  type Right,
  type ViewingRights,
  measureAge,
} from '../viewings/viewing-rights.ts';
import { logDatabaseFailure } from '../../foundation/unavailable.ts';

interface NewStream {
  readonly viewing: Pick<Viewing, 'ticket' | 'right'>;
  readonly encoding: string;
  /** True if the end of the response ends the viewing. */
  readonly leaves: boolean;
  readonly onEnd: () => void;
}

export interface OpenStreams {
  /**
   * Tracks the stream until the response closes. `onEnd` is called once, whatever ended the
   * response.
   */
  begin(request: FastifyRequest, reply: FastifyReply, stream: NewStream): void;
  /** Ends all running streams, and those still beginning, when the server stops. */
  stop(): void;
}

/** Returns a signal that aborts when the player disconnects, or immediately if it already has. */
export function closeSignal({ raw: response }: FastifyReply): AbortSignal {
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
    for (const stream of running) {
      if (measureAge(stream.right) >= pace.goodForMs) stream.end();
      else void recheck(stream);
    }
  }, pace.checkEveryMs).unref();

  const see = ({ request, viewing, right, encoding }: Running) =>
    watching.touch(parseHeartbeat(request, viewing.ticket, right, encoding));

  async function recheck(stream: Running): Promise<void> {
    try {
      const right = await rights.check(stream.viewing.ticket, 0);
      if (!right) return stream.end();
      stream.right = right;
      if (running.has(stream)) see(stream);
    } catch (error) {
      logDatabaseFailure(ctx.log, error, 'a running stream was not checked');
    }
  }

  return {
    begin: (request, { raw: response }, { viewing, encoding, leaves, onEnd }) => {
      const end = () => void response.destroy();
      const stream: Running = { viewing, request, encoding, right: viewing.right, end };
      const stopListening = watching.onEnded(viewing.ticket.sessionId, end);
      const closed = () => {
        running.delete(stream);
        stopListening();
        onEnd();
        // `leaves` is false for a film, whose player closes the connection at every seek and then
        // opens a new one.
        if (leaves) watching.playerLeft(viewing.ticket.sessionId);
      };
      // The player disconnected while its stream was opened, so no close event follows.
      if (response.closed) return closed();
      response.once('close', closed);
      if (stopped) return end();
      running.add(stream);
      see(stream);
      // If the source opened slowly, the last check of the line is old, so it is repeated.
      if (measureAge(stream.right) >= pace.checkEveryMs) void recheck(stream);
    },
    stop: () => {
      stopped = true;
      clearInterval(timer);
      running.forEach((stream) => stream.end());
    },
  };
}
