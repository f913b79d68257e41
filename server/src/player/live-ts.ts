/** A channel as one unbounded `.ts`, whichever form its source has. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Watching } from '../watching/watching.ts';
import type { LivePictures } from './live-pictures.ts';
import type { Viewing } from './open-viewing.ts';
import type { RunningStreams } from './running.ts';

export interface LiveTs {
  send(request: FastifyRequest, reply: FastifyReply, viewing: Viewing): Promise<FastifyReply>;
}

export function openLiveTs(
  running: RunningStreams,
  watching: Watching,
  pictures: Pick<LivePictures, 'continuous'>,
): LiveTs {
  return {
    send: async (request, reply, viewing) => {
      const { ticket, source } = viewing;
      reply.type('video/mp2t');
      const response = reply.raw;
      if (request.method === 'HEAD') return reply.send();
      const over = new AbortController();
      response.once('close', () => over.abort());
      if (response.closed) over.abort();
      const picture = await pictures.continuous(ticket.streamId, source, over.signal);
      if (!picture || over.signal.aborted) {
        watching.left(ticket.sessionId);
        return reply.removeHeader('content-type').code(502).send();
      }
      const body = Readable.from(picture, { objectMode: false });
      running.begin(request, reply, viewing, { encoding: 'MPEG-TS', leaves: true }, () => {
        over.abort();
        body.destroy();
      });
      return reply.send(body);
    },
  };
}
