/**
 * Lists published announcements, newest first. Updates are listed in pages (Q-UPDATESPAGE), and the
 * newest of each other group without pages. Q-ANNTYPES defines where each group is shown.
 */
import {
  UPDATES_PER_PAGE,
  type listAnnouncements as declaration,
  type listWrittenAnnouncements as writtenDeclaration,
  type WrittenAnnouncement,
} from '@ramal/contract/announcements';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import sql, { type Sql } from 'sql-template-tag';
import { formatDateTime, localMinute, unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { boundedTotal, toPageAnswer, limitOffset } from '../foundation/pages.ts';
import { type VersionedRow, versionColumn } from '../foundation/queries/row-version.ts';

type Type = HandlerResult<typeof declaration>['anuncios'][number]['type'];
const BOARD: Type = 1;
const UPDATES: Type = 2;
const PORTAL: Type = 3;
const PORTAL_P2P: Type = 5;

/**
 * Maximum number of announcements in a group without pages. Older announcements are not useful to
 * readers.
 */
const MAX_SHOWN = 50;

export interface PublishedAnnouncement extends VersionedRow {
  readonly id: number;
  readonly type: Type;
  readonly title: string;
  readonly body: string;
  readonly publishedAt: Date;
  readonly endsAt: Date | null;
}

export async function listAnnouncements(
  ctx: AppContext,
  { query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const now = ctx.clock.now();
  const pageQuery = { page: query.page, perPage: UPDATES_PER_PAGE };
  const [groups, total] = await Promise.all([
    ctx.db.many<PublishedAnnouncement>(newestOfEach([BOARD, PORTAL, PORTAL_P2P], now)),
    boundedTotal(ctx.db, sql`select from announcements where ${isPublished(UPDATES, now)}`),
  ]);
  const { limit, offset, fromEnd } = limitOffset(pageQuery, total);
  const announcements = await ctx.db.many<PublishedAnnouncement>(
    newest(isPublished(UPDATES, now), limit, offset, fromEnd),
  );
  const wire = (row: PublishedAnnouncement) => serializeAnnouncement(ctx, row);
  const ofType = (type: Type) => groups.filter((row) => row.type === type).map(wire);
  const { data, ...paging } = toPageAnswer(
    pageQuery,
    total,
    (fromEnd ? announcements.toReversed() : announcements).map(wire),
  );
  return {
    anuncios: ofType(BOARD),
    atualizacoes: data,
    anunciosPortal: ofType(PORTAL),
    anunciosP2P: ofType(PORTAL_P2P),
    anunciosPortalP2P: ofType(PORTAL_P2P),
    ...paging,
  };
}

/** Returns the announcements that the portal shows to customers of a platform, newest first. */
export const readPortalAnnouncements = (
  { db, clock }: AppContext,
  platform: 'iptv' | 'p2p',
): Promise<readonly Pick<PublishedAnnouncement, 'title' | 'body' | 'publishedAt'>[]> =>
  db.many<PublishedAnnouncement>(
    newestOfEach([platform === 'iptv' ? PORTAL : PORTAL_P2P], clock.now()),
  );

/** Lists all announcements of a type for admins, including scheduled and ended ones. */
export async function listWrittenAnnouncements(
  ctx: AppContext,
  { query }: Call<typeof writtenDeclaration>,
): Promise<HandlerResult<typeof writtenDeclaration>> {
  const ofType = sql`type = ${query.type} and deleted_at is null`;
  const total = await boundedTotal(ctx.db, sql`select from announcements where ${ofType}`);
  const { limit, offset, fromEnd } = limitOffset(query, total);
  const announcements = await ctx.db.many<PublishedAnnouncement>(
    newest(ofType, limit, offset, fromEnd),
  );
  const rows = fromEnd ? announcements.toReversed() : announcements;
  return toPageAnswer(
    query,
    total,
    rows.map((row) => serializeWrittenAnnouncement(ctx, row)),
  );
}

export const columns = sql`id, type, title, body, published_at,
  ends_at, ${versionColumn}`;
/** SQL condition: true between the announcement's date and its end. */
const isOnAir = (now: Date): Sql =>
  sql`published_at <= ${now} and (ends_at is null or ends_at > ${now})`;

const isPublished = (type: Type, now: Date): Sql =>
  sql`type = ${type} and deleted_at is null and ${isOnAir(now)}`;

const newest = (which: Sql, limit: number, offset: number, fromEnd: boolean): Sql => sql`
  select ${columns} from announcements where ${which}
  order by ${fromEnd ? sql`published_at, id` : sql`published_at desc, id desc`} limit ${limit} offset ${offset}`;

const newestOfEach = (types: readonly Type[], now: Date): Sql => sql`
  select newest.* from unnest(${[...types]}::smallint[]) wanted (type) cross join lateral (
    select ${columns} from announcements where type = wanted.type and deleted_at is null and ${isOnAir(now)}
    order by published_at desc, id desc limit ${MAX_SHOWN}
  ) newest
  order by published_at desc, id desc`;

export const serializeAnnouncement = (
  { clock }: AppContext,
  { id, type, title, body, publishedAt }: PublishedAnnouncement,
) => ({
  id,
  heading: title,
  bodyText: body,
  type,
  dateFormatted: formatDateTime(publishedAt, clock.timeZone),
  timestamp: unixSeconds(publishedAt),
});

export function serializeWrittenAnnouncement(
  ctx: AppContext,
  row: PublishedAnnouncement,
): WrittenAnnouncement {
  const { timeZone } = ctx.clock;
  const now = ctx.clock.now();
  const isEnded = row.endsAt !== null && row.endsAt <= now;
  return {
    ...serializeAnnouncement(ctx, row),
    publishAt: localMinute(row.publishedAt, timeZone),
    endsAt: row.endsAt && localMinute(row.endsAt, timeZone),
    state: isEnded ? 'ended' : row.publishedAt > now ? 'scheduled' : 'published',
    version: row.version,
  };
}
