/**
 * Inserts lines from another panel, many in one statement. They keep their names, passwords and
 * expiries, and cost nothing.
 */
import sql from 'sql-template-tag';
import { insertLineEventsCte } from '../../events/events.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import { newShortCode } from '../../player/player.ts';

export interface ImportedLineInput {
  readonly ownerId: number;
  readonly username: string;
  readonly password: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly isOn: boolean;
  /**
   * Time of the import if the other panel has banned the line; otherwise null. A banned line is
   * imported as blocked for abuse.
   */
  readonly blockedAt: Date | null;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly packageId: number | null;
  readonly bouquetIds: readonly number[];
}

/**
 * Inserts the lines and returns them. Lines whose name is taken, and lines of accounts that no
 * longer exist, are omitted. `list` is the panel that the lines come from.
 */
export const insertImportedLines = (
  tx: Tx,
  { actor, requestMeta }: Caller,
  lines: readonly ImportedLineInput[],
  list: string,
): Promise<{ id: number; username: string }[]> => {
  const rows = lines.map((line) => ({ ...line, shortCode: newShortCode() }));
  const event = insertLineEventsCte(requestMeta, sql`made`, {
    kind: 'line-moved-in',
    actorId: actor.id,
    after: { list },
  });
  return tx.many(sql`
    with made as (
      insert into lines (platform, owner_id, username, password, is_trial, is_on, expires_at, created_at, note,
        whatsapp, package_id, bouquet_ids, short_code, blocked_for_abuse_at, abuse_reasons, origin)
      select 'iptv', a.id, r.username, r.password, false, r."isOn", r."expiresAt", r."createdAt", r.note,
        r.whatsapp, r."packageId", r."bouquetIds", r."shortCode", r."blockedAt",
        case when r."blockedAt" is null then '' else ${`Bloqueada em ${list}`} end, 'import'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("ownerId" bigint, username text, password text,
        "isOn" boolean, "expiresAt" timestamptz, "createdAt" timestamptz, note text, whatsapp text,
        "packageId" bigint, "bouquetIds" bigint[], "shortCode" text, "blockedAt" timestamptz)
      join accounts a on a.id = r."ownerId" and a.deleted_at is null
      on conflict on constraint lines_name_key do nothing
      returning id, owner_id, platform, username, null::jsonb as before
    ), event as (${event})
    select id, username from made`);
};
