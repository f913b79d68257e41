/** Servers as they are kept; address and key stay encrypted until a server is asked something. */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';
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
