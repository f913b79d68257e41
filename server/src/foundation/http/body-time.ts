/**
 * Limits the time of a request body. Node's limit is the same for all requests and would abort long
 * uploads. An ordinary body has one limit for the whole body. An upload has a limit for each chunk.
 */
import type { IncomingMessage } from 'node:http';
import { Refusal } from '@ramal/contract/api/errors';
import type { FastifyInstance } from 'fastify';

export const BODY_TIME_MS = 60_000;

export interface BodyTimer {
  readonly start: () => void;
  readonly stop: () => void;
}

const timers = new WeakMap<IncomingMessage, BodyTimer>();

/**
 * Limits the body time of every request, even if its handler reads no body. Otherwise the
 * connection would stay open while the client sends.
 */
export function limitBodyTime(server: FastifyInstance, limitMs: number): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasBody(raw)) {
      const timer = createBodyTimer(raw, limitMs);
      timers.set(raw, timer);
      timer.start();
      for (const event of ['end', 'close']) raw.once(event, timer.stop);
      // If the response is sent before the body ends, the rest of the body has the same time limit.
      reply.raw.once('finish', () => raw.complete || timer.start());
    }
    done();
  });
}

/**
 * Returns the timer of a request. Undefined for a request without a body. An upload starts the
 * timer when it waits for a chunk, and stops it when the chunk arrives.
 */
export const findBodyTimer = (raw: IncomingMessage): BodyTimer | undefined => timers.get(raw);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function createBodyTimer(raw: IncomingMessage, limitMs: number): BodyTimer {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const start = (): void => {
    stop();
    timer = setTimeout(() => cutOff(raw), limitMs).unref();
  };
  return { start, stop };
}

/**
 * Reports an error to the reader of the body, which sends the response. Closes the connection if
 * there is no reader.
 */
function cutOff(raw: IncomingMessage): void {
  if (raw.complete) return;
  if (raw.listenerCount('error') > 0) raw.emit('error', new Refusal('body_too_slow'));
  else raw.destroy();
}
