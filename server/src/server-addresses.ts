/**
 * Reads if a line server serves a line, and the URL for the customers' apps. Modules that
 * `line-servers` itself uses read only these columns of its tables.
 */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from './foundation/database.ts';

/**
 * SQL column: URL of the line's server for the customers' apps. Null if the panel serves the line.
 */
export const serverUrlColumn = (lineId: Sql): Sql => sql`(
  select s.player_url from server_lines sl join line_servers s on s.id = sl.server_id
  where sl.line_id = ${lineId} and sl.is_current)`;

/** Returns the URL after a line was written, because the write may have assigned another server. */
export const readServerUrl = async (reader: Reader, lineId: number): Promise<string | null> =>
  (await reader.first<{ url: string | null }>(
    sql`select ${serverUrlColumn(sql`${lineId}::bigint`)} as url`,
  ))!.url;

/** SQL column: URL for the customers' apps of a line that this account is about to create. */
export const newServerUrlColumn = (
  platform: PlatformKey,
  ownerId: number,
  watches: {
    readonly packageId?: number | null;
    readonly bouquetIds?: readonly number[];
    readonly productId?: number | null;
  },
): Sql => sql`(
  select case when exists (select from line_servers) then (
    select s.player_url from line_servers s
    where s.id = choose_line_server(${platform}, ${ownerId}, ${watches.packageId ?? null},
      ${watches.bouquetIds ?? []}::bigint[], ${watches.productId ?? null})) end)`;

/** SQL condition: a line server serves the line, and not the panel's own player. */
export const isOnLineServer = (lineId: Sql): Sql =>
  sql`exists (select from server_lines sl where sl.line_id = ${lineId} and sl.is_current)`;
