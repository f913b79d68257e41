import { platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { isOnLineServer, serverUrlColumn } from '../server-addresses.ts';
import { viewingsNow } from '../watching/watching.ts';
import type { LineState } from './line-state.ts';

/** SQL: bouquets of line `l`, which are those of its package or its own set (Q-PACKAGES). */
export const bouquetIds = sql`case when l.package_id is null then l.bouquet_ids
  else array(select pb.bouquet_id from package_bouquets pb where pb.package_id = l.package_id) end`;

export const lineState = sql`l.password, l.is_on, l.expires_at,
  l.blocked_for_abuse_at`;

export interface PlayingLine extends LineState {
  readonly id: number;
  readonly username: string;
  readonly isTrial: boolean;
  readonly createdAt: Date;
  /** Maximum number of screens; 0 is unlimited. A line with its own set of bouquets has 1. */
  readonly maxConnections: number;
  readonly viewings: number;
  readonly bouquetIds: readonly number[];
  /** Version of the lists of players, which is part of cache keys. */
  readonly listsVersion: number;
  readonly guideVersion: number;
}

/**
 * Selects everything that sign-ins need, in one statement. Only IPTV lines sign in to the player
 * (Q-P2PPLAY). Lines on a line server are excluded, because this panel does not count their
 * screens.
 */
export const linesByUsername = (usernames: readonly string[], now: Date): Sql => sql`
  select l.id, l.username, l.is_trial, l.created_at, ${lineState},
    coalesce(p.max_connections, 1) as max_connections,
    ${viewingsNow(sql`l.id`, now)} as viewings, ${bouquetIds} as bouquet_ids,
    v.lists as lists_version, v.guide as guide_version
  from unnest(${usernames}::text[]) as asked (username)
  join lines l on l.platform = ${platforms.iptv.key} and l.username = asked.username and l.deleted_at is null
  left join packages p on p.id = l.package_id cross join catalogue_version v
  where not ${isOnLineServer(sql`l.id`)}`;

/**
 * Selects the target of a short link of the installation. Short codes of lines are stored with the
 * lines (Q-SHORTENER).
 */
export const urlByShortCode = (code: string): Sql => sql`
  select url from short_links where code = ${code}`;

export const lineByShortCode = (code: string): Sql => sql`
  select l.username, l.password, ${serverUrlColumn(sql`l.id`)} as server_url from lines l
  where l.short_code = ${code} and l.deleted_at is null`;
