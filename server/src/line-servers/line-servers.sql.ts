/**
 * Reads line servers from the database. Address and key stay encrypted until a request is sent to
 * the server.
 */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';
import { resumeQueue } from '../outbox/outbox.ts';
import type { ServerKind, ServerOffers } from './port.ts';

type DifferenceRule = 'list' | 'ours';

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
  s.id, s.name, s.kind, s.platform, s.id_franchise, s.sealed_access, s.host,
  s.player_url, s.takes_new, s.proven_at, s.finding, s.offers,
  s.rules, s.compared_at, s.compared_lines`;

export const findServer = (reader: Reader, id: number): Promise<LineServer | undefined> =>
  reader.first(sql`select ${serverColumns} from line_servers s where s.id = ${id}`);

export const lockServer = (tx: Tx, id: number): Promise<LineServer | undefined> =>
  tx.first(
    sql`select ${serverColumns} from line_servers s where s.id = ${id} for no key update of s`,
  );

/**
 * Requests a push of every line whose last change was not pushed to this server yet. Returns the
 * number of these lines.
 */
export async function requestPendingPushes(tx: Tx, serverId: number): Promise<number> {
  await resumeQueue(tx, lineServerQueue(serverId));
  const row = await tx.first<{ count: number }>(sql`
    with unpushed as (
      select id from server_lines where server_id = ${serverId} and pushed_revision < revision
    )
    select count(*)::int as count, push_server_lines(array(select id from unpushed order by id)) from unpushed`);
  return row!.count;
}

/**
 * SQL condition on `server_lines sl`: the line is deleted in the panel and on the server. The row
 * remains only because the line may be restored.
 */
const isGone: Sql = sql`(sl.remote_id is null and sl.pushed_revision = sl.revision
  and exists (select from lines l where l.id = sl.line_id and l.deleted_at is not null))`;

/**
 * SQL condition on `server_lines sl`: the server has the line, or a push that adds or removes it is
 * pending.
 */
export const isPlaced: Sql = sql`not ${isGone}`;

/** Deletes the matching placements whose lines are deleted on both sides. */
export const deleteGonePlacements = (tx: Tx, matching: Sql): Promise<number> =>
  tx.run(sql`delete from server_lines sl where ${isGone} and (${matching})`);

/**
 * SQL condition: the user name is the current or a former name of the line. The names of an erased
 * line are unknown, so the condition is false. Both arguments must contain their table's name,
 * because the inner tables have columns with the same names.
 */
export const isNameOfLine = (lineId: Sql, username: Sql): Sql => sql`(
  exists (select from lines n where n.id = ${lineId} and n.username = ${username})
  or exists (select from server_lines n where n.line_id = ${lineId} and n.username = ${username})
  or exists (select from events n where n.line_id = ${lineId}
    and ${username} in (n.before->>'username', n.after->>'username')))`;

/** Outbox queue of a server's lines. */
export const lineServerQueue = (serverId: number): string => `line-server:${serverId}`;
