/** Sends the archive as one transport stream: a file of the source, or its joined segments. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LiveSources, MAX_SEGMENT_BYTES } from '../live/live-sources.ts';
import type { OpenStreams } from '../live/open-streams.ts';
import { hlsAsTs } from '../upstream/hls-as-ts.ts';
import type { Viewing } from '../viewings/open-viewing.ts';
import type { OpenedFile, OpenedPlaylist } from './open-archive.ts';

type Send<Opened> = (
  request: FastifyRequest,
  reply: FastifyReply,
  viewing: Viewing,
  opened: Opened,
) => FastifyReply;

interface ArchiveStreams {
  readonly sendFile: Send<OpenedFile>;
  readonly sendJoined: Send<OpenedPlaylist>;
}

interface ByteStream {
  readonly body: AsyncIterable<Buffer>;
  readonly close: () => void;
}

export function createArchiveStreams(
  running: OpenStreams,
  liveSources: Pick<LiveSources, 'playlists' | 'fetches'>,
): ArchiveStreams {
  const send = createSendStream(running);
  return {
    sendFile: (request, reply, viewing, { file }) => {
      reply.code(file.status).headers(file.headers);
      if (file.parts && request.method !== 'HEAD') {
        return send(request, reply, viewing, { body: file.parts, close: () => file.close() });
      }
      file.close();
      return reply.send();
    },

    sendJoined: (request, reply, viewing, { playlist }) => {
      reply.type('video/mp2t').header('accept-ranges', 'none');
      if (request.method === 'HEAD') return reply.send();
      const closing = new AbortController();
      const reading = {
        playlist: (url: string) => liveSources.playlists(url),
        segment: (url: string, range: string | undefined) =>
          liveSources.fetches.fetch({
            url,
            range,
            maxBytes: MAX_SEGMENT_BYTES,
            type: 'video/mp2t',
          }),
      };
      const body = hlsAsTs(playlist, reading, closing.signal, true);
      return send(request, reply, viewing, { body, close: () => closing.abort() });
    },
  };
}

/**
 * Creates the function that sends a stream to the player. A new stream closes the previous stream
 * of the same viewing, because the source may allow only one connection.
 */
function createSendStream(running: OpenStreams): Send<ByteStream> {
  const endings = new Map<string, () => void>();
  return (request, reply, viewing, stream) => {
    const { sessionId } = viewing.ticket;
    endings.get(sessionId)?.();
    const end = () => void reply.raw.destroy();
    endings.set(sessionId, end);
    const onEnd = () => {
      if (endings.get(sessionId) === end) endings.delete(sessionId);
      stream.close();
    };
    // A closed connection does not end the viewing, because a player closes it at every seek.
    running.begin(request, reply, {
      viewing,
      encoding: 'MPEG-TS',
      leaves: false,
      onEnd,
    });
    return reply.send(Readable.from(stream.body, { objectMode: false }));
  };
}
