/**
 * A channel as HLS. The address with the password answers one playlist that names another: a session
 * with a ticket of its own, so that refreshes keep the session, and neither password nor source
 * stands in any address a player fetches again. Each refresh checks the line.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '../foundation/house.ts';
import type { Watching } from '../watching/watching.ts';
import type { Viewing } from './open-viewing.ts';
import { sightingOf } from './sighting.ts';
import { type Source, sourceOf } from './source.ts';
import type { LiveWindow } from './test-channel/test-channel.ts';
import { type Ticket, openTicket, sealTicket } from './tickets.ts';
import type { Pace, ViewingRights } from './viewing-rights.ts';

export interface LiveHls {
  open(reply: FastifyReply, viewing: Viewing): FastifyReply;
  playlist(request: FastifyRequest, reply: FastifyReply, sealed: string): Promise<FastifyReply>;
  segment(reply: FastifyReply, sealed: string, number: number): Promise<FastifyReply>;
}

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** A television left on for days; the line itself is checked at each refresh. */
const SESSION_MS = 7 * 86_400_000;
const SEGMENT_MS = 60_000;
/** Segments behind the playlist that a slow player may still come for. */
const BEHIND = 30;

export function openLiveHls(
  house: House,
  rights: ViewingRights,
  watching: Watching,
  pace: Pace,
): LiveHls {
  const seal = (ticket: Ticket, goodUntilMs: number) =>
    sealTicket(house.secrets, ticket, new Date(goodUntilMs));
  const nowMs = () => house.clock.now().getTime();

  async function admit(sealed: string, maxAgeMs: number) {
    const ticket = openTicket(house.secrets, sealed, house.clock.now());
    const right = ticket && (await rights.check(ticket, maxAgeMs));
    const source = right && sourceOf(right.source);
    return source && { ticket, right, source };
  }

  return {
    open: (reply, { ticket, source }) =>
      reply.type(PLAYLIST_TYPE).send(choiceOf(source, seal(ticket, nowMs() + SESSION_MS))),

    playlist: async (request, reply, sealed) => {
      const viewing = await admit(sealed, 0);
      if (!viewing) return reply.code(403).send();
      watching.seen(sightingOf(request, viewing.ticket, viewing.right, 'HLS'));
      const window = viewing.source.liveWindow(nowMs());
      // Whole minutes: a segment keeps its address from one refresh to the next.
      const goodUntilMs = (Math.floor(nowMs() / SEGMENT_MS) + 2) * SEGMENT_MS;
      return reply.type(PLAYLIST_TYPE).send(listOf(window, seal(viewing.ticket, goodUntilMs)));
    },

    segment: async (reply, sealed, number) => {
      const viewing = await admit(sealed, pace.checkEveryMs);
      if (!viewing) return reply.code(403).send();
      const newest = viewing.source.liveWindow(nowMs()).segments.at(-1)?.number ?? -1;
      if (number > newest || number < newest - BEHIND) return reply.code(404).send();
      reply.header('cache-control', 'private, max-age=60').type('video/mp2t');
      return reply.send(viewing.source.segmentBytes(number));
    },
  };
}

const choiceOf = (source: Source, sealed: string): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-STREAM-INF:BANDWIDTH=${source.peakBitsPerSecond}`,
    hls(sealed, 'index.m3u8'),
    '',
  ].join('\n');

const listOf = (window: LiveWindow, sealed: string): string =>
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
