/**
 * Converts a thrown error to the common error body (Q-ERRSHAPE). Unknown errors are logged once,
 * with the request.
 */
import {
  Refusal,
  type ErrorCode,
  errorBody,
  errorStatus,
  isDailyLimit,
} from '@ramal/contract/api/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Clock, secondsLeftToday } from '../clock.ts';
import { isUnavailable, logDatabaseFailure } from '../unavailable.ts';

const RETRY_SECONDS = 5;

export function answerFailures(server: FastifyInstance, clock: Clock, log: Logger): void {
  server.setErrorHandler((error, request, reply) => {
    readOutBody(request, reply);
    if (error instanceof Refusal) return refused(reply, error, clock);
    const code = errorCode(error);
    if (code === 'internal') request.log.error({ err: error }, 'request failed');
    else if (code === 'unavailable') logDatabaseFailure(log, error, 'a request failed');
    if (errorStatus(code) === 503) reply.header('retry-after', RETRY_SECONDS);
    return reply
      .status(errorStatus(code))
      .send(errorBody(code, { values: { request: request.id } }));
  });
}

/** Time for a client to read the response before its connection is closed. */
const READ_OUT_MS = 5_000;

/**
 * Reads and discards the remaining body of a rejected request. Otherwise the client would see a
 * broken connection instead of the response. If the client sends for too long, the connection is
 * closed.
 */
function readOutBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  // Fastify sets this header to close the connection after an unread body. Node reads the rest of
  // the body only without the header.
  reply.removeHeader('connection');
  raw.resume();
  setTimeout(() => raw.complete || raw.destroy(), READ_OUT_MS).unref();
}

export function notFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(errorBody('not_found'));
}

function refused(reply: FastifyReply, { code, details }: Refusal, clock: Clock): FastifyReply {
  const seconds =
    details.retryAfterSeconds ?? (isDailyLimit(code) ? secondsLeftToday(clock) : undefined);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  return reply.status(errorStatus(code)).send(errorBody(code, details));
}

const CONNECTION_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
};

/**
 * Returns the error code of an unexpected error. Fastify's own 4xx errors all mean that the body or
 * the request line cannot be read.
 */
function errorCode(error: unknown): ErrorCode {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const named = code ? CONNECTION_CODES[code] : undefined;
  if (named) return named;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'body_unreadable';
  return isUnavailable(error) ? 'unavailable' : 'internal';
}
