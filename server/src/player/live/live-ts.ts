/** Sends a channel as one unbounded `.ts`, for every form of source. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Watching } from '../../watching/watching.ts';
import type { LiveSources } from './live-sources.ts';
import type { Viewing } from '../viewings/open-viewing.ts';
import { type OpenStreams, closeSignal } from './open-streams.ts';

export interface LiveTs {
  send(request: FastifyRequest, reply: FastifyReply, viewing: Viewing): Promise<FastifyReply>;
}

export function createLiveTs(
  running: OpenStreams,
  watching: Watching,
  liveSources: Pick<LiveSources, 'continuous'>,
): LiveTs {
  return {
    send: async (request, reply, viewing) => {
      const { ticket, source } = viewing;
      reply.type('video/mp2t');
      if (request.method === 'HEAD') return reply.send();
      const closing = closeSignal(reply);
      const picture = await liveSources.continuous(ticket.streamId, source, closing);
      if (!picture || closing.aborted) {
        watching.playerLeft(ticket.sessionId);
        return reply.removeHeader('content-type').code(502).send();
      }
      const body = Readable.from(picture, { objectMode: false });
      const onEnd = () => body.destroy();
      running.begin(request, reply, {
        viewing,
        encoding: 'MPEG-TS',
        leaves: true,
        onEnd,
      });
      return reply.send(body);
    },
  };
}
