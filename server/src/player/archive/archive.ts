/**
 * Sends a moment of a channel's archive as an HLS playlist, or as a transport stream with byte
 * ranges. Segments are forwarded like segments of a live channel.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import { fetchSource as fetchWithHeaders } from '../../foundation/untrusted/fetch-source.ts';
import type { RecordRefusal, Watching } from '../../watching/watching.ts';
import type { LiveHls } from '../live/live-hls.ts';
import { type LiveSources, USUAL_PEAK_BITS } from '../live/live-sources.ts';
import { type OpenStreams, closeSignal } from '../live/open-streams.ts';
import { refusePlay } from '../refuse-play.ts';
import { isMaster } from '../upstream/hls-tags.ts';
import type { FetchSource, FetchedPlaylist } from '../upstream/open-source.ts';
import type { Viewing } from '../viewings/open-viewing.ts';
import { createArchiveStreams } from './archive-streams.ts';
import type { FoundArchive } from './find-archive.ts';
import {
  type ArchiveFailure,
  type OpenedFile,
  type OpenedPlaylist,
  openArchive,
} from './open-archive.ts';
import { playlistOfPieces } from './playlist-of-pieces.ts';

export interface Archive {
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    viewing: Viewing,
    moment: { readonly located: FoundArchive; readonly container: 'ts' | 'm3u8' },
  ): Promise<FastifyReply>;
}

interface ArchiveDependencies {
  readonly running: OpenStreams;
  readonly watching: Watching;
  readonly note: RecordRefusal;
  readonly liveSources: LiveSources;
  readonly hls: LiveHls;
}

export function createArchive(ctx: AppContext, dependencies: ArchiveDependencies): Archive {
  const streams = createArchiveStreams(dependencies.running, dependencies.liveSources);
  const fetchSource: FetchSource = (url, options) =>
    fetchWithHeaders(ctx.config.privateOrigins, url, options);
  return {
    send: async (request, reply, viewing, { located, container }) => {
      const opened = await openArchive(fetchSource, {
        ...located,
        prefers: container,
        headers: container === 'ts' ? request.headers : {},
        signal: closeSignal(reply),
      });
      if (typeof opened === 'string')
        return refuseFailed(dependencies, { request, reply, viewing }, opened);
      if (container === 'm3u8') {
        return dependencies.hls.openPast(reply, viewing, asPlaylist(opened, located));
      }
      return opened.container === 'ts'
        ? streams.sendFile(request, reply, viewing, opened)
        : streams.sendJoined(request, reply, viewing, opened);
    },
  };
}

interface FailedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly viewing: Viewing;
}

async function refuseFailed(
  { watching, note }: ArchiveDependencies,
  { request, reply, viewing: { ticket, continues } }: FailedRequest,
  failure: ArchiveFailure,
): Promise<FastifyReply> {
  const reason = failure === 'live' ? 'archive-live' : 'archive-failed';
  if (!continues) watching.playerLeft(ticket.sessionId);
  const { userAgent } = readRequestMeta(request);
  await note({ lineId: ticket.lineId, reason, userAgent });
  return refusePlay(reply, reason);
}

/**
 * Returns the playlist for the player. A media playlist of the source gets a master playlist, so
 * that the player refreshes a running programme with a token instead of the password.
 */
function asPlaylist(
  opened: OpenedPlaylist | OpenedFile,
  { moment }: FoundArchive,
): FetchedPlaylist {
  if (opened.container === 'ts') {
    opened.file.close();
    return playlistOfPieces(opened, moment);
  }
  const { playlist } = opened;
  if (isMaster(playlist)) return playlist;
  const { url } = playlist;
  return { url, text: `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=${USUAL_PEAK_BITS}\n${url}\n` };
}
