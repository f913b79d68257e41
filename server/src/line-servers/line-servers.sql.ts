/** Servers as they are kept; address and key stay encrypted until a server is asked something. */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';
import { resumeQueue } from '../outbox/outbox.ts';
import type { ServerKind, ServerOffers } from './port.ts';

export type DifferenceRule = 'list' | 'ours';

export interface LineServer {
  readonly id: number;
  readonly name: string;
  readonly kind: ServerKind;
  readonly platform: PlatformKey;
  readonly idFranchise: number | null;
  readonly sealedAccess: Buffer;
  readonly host: string;
  readonly playerUrl: string | null;
  readonly takesNew: boolean;
  readonly provenAt: Date | null;
  readonly finding: string;
  readonly offers: ServerOffers;
  readonly rules: Readonly<Partial<Record<string, DifferenceRule>>>;
  readonly comparedAt: Date | null;
  readonly comparedLines: number | null;
}

export const serverColumns: Sql = sql`
  s.id, s.name, s.kind, s.platform, s.id_franchise as "idFranchise", s.sealed_access as "sealedAccess", s.host,
  s.player_url as "playerUrl", s.takes_new as "takesNew", s.proven_at as "provenAt", s.finding, s.offers,
  s.rules, s.compared_at as "comparedAt", s.compared_lines as "comparedLines"`;

export const findServer = (reader: Reader, id: number): Promise<LineServer | undefined> =>
  reader.first(sql`select ${serverColumns} from line_servers s where s.id = ${id}`);

export const lockServer = (tx: Tx, id: number): Promise<LineServer | undefined> =>
  tx.first(
    sql`select ${serverColumns} from line_servers s where s.id = ${id} for no key update of s`,
  );

/** Asks for every line that has not reached this server to be brought there now; answers how many. */
export async function pushUnpushed(tx: Tx, serverId: number): Promise<number> {
  await resumeQueue(tx, queueOf(serverId));
  const row = await tx.first<{ count: number }>(sql`
    with unpushed as (
      select id from server_lines where server_id = ${serverId} and pushed_revision < revision
    )
    select count(*)::int as count, push_server_lines(array(select id from unpushed order by id)) from unpushed`);
  return row!.count;
}

/** Condition on `server_lines sl`: the line is deleted here and gone there. Only a restored line needs its place. */
const isGone: Sql = sql`(sl.remote_id is null and sl.pushed_revision = sl.revision
  and exists (select from lines l where l.id = sl.line_id and l.deleted_at is not null))`;

/** Condition on `server_lines sl`: the server has the line, or is to have it or give it up. */
export const isThere: Sql = sql`not ${isGone}`;

/** Deletes the places that match and whose lines are gone on both sides. */
export const deleteGonePlaces = (tx: Tx, matching: Sql): Promise<number> =>
  tx.run(sql`delete from server_lines sl where ${isGone} and (${matching})`);

/**
 * Condition: the user name is the line's or was before. Of an erased line no name is known. Both are given with the
 * name of their table: the tables that are looked in have columns of the same names.
 */
export const isNameOf = (lineId: Sql, username: Sql): Sql => sql`(
  exists (select from lines n where n.id = ${lineId} and n.username = ${username})
  or exists (select from server_lines n where n.line_id = ${lineId} and n.username = ${username})
  or exists (select from events n where n.line_id = ${lineId}
    and ${username} in (n.before->>'username', n.after->>'username')))`;

/** The queue in the outbox in which a server's lines wait. */
export const queueOf = (serverId: number): string => `line-server:${serverId}`;

/** Column: where customers' apps find the line on its server; null where the panel serves it itself. */
export const serverUrlOf = (lineId: Sql): Sql => sql`(
  select s.player_url from server_lines sl join line_servers s on s.id = sl.server_id
  where sl.line_id = ${lineId} and sl.is_current)`;

/** After a line was written: the server it went to may be another one. */
export const readServerUrl = async (reader: Reader, lineId: number): Promise<string | null> =>
  (await reader.first<{ url: string | null }>(
    sql`select ${serverUrlOf(sql`${lineId}::bigint`)} as url`,
  ))!.url;

/** Column: where customers' apps will find a line of this account that is about to be created. */
export const serverUrlOfNew = (
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

/** Condition: the line is served by a server of others, not by the panel's own player. */
export const isElsewhere = (lineId: Sql): Sql =>
  sql`exists (select from server_lines sl where sl.line_id = ${lineId} and sl.is_current)`;
