import { platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { isOnLineServer } from '../../server-addresses.ts';
import { contestedUntil, viewingsNow } from '../../watching/watching.ts';
import { type PlayingLine, bouquetIds, lineState } from '../player.sql.ts';

/**
 * Identifiers that a box sent, or that its first sign-in pinned; null without one. Device ids
 * are digests.
 */
export interface BoxIds {
  readonly serial: string | null;
  readonly deviceId: string | null;
  readonly deviceId2: string | null;
}

/** A registered box together with its line. */
export interface PortalBox extends PlayingLine, BoxIds {
  readonly boxId: number;
  readonly mac: string;
  readonly session: string | null;
  readonly loginSession: string | null;
  readonly loginMark: string | null;
  readonly isBlocked: boolean;
  readonly isPinned: boolean;
  readonly waitsSince: Date;
  readonly linkId: string | null;
  readonly viewingId: string | null;
  readonly favourites: readonly number[];
  readonly favouriteSeries: readonly number[];
  readonly lastStreamId: number | null;
  readonly ordersWaiting: number;
  readonly ownerId: number;
  readonly note: string;
  readonly packageName: string | null;
  /** Until this time no player takes over a screen of another player of the line. */
  readonly contestedUntil: Date | null;
}

/** Selects boxes of lines that this player serves. */
const selectPortalBoxes = (now: Date): Sql => sql`
  select b.id as box_id, b.mac, b.serial, b.device_id, b.device_id2, b.session, b.login_session, b.login_mark,
    b.is_blocked, b.pinned_at is not null as is_pinned, b.waits_since, b.link_id, b.viewing_id,
    b.favourites, b.favourite_series, b.last_stream_id,
    (select count(*) from box_orders o where o.box_id = b.id and o.delivered_at is null) as orders_waiting,
    l.id, l.username, l.note, l.owner_id, l.is_trial, l.created_at, ${lineState},
    coalesce(p.max_connections, 1) as max_connections, p.name as package_name,
    ${viewingsNow(sql`l.id`, now)} as viewings, ${contestedUntil(sql`l.id`, now)} as contested_until,
    ${bouquetIds} as bouquet_ids, v.lists as lists_version, v.guide as guide_version
  from boxes b
  join lines l on l.id = b.line_id and l.platform = ${platforms.iptv.key} and l.deleted_at is null
  left join packages p on p.id = l.package_id cross join catalogue_version v`;

export const boxesByMac = (macs: readonly string[], now: Date): Sql => sql`
  ${selectPortalBoxes(now)} where b.mac = any(${macs}::text[]) and not ${isOnLineServer(sql`l.id`)}`;

export const boxById = (id: number, now: Date): Sql => sql`
  ${selectPortalBoxes(now)} where b.id = ${id} and not ${isOnLineServer(sql`l.id`)}`;

interface LifeSign {
  readonly id: number;
  readonly at: Date;
}

/** Writes life signs in the order of their keys, so that the batches of two processes cannot deadlock. */
export const writeLifeSigns = (signs: readonly LifeSign[]): Sql => sql`
  with seen as (
    select b.id, s.at from unnest(${signs.map(({ id }) => id)}::bigint[],
      ${signs.map(({ at }) => at)}::timestamptz[]) as s (id, at)
    join boxes b on b.id = s.id order by b.id for no key update of b)
  update boxes b set last_seen_at = seen.at from seen
  where b.id = seen.id and (b.last_seen_at is null or b.last_seen_at < seen.at)`;

export interface SignIn {
  readonly id: number;
  readonly session: string;
  readonly model: string;
  readonly firmware: string;
  readonly at: Date;
}

/**
 * Stores the token of each sign-in. A new token replaces the previous token of the box. Sign-ins
 * are written together, because thousands of boxes sign in within a minute after a power cut.
 */
export const writeSignIns = (signIns: readonly SignIn[]): Sql => {
  const column = <K extends keyof SignIn>(key: K) => signIns.map((signIn) => signIn[key]);
  return sql`
    with asked as (
      select distinct on (id) * from unnest(${column('id')}::bigint[], ${column('session')}::text[],
        ${column('model')}::text[], ${column('firmware')}::text[], ${column('at')}::timestamptz[])
        with ordinality as s (id, session, model, firmware, at, place) order by id, place desc
    ), held as (
      select b.id from boxes b join asked using (id) order by b.id for no key update of b
    ), updated as (
      update boxes b set session = asked.session, model = asked.model, firmware = asked.firmware,
        last_seen_at = asked.at
      from asked join held using (id) where b.id = asked.id returning b.id
    )
    insert into box_sign_ins (box_id, at, model)
    select asked.id, asked.at, asked.model from asked join updated using (id)`;
};
