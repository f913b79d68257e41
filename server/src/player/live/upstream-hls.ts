/**
 * Serves everything that a source's playlist contains under our own URLs. Playlists of the source
 * are rewritten. Segments and keys are forwarded, with one fetch for all viewers. A URL is valid
 * only for the stream and source whose playlist contained it.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { findFetchFailureReason } from '../../foundation/fetch-untrusted.ts';
import { type LiveSources, MAX_SEGMENT_BYTES } from './live-sources.ts';
import type { Viewing } from '../viewings/open-viewing.ts';
import type { FetchedPlaylist } from '../upstream/open-source.ts';
import { rewritePlaylist } from '../upstream/rewrite-playlist.ts';
import { type StreamPathKind, openStreamPath, sealStreamPath } from '../upstream/stream-path.ts';
import type { FetchResult } from '../upstream/shared-fetches.ts';

export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

export interface AdmittedViewer extends Pick<Viewing, 'ticket' | 'right' | 'source'> {
  /** Token exactly as the URL contained it. */
  readonly sealed: string;
  /** True for the archive. Its failures are not recorded, because the live stream may work. */
  readonly isPast: boolean;
}

export interface UpstreamHls {
  rewrite(playlist: FetchedPlaylist, viewing: AdmittedViewer): string;
  /**
   * Sends the playlist. Sends 502 if the source's playlist cannot be forwarded, which is recorded
   * as the source's health.
   */
  send(reply: FastifyReply, viewing: AdmittedViewer, write: () => string): FastifyReply;
  sendPlaylist(
    reply: FastifyReply,
    viewing: AdmittedViewer,
    address: string,
  ): Promise<FastifyReply>;
  sendFile(request: FastifyRequest, reply: FastifyReply, file: UpstreamFile): Promise<FastifyReply>;
}

interface UpstreamFile {
  readonly viewing: AdmittedViewer;
  readonly address: string;
  readonly name: string;
}

/** Folder of the archive's files. */
export const PAST = 'past';
const MAX_KEY_BYTES = 64;
const RANGE = /^bytes=\d{1,15}-(?:\d{1,15})?$/;
/** File extensions that players rely on; any other is sent as a segment of a transport stream. */
const SEGMENT_TYPES = new Map(
  Object.entries({
    ts: 'video/mp2t',
    mp4: 'video/mp4',
    m4s: 'video/mp4',
    m4v: 'video/mp4',
    cmfv: 'video/mp4',
    m4a: 'audio/mp4',
    cmfa: 'audio/mp4',
    aac: 'audio/aac',
    mp3: 'audio/mpeg',
    ac3: 'audio/ac3',
    ec3: 'audio/eac3',
    vtt: 'text/vtt',
  }),
);

export function createUpstreamHls(ctx: AppContext, liveSources: LiveSources): UpstreamHls {
  const sealedFor = ({ ticket, right }: AdmittedViewer, kind: StreamPathKind) => ({
    streamId: ticket.streamId,
    source: right.source,
    kind,
  });
  const open = (viewing: AdmittedViewer, kind: StreamPathKind, address: string) =>
    openStreamPath(ctx.secrets, sealedFor(viewing, kind), address);

  function note({ ticket, right, isPast }: AdmittedViewer, error: unknown): void {
    if (!isPast) liveSources.note(ticket.streamId, right.source, error);
  }

  function rewrite(playlist: FetchedPlaylist, viewing: AdmittedViewer): string {
    return rewritePlaylist(playlist, (kind, url) => {
      const address = sealStreamPath(ctx.secrets, sealedFor(viewing, kind), url);
      const folder = viewing.isPast ? `${PAST}/` : '';
      return `/hls/${viewing.sealed}/${folder}${address}/${nameOf(kind, url)}`;
    });
  }

  function send(reply: FastifyReply, viewing: AdmittedViewer, write: () => string): FastifyReply {
    try {
      return reply.type(PLAYLIST_TYPE).send(write());
    } catch (error) {
      note(viewing, error);
      return reply.removeHeader('content-type').code(502).send();
    }
  }

  return {
    rewrite,
    send,

    sendPlaylist: async (reply, viewing, address) => {
      const url = open(viewing, 'playlist', address);
      if (url === undefined) return reply.code(404).send();
      try {
        const playlist = await liveSources.playlists(url);
        return send(reply, viewing, () => rewrite(playlist, viewing));
      } catch (error) {
        note(viewing, error);
        return reply.code(502).send();
      }
    },

    sendFile: async (request, reply, { viewing, address, name }) => {
      const kind = name === 'k.key' ? 'key' : 'segment';
      const url = open(viewing, kind, address);
      if (url === undefined) return reply.code(404).send();
      const type = SEGMENT_TYPES.get(name.split('.')[1] ?? '') ?? 'video/mp2t';
      if (request.method === 'HEAD') return reply.type(type).send();
      const requested = request.headers.range;
      const range = requested !== undefined && RANGE.test(requested) ? requested : undefined;
      const maxBytes = kind === 'key' ? MAX_KEY_BYTES : MAX_SEGMENT_BYTES;
      try {
        const input = { url, range, maxBytes, type: kind === 'key' ? null : type };
        const fetched = await liveSources.fetches.fetch(input);
        // A playlist alone does not prove that the source works, only a segment does.
        if (kind === 'segment') note(viewing, null);
        return pass(reply, fetched, (error) => note(viewing, error));
      } catch (error) {
        note(viewing, error);
        return reply.code(502).send();
      }
    },
  };
}

function pass(reply: FastifyReply, fetched: FetchResult, failed: (error: unknown) => void) {
  reply.code(fetched.status).type(fetched.type).header('cache-control', 'private, max-age=60');
  if (fetched.contentLength) reply.header('content-length', fetched.contentLength);
  if (fetched.contentRange) reply.header('content-range', fetched.contentRange);
  const body = Readable.from(fetched.read(), { objectMode: false });
  // A player that disconnects during a segment is no error.
  body.once('error', (error) => {
    if (findFetchFailureReason(error)) failed(error);
  });
  return reply.send(body);
}

function nameOf(kind: StreamPathKind, url: string): string {
  if (kind === 'playlist') return 'p.m3u8';
  if (kind === 'key') return 'k.key';
  const [, ending = ''] = /\.(\w{2,4})$/.exec(new URL(url).pathname) ?? [];
  return `s.${SEGMENT_TYPES.has(ending.toLowerCase()) ? ending.toLowerCase() : 'ts'}`;
}
