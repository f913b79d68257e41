/**
 * Counts and revokes keys after a restore. A restore makes keys valid again that were revoked after
 * the backup.
 */
import sql, { type Sql } from 'sql-template-tag';
import { insertRowEventsCte } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { isActive } from './api-keys.sql.ts';

interface RestoreTimes {
  readonly restoredAt: Date;
  readonly now: Date;
}

/** SQL condition on `k`: the key is active and has a valid secret from before the restore. */
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

/**
 * Revokes all restored keys and records the same events as a revocation by the owner. Every process
 * refuses the keys from the next request on.
 */
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
