/**
 * Refuses excess early: beyond so many requests at work in this process the next is answered 503 with
 * Retry-After at once, so that those at work stay quick and nobody waits for a connection of the
 * database that never comes. Kinds of requests have rooms of their own, so that people can sign in
 * and customers can watch while the panel is flooded. In memory, because each process has its own work.
 */
import { errorBody, errorStatus, refuse } from '@ramal/contract/api/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface Room {
  readonly isFull: () => boolean;
  /** True if so many requests are at work that a late event loop is their doing. */
  readonly isBusy: () => boolean;
  /** Takes a place; the result gives it back, once. */
  readonly enter: () => () => void;
  /** True if new requests are refused while the event loop is late. */
  readonly yieldsToLag: boolean;
}

/** Fewer requests than this do not make the loop late; a busy machine does, and refusing them would not help. */
const BUSY = 20;

/** Zero places are without limit. */
export function createRoom(slots: number, { yieldsToLag = false } = {}): Room {
  let inside = 0;
  return {
    yieldsToLag,
    isFull: () => slots > 0 && inside >= slots,
    isBusy: () => inside >= BUSY,
    enter: () => {
      inside += 1;
      let isInside = true;
      return () => {
        if (isInside) inside -= 1;
        isInside = false;
      };
    },
  };
}

const RETRY_SECONDS = 5;
/** A handler whose client went away works on for a while. */
const AFTER_ABORT_MS = 5_000;

const LEAVE = Symbol('leaves its room');

type Inside = FastifyRequest & { [LEAVE]?: (() => void) | undefined };

function leave(request: Inside): void {
  request[LEAVE]?.();
  request[LEAVE] = undefined;
}

function enter(request: Inside, room: Room): void {
  request[LEAVE] = room.enter();
}

/** Gives the place of a request back and takes one in another room; refuses when that one is full. */
export function changeRoom(request: FastifyRequest, room: Room): void {
  leave(request);
  if (room.isFull()) refuse('overloaded', { retryAfterSeconds: RETRY_SECONDS });
  enter(request, room);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A request without a room is never refused. `isLate` tells whether the event loop lags behind. */
export function limitRequests(
  server: FastifyInstance,
  roomOf: (request: FastifyRequest) => Room | undefined,
  isLate: () => boolean = () => false,
): void {
  const refuseEarly = (reply: FastifyReply): FastifyReply =>
    reply
      .header('retry-after', RETRY_SECONDS)
      .code(errorStatus('overloaded'))
      .send(errorBody('overloaded'));
  // Before anything is read or asked.
  server.addHook('onRequest', (request, reply, done) => {
    const room = roomOf(request);
    if (room && (room.isFull() || (room.yieldsToLag && room.isBusy() && isLate())))
      return void refuseEarly(reply);
    if (room && !hasBody(request)) enter(request, room);
    done();
  });
  // A body that arrives slowly is no work: its request takes a place only when the body is complete.
  server.addHook('preHandler', (request: Inside, reply, done) => {
    const room = request[LEAVE] ? undefined : roomOf(request);
    if (room?.isFull()) return void refuseEarly(reply);
    if (room) enter(request, room);
    done();
  });
  // Not later: a stream that is sent for hours has left.
  server.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  server.addHook('onResponse', (request: Inside, _reply, done) => {
    if (request[LEAVE]) setTimeout(() => leave(request), AFTER_ABORT_MS).unref();
    done();
  });
}
