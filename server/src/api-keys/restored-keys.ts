/** Keys after a restore: one that was revoked since the backup is in force again with the data. */
import sql, { type Sql } from 'sql-template-tag';
import { insertRowEventsCte } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { isActive } from './api-keys.sql.ts';

interface RestoreTimes {
  readonly restoredAt: Date;
  readonly now: Date;
}

/** Condition on `k`: a secret of before the restore is still accepted. */
const isRestored = ({ restoredAt, now }: RestoreTimes): Sql => sql`
  ${isActive(now)} and exists (
    select from api_key_secrets s
    where s.key_id = k.id and s.created_at <= ${restoredAt} and (s.ends_at is null or s.ends_at > ${now}))`;

export async function countRestoredKeys(reader: Reader, restored: RestoreTimes): Promise<number> {
  const row = await reader.first<{ count: number }>(
    sql`select count(*) from api_keys k where ${isRestored(restored)}`,
  );
  return row!.count;
}

/** Revokes them as their owners would, from the next request of every process on. */
export const revokeRestoredKeys = (
  tx: Tx,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  restored: RestoreTimes,
): Promise<number> =>
  tx.run(sql`
    with revoked as (
      update api_keys k set revoked_at = ${restored.now} where ${isRestored(restored)}
      returning k.account_id, null::jsonb as before, jsonb_build_object('key', k.name) as after)
    ${insertRowEventsCte(requestMeta, sql`revoked`, { kind: 'api-key-revoked', actorId: actor.id })}`);
