/**
 * Sends a channel as HLS. The URL with the password redirects to a playlist with a token, so that
 * refreshes belong to the same session. No URL that a player fetches again contains the password or
 * the source. Each refresh checks the line.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import type { RecordRefusal, Watching } from '../../watching/watching.ts';
import {
  type CutSource,
  type PlaylistSource,
  type LiveSources,
  USUAL_PEAK_BITS,
} from './live-sources.ts';
import type { RefusalReason } from '@ramal/contract/watching';
import { refusePlay } from '../refuse-play.ts';
import type { Viewing } from '../viewings/open-viewing.ts';
import {
  type AdmittedViewer,
  type UpstreamHls,
  PAST,
  PLAYLIST_TYPE,
  createUpstreamHls,
} from './upstream-hls.ts';
import type { FetchedPlaylist } from '../upstream/open-source.ts';
import { isMaster } from '../upstream/hls-tags.ts';
import { parseHeartbeat } from '../viewings/heartbeat.ts';
import { parseStreamSource } from '../stream-source.ts';
import type { LiveWindow } from '../test-channel/test-channel.ts';
import { openStreamToken, sealStreamToken } from '../stream-token.ts';
import type { CheckIntervals, ViewingRights } from '../viewings/viewing-rights.ts';

export interface LiveHls {
  open(request: FastifyRequest, reply: FastifyReply, viewing: Viewing): Promise<FastifyReply>;
  /** Sends a playlist of the channel's archive. Its segments are served like those of a channel. */
  openPast(reply: FastifyReply, viewing: Viewing, playlist: FetchedPlaylist): FastifyReply;
  /** Sends the playlist of a channel: `index.m3u8`. */
  playlist(request: FastifyRequest, reply: FastifyReply, sealed: string): Promise<FastifyReply>;
  /** Sends a segment that this server cut from a continuous stream: `123.ts`. */
  segment(
    request: FastifyRequest,
    reply: FastifyReply,
    sealed: string,
    number: number,
  ): Promise<FastifyReply>;
  /** Sends anything that a source's playlist contains: `{address}/{name}`. */
  listed(
    request: FastifyRequest,
    reply: FastifyReply,
    sealed: string,
    rest: string,
  ): Promise<FastifyReply>;
}

/**
 * Lifetime of a token in milliseconds. It is long enough for a television that runs for days, and
 * the line itself is checked at each refresh. Segments contain the token of their playlist, because
 * their URLs must not change from one refresh to the next (RFC 8216, 6.2.1). If URLs changed,
 * hls.js would stop the channel.
 */
const SESSION_MS = 7 * DAY_MS;

interface LiveHlsDependencies {
  readonly rights: ViewingRights;
  readonly watching: Watching;
  readonly note: RecordRefusal;
  readonly liveSources: LiveSources;
}

export function createLiveHls(
  ctx: AppContext,
  dependencies: LiveHlsDependencies,
  pace: CheckIntervals,
): LiveHls {
  const { watching, liveSources } = dependencies;
  const outside: UpstreamHls = createUpstreamHls(ctx, liveSources);

  const admit = admission(ctx, dependencies);

  const listOf = (picture: CutSource | PlaylistSource, viewing: AdmittedViewer): string =>
    picture.form === 'cut'
      ? writeWindow(picture.window, viewing.sealed)
      : outside.rewrite(picture.playlist, viewing);

  return {
    open: async (_request, reply, { ticket, right, source }) => {
      const picture = await liveSources.hls(ticket.streamId, source);
      if (!picture) {
        watching.playerLeft(ticket.sessionId);
        return reply.code(502).send();
      }
      const goodUntil = new Date(ctx.clock.now().getTime() + SESSION_MS);
      const sealed = sealStreamToken(ctx.secrets, ticket, goodUntil);
      const used = { ...right, source: picture.address };
      const viewing = { ticket, right: used, source, sealed, isPast: false };
      if (picture.form === 'listed' && isMaster(picture.playlist)) {
        return outside.send(reply, viewing, () => listOf(picture, viewing));
      }
      const bits = picture.form === 'cut' ? picture.peakBitsPerSecond : USUAL_PEAK_BITS;
      return reply.type(PLAYLIST_TYPE).send(choiceOf(bits, sealed));
    },

    openPast: (reply, { ticket, right, source }, playlist) => {
      const goodUntil = new Date(ctx.clock.now().getTime() + SESSION_MS);
      const sealed = sealStreamToken(ctx.secrets, ticket, goodUntil);
      const viewing = { ticket, right, source, sealed, isPast: true };
      return outside.send(reply, viewing, () => outside.rewrite(playlist, viewing));
    },

    playlist: async (request, reply, sealed) => {
      const viewing = await admit(request, sealed, 0);
      if (typeof viewing === 'string') return refusePlay(reply, viewing);
      watching.touch(parseHeartbeat(request, viewing.ticket, viewing.right, 'HLS'));
      const picture = await liveSources.hls(viewing.ticket.streamId, viewing.source);
      if (!picture) return reply.code(502).send();
      const used = { ...viewing, right: { ...viewing.right, source: picture.address } };
      return outside.send(reply, used, () => listOf(picture, used));
    },

    segment: async (request, reply, sealed, number) => {
      const viewing = await admit(request, sealed, pace.checkEveryMs);
      if (typeof viewing === 'string') return refusePlay(reply, viewing);
      const picture = await liveSources.hls(viewing.ticket.streamId, viewing.source);
      const bytes = picture?.form === 'cut' ? picture.segment(number) : undefined;
      if (!bytes) return reply.code(404).send();
      reply.header('cache-control', 'private, max-age=60').type('video/mp2t');
      return reply.send(bytes);
    },

    listed: async (request, reply, sealed, rest) => {
      const parts = rest.split('/');
      const isPast = parts[0] === PAST;
      const [address = '', name = ''] = isPast ? parts.slice(1) : parts;
      const isPlaylist = name === 'p.m3u8';
      const admitted = await admit(request, sealed, isPlaylist ? 0 : pace.checkEveryMs);
      if (typeof admitted === 'string') return refusePlay(reply, admitted);
      const viewing = { ...admitted, isPast };
      if (request.method !== 'HEAD') {
        watching.touch(parseHeartbeat(request, viewing.ticket, viewing.right, 'HLS'));
      }
      if (isPlaylist) return outside.sendPlaylist(reply, viewing, address);
      return outside.sendFile(request, reply, { viewing, address, name });
    },
  };
}

/**
 * Returns the viewer of a valid token whose line may watch. Otherwise returns the reason for the
 * rejection, which is recorded for the line.
 */
const admission =
  (ctx: AppContext, { rights, note }: LiveHlsDependencies) =>
  async (
    request: FastifyRequest,
    sealed: string,
    maxAgeMs: number,
  ): Promise<AdmittedViewer | RefusalReason> => {
    const ticket = openStreamToken(ctx.secrets, sealed, ctx.clock.now());
    if (!ticket) return 'unknown';
    const right = await rights.check(ticket, maxAgeMs);
    const source = right?.kind === 'live' ? parseStreamSource(right.source) : undefined;
    if (right && source) return { ticket, right, source, sealed, isPast: false };
    const reason = await rights.reasonAgainst(ticket);
    const { userAgent } = readRequestMeta(request);
    await note({ lineId: ticket.lineId, reason, userAgent });
    return reason;
  };

const choiceOf = (bitsPerSecond: number, sealed: string): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-STREAM-INF:BANDWIDTH=${bitsPerSecond}`,
    hls(sealed, 'index.m3u8'),
    '',
  ].join('\n');

const writeWindow = (window: LiveWindow, sealed: string): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${window.targetDurationSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${window.mediaSequence}`,
    ...window.segments.flatMap(({ number, durationSeconds }) => [
      `#EXTINF:${durationSeconds.toFixed(3)},`,
      hls(sealed, `${number}.ts`),
    ]),
    '',
  ].join('\n');

const hls = (sealed: string, file: string): string => `/hls/${sealed}/${file}`;
