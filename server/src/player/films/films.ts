/**
 * Sends films and episodes in the byte ranges that players request. The line is checked while a
 * range is being sent. A player that requests another range continues its viewing.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SourceHealth } from '../sources/source-health.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { fetchSource as fetchWithHeaders } from '../../foundation/untrusted/fetch-source.ts';
import type { Viewing } from '../viewings/open-viewing.ts';
import { fetchFilm } from '../upstream/film-answer.ts';
import { problemText } from '../upstream/problem.ts';
import { type OpenStreams, closeSignal } from '../live/open-streams.ts';
import { parseEncoding } from '../viewings/heartbeat.ts';
import { readTestFilm } from '../test-film/test-film.ts';

export interface Films {
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    viewing: Viewing,
    container: string,
  ): Promise<FastifyReply>;
}

interface PassedFilm {
  readonly viewing: Viewing;
  readonly url: string;
  readonly container: string;
}

export function createFilms(ctx: AppContext, running: OpenStreams, health: SourceHealth): Films {
  const fetchSource: Parameters<typeof fetchFilm>[0] = (url, options) =>
    fetchWithHeaders(ctx.config.privateOrigins, url, options);

  function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    viewing: Viewing,
    onEnd: () => void,
  ) {
    running.begin(request, reply, {
      viewing,
      encoding: parseEncoding(request),
      leaves: false,
      onEnd,
    });
  }

  function sendTestFilm(request: FastifyRequest, reply: FastifyReply, viewing: Viewing) {
    const file = readTestFilm(request, reply);
    if (!file) return reply.send();
    begin(request, reply, viewing, () => file.destroy());
    return reply.send(file);
  }

  async function pass(
    request: FastifyRequest,
    reply: FastifyReply,
    { viewing, url, container }: PassedFilm,
  ) {
    const { streamId } = viewing.ticket;
    const closing = closeSignal(reply);
    try {
      const film = await fetchFilm(fetchSource, {
        url,
        requestHeaders: request.headers,
        container,
        signal: closing,
      });
      health.note(streamId, null);
      reply.code(film.status).headers(film.headers);
      if (!film.parts || request.method === 'HEAD') {
        film.close();
        return reply.send();
      }
      begin(request, reply, viewing, () => film.close());
      return reply.send(Readable.from(film.parts, { objectMode: false }));
    } catch (error) {
      if (!closing.aborted) health.note(streamId, problemText(error));
      return reply.code(502).send();
    }
  }

  return {
    send: async (request, reply, viewing, container) => {
      const { source } = viewing;
      if (source.from === 'test-film') return sendTestFilm(request, reply, viewing);
      if (source.from !== 'outside') return reply.code(404).send();
      return pass(request, reply, { viewing, url: source.url, container });
    },
  };
}
