import { platforms } from '@ramal/contract/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { viewingsNow } from '../watching/online.ts';
import type { LineState } from './line-state.ts';

/** Bouquets of line `l`: those of its package, or its own set (Q-PACKAGES). */
export const bouquetIds = sql`case when l.package_id is null then l.bouquet_ids
  else array(select pb.bouquet_id from package_bouquets pb where pb.package_id = l.package_id) end`;

export const lineState = sql`l.password, l.is_on as "isOn", l.expires_at as "expiresAt",
  l.blocked_for_abuse_at as "blockedForAbuseAt"`;

export interface PlayingLine extends LineState {
  readonly id: number;
  readonly username: string;
  readonly isTrial: boolean;
  readonly createdAt: Date;
  /** 0 is without limit; a custom set of bouquets has one. */
  readonly maxConnections: number;
  readonly viewings: number;
  readonly bouquetIds: readonly number[];
}

/** Everything a sign-in needs in one statement; only IPTV lines sign in here (Q-P2PPLAY). */
export const lineByUsername = (username: string, now: Date): Sql => sql`
  select l.id, l.username, l.is_trial as "isTrial", l.created_at as "createdAt", ${lineState},
    coalesce(p.max_connections, 1) as "maxConnections",
    ${viewingsNow(sql`l.id`, now)} as "viewings", ${bouquetIds} as "bouquetIds"
  from lines l left join packages p on p.id = l.package_id
  where l.platform = ${platforms.iptv.key} and l.username = ${username} and l.deleted_at is null`;

export const lineByShortCode = (code: string): Sql => sql`
  select username, password from lines where short_code = ${code} and deleted_at is null`;

export interface Category {
  readonly id: number;
  readonly name: string;
}

export interface Channel {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly categoryId: number;
  readonly categoryName: string;
  readonly icon: string;
  readonly epgChannelId: string | null;
  readonly isAdult: boolean;
  readonly addedAt: Date;
}

const inBouquets = (ids: readonly number[]): Sql => sql`exists (
  select from bouquet_categories b where b.category_id = s.category_id and b.bouquet_id = any(${ids}::bigint[]))`;

export const liveCategories = (bouquets: readonly number[]): Sql => sql`
  select c.id, c.name from categories c
  where c.kind = 'live' and exists (
    select from streams s where s.category_id = c.id and s.kind = 'live' and ${inBouquets(bouquets)})
  order by c.position, c.id`;

/** `categoryId` null is every category. */
export const liveChannels = (bouquets: readonly number[], categoryId: number | null): Sql => sql`
  select s.id, s.number, s.name, c.id as "categoryId", c.name as "categoryName", s.icon,
    s.epg_channel_id as "epgChannelId", s.is_adult as "isAdult", s.added_at as "addedAt"
  from streams s join categories c on c.id = s.category_id
  where s.kind = 'live' and ${inBouquets(bouquets)}
    and (${categoryId}::bigint is null or c.id = ${categoryId})
  order by c.position, c.id, s.number, s.id`;

export interface RefusedPlayer {
  readonly at: Date;
  readonly address: string;
  readonly username: string;
  readonly passwordMasked: string;
  readonly host: string;
}

export const insertRefusedPlayer = (row: RefusedPlayer): Sql => sql`
  insert into refused_players (at, address, username, password_masked, host)
  values (${row.at}, ${row.address}, ${row.username}, ${row.passwordMasked}, ${row.host})`;
