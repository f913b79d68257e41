/**
 * How long a body may take. Node's own limit is the same for all requests, and cuts off uploads that take longer; so
 * the time of a body is counted here: as a whole, and of an upload from one piece to the next.
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

/** Of every request, also of one whose handler reads no body: its connection would stay for as long as it sends. */
export function limitBodyTime(server: FastifyInstance, limitMs: number): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasBody(raw)) {
      const timer = createBodyTimer(raw, limitMs);
      timers.set(raw, timer);
      timer.start();
      for (const event of ['end', 'close']) raw.once(event, timer.stop);
      // The rest of a body that was answered before its end is not awaited for ever.
      reply.raw.once('finish', () => raw.complete || timer.start());
    }
    done();
  });
}

/** An upload starts it when it waits for a piece, and stops it when that has come; without a body there is none. */
export const bodyTimerOf = (raw: IncomingMessage): BodyTimer | undefined => timers.get(raw);

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

/** Where somebody reads the body, the reader is given an error and answers it; else the connection ends. */
function cutOff(raw: IncomingMessage): void {
  if (raw.complete) return;
  if (raw.listenerCount('error') > 0) raw.emit('error', new Refusal('body_too_slow'));
  else raw.destroy();
}
