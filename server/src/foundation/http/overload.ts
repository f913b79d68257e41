/**
 * Rejects excess requests early. While the maximum number of requests is active in this process,
 * the next request receives 503 with Retry-After at once. Active requests therefore stay fast, and
 * none waits for a database connection that never becomes free. Each kind of request has its own
 * room, which is a set of slots. During a flood of panel requests, users can therefore sign in and
 * customers can watch. The counts are in memory, because each process has its own load.
 */
import { errorBody, errorStatus, refuse } from '@ramal/contract/api/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface Room {
  readonly isFull: () => boolean;
  /** True if there are enough active requests to delay the event loop. */
  readonly isBusy: () => boolean;
  /** Takes a slot. The returned function releases it, once. */
  readonly enter: () => () => void;
  /** True if this room rejects new requests while the event loop is late. */
  readonly yieldsToLag: boolean;
}

/**
 * Minimum number of active requests at which a late event loop leads to rejections. With fewer
 * requests, other programs cause the delay, and rejecting requests would not help.
 */
const BUSY = 20;

/** Creates a room. With 0 slots, the number of requests is not limited. */
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
/**
 * Time for which a request keeps its slot after its client disconnected, because the handler
 * continues for a short time.
 */
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

/**
 * Releases the slot of a request and takes one in another room. Rejects the request when that room
 * is full.
 */
export function changeRoom(request: FastifyRequest, room: Room): void {
  leave(request);
  if (room.isFull()) refuse('overloaded', { retryAfterSeconds: RETRY_SECONDS });
  enter(request, room);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Limits the requests of each room. A request without a room is never rejected. `isLate` is true
 * while the event loop is late.
 */
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
  // Runs before the body is read and before any query.
  server.addHook('onRequest', (request, reply, done) => {
    const room = roomOf(request);
    if (room && (room.isFull() || (room.yieldsToLag && room.isBusy() && isLate())))
      return void refuseEarly(reply);
    if (room && !hasBody(request)) enter(request, room);
    done();
  });
  // A request with a body takes its slot when the body is complete, because receiving a slow body
  // is no load.
  server.addHook('preHandler', (request: Inside, reply, done) => {
    const room = request[LEAVE] ? undefined : roomOf(request);
    if (room?.isFull()) return void refuseEarly(reply);
    if (room) enter(request, room);
    done();
  });
  // The slot is released before the body of the response is sent, because a stream may be sent for
  // hours.
  server.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  server.addHook('onResponse', (request: Inside, _reply, done) => {
    if (request[LEAVE]) setTimeout(() => leave(request), AFTER_ABORT_MS).unref();
    done();
  });
}
