/**
 * Links that a box opens. A link contains no password. It is signed for one box, line and stream,
 * and becomes invalid if the box leaves the line or the line gets another password. A link has one
 * viewing: when it is opened again, the former viewing ends.
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import { reachedUrl } from '../../foundation/caller.ts';
import type { Secrets } from '../../foundation/secrets.ts';
import { toPlayableState } from '../line-state.ts';
import { containerExtension } from '../lists/listed.sql.ts';
import { parseStreamSource } from '../stream-source.ts';
import { markPassword } from '../stream-token.ts';
import type { StreamKind } from '../viewings/viewing-rights.sql.ts';
import type { ViewingRights } from '../viewings/viewing-rights.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import type { PortalRequest } from './portal-request.ts';

export interface BoxLink {
  readonly boxId: number;
  readonly lineId: number;
  readonly streamId: number;
  readonly kind: StreamKind;
  readonly linkId: string;
  readonly passwordMark: string;
  /** Moment of the archive; null for the present. */
  readonly past: PastMoment | null;
}

interface PastMoment {
  /** Unix seconds. */
  readonly start: number;
  readonly minutes: number;
}

const USE = 'box-link';
/**
 * Time for which a link is valid. A player may open the link of a running channel again after
 * hours.
 */
const LINK_MS = DAY_MS;

function sealLink(secrets: Secrets, link: BoxLink, goodUntil: Date): string {
  const { boxId, lineId, streamId, kind, linkId, passwordMark, past } = link;
  const seconds = Math.ceil(goodUntil.getTime() / 1000);
  const moment = past ? `${past.start}-${past.minutes}` : '';
  const text = [boxId, lineId, streamId, kind, linkId, passwordMark, moment, seconds].join('.');
  return `${text}.${secrets.sign(USE, text)}`;
}

/** Parses a link. Undefined if it was not signed here or has expired. */
export function openLink(secrets: Secrets, sealed: string, now: Date): BoxLink | undefined {
  const end = sealed.lastIndexOf('.');
  const text = sealed.slice(0, Math.max(end, 0));
  if (!secrets.verify(USE, text, sealed.slice(end + 1))) return undefined;
  const [boxId, lineId, streamId, kind, linkId = '', passwordMark = '', moment = '', until] =
    text.split('.');
  if (Number(until) * 1000 < now.getTime()) return undefined;
  return {
    boxId: Number(boxId),
    lineId: Number(lineId),
    streamId: Number(streamId),
    kind: kind as StreamKind,
    linkId,
    passwordMark,
    past: readMoment(moment),
  };
}

function readMoment(text: string): PastMoment | null {
  const [start, minutes] = text.split('-').map(Number);
  return start && minutes ? { start, minutes } : null;
}

export interface LinkedStream {
  readonly id: number;
  readonly kind: StreamKind;
  /** File extension of a channel's link. */
  readonly container: 'ts' | 'm3u8';
  readonly past?: PastMoment;
}

type LinkError = 'nothing_to_play' | 'link_fault' | 'limit' | 'access_denied';

const refusedLink = (id: string, error: LinkError) => ({
  id,
  cmd: '',
  streamer_id: 0,
  link_id: 0,
  load: 0,
  subtitles: [],
  error,
});

interface LinkDependencies {
  readonly ctx: AppContext;
  readonly rights: ViewingRights;
}

export async function createLink(
  { ctx, rights }: LinkDependencies,
  { request }: PortalRequest,
  box: PortalBox,
  stream: LinkedStream | undefined,
) {
  const now = ctx.clock.now();
  if (!stream) return refusedLink('', 'nothing_to_play');
  const id = String(stream.id);
  if (toPlayableState(box, now) !== 'active') return refusedLink(id, 'access_denied');
  if (areScreensTaken(box)) return refusedLink(id, 'limit');
  const passwordMark = markPassword(ctx.secrets, box.id, box.password);
  const linkId = randomUUID();
  const right = await rights.beforeOpening({
    lineId: box.id,
    streamId: stream.id,
    sessionId: linkId,
    passwordMark,
  });
  if (right?.kind !== stream.kind) return refusedLink(id, 'nothing_to_play');
  if (!parseStreamSource(right.source)) return refusedLink(id, 'link_fault');
  const sealed = sealLink(
    ctx.secrets,
    {
      boxId: box.boxId,
      lineId: box.id,
      streamId: stream.id,
      kind: stream.kind,
      linkId,
      passwordMark,
      past: stream.past ?? null,
    },
    new Date(now.getTime() + LINK_MS),
  );
  // The link has the address that was typed on the box, because some boxes reach no other address.
  const base = new URL(reachedUrl(readRequestMeta(request))).origin;
  const container =
    stream.kind === 'live' ? stream.container : containerExtension(endOf(right.source));
  const url = `${base}/box/${sealed}/${id}.${container}`;
  return { ...refusedLink(id, 'limit'), cmd: `ffmpeg ${url}`, error: '' };
}

/** End of the path of a source, which may contain a file extension. */
const endOf = (source: string) => ({ pathEnd: source.split(/[?#]/)[0]!.slice(-5) });

/**
 * True if other players compete for the screens of the line and all are in use. Opening another one
 * would fail.
 */
const areScreensTaken = (box: PortalBox): boolean =>
  box.contestedUntil !== null && box.maxConnections > 0 && box.viewings >= box.maxConnections;

/** Stores the viewing that a box watches now. */
export const noteViewing = (
  { db }: AppContext,
  { boxId, linkId }: BoxLink,
  viewingId: string,
): Promise<number> =>
  db.tx((tx) =>
    tx.run(
      sql`update boxes set link_id = ${linkId}, viewing_id = ${viewingId} where id = ${boxId}`,
      'prepared',
    ),
  );
