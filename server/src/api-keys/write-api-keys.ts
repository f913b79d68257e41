/** Creates, rotates and revokes keys. The whole key is sent once, and only its hash is stored. */
import { type ApiKey, type ApiScope, MAX_API_KEYS } from '@ramal/contract/api-keys';
import { refuse } from '@ramal/contract/api/errors';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { localDay } from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import { isActive, readKeys } from './api-keys.sql.ts';
import { newSecret } from './key-format.ts';

export interface NewKey {
  readonly accountId: number;
  readonly name: string;
  readonly isExternal: boolean;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  readonly endsAt: Date | null;
  readonly dayLimit: number | null;
}

export type CreatedKey = ApiKey & { readonly key: string };

export async function insertKey(
  ctx: AppContext,
  tx: Tx,
  caller: Caller,
  input: NewKey,
): Promise<CreatedKey> {
  const now = ctx.clock.now();
  await checkRoom(tx, input.accountId, now);
  const row = await tx.first<{ id: number }>(sql`
    insert into api_keys (account_id, name, is_external, scopes, addresses, ends_at, day_limit, spent_on,
      created_by, created_at)
    values (${input.accountId}, ${input.name}, ${input.isExternal}, ${[...new Set(input.scopes)]}::text[],
      ${input.addresses}::inet[], ${input.endsAt}, ${input.dayLimit},
      ${localDay(now, ctx.clock.timeZone)}, ${caller.actor.id}, ${now})
    returning id`);
  await recordEvent(tx, caller.requestMeta, {
    kind: 'api-key-created',
    actorId: caller.actor.id,
    accountId: input.accountId,
    after: { key: input.name },
  });
  return insertSecret(ctx, tx, row!.id);
}

/**
 * Refuses a new key if the account already has the maximum number. Locks the account's row, so that
 * two concurrent requests cannot both create the last key.
 */
async function checkRoom(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.run(sql`select from accounts where id = ${accountId} for no key update`);
  const row = await tx.first<{ count: number }>(sql`
    select count(*) from api_keys k where k.account_id = ${accountId} and ${isActive(now)}`);
  if (row!.count >= MAX_API_KEYS) refuse('api_keys_too_many', { values: { most: MAX_API_KEYS } });
}

interface KeyOfAccount {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
}

/** Locks and returns the active key that matches the condition on `k`. */
const lockKey = (tx: Tx, which: Sql, now: Date): Promise<KeyOfAccount | undefined> =>
  tx.first<KeyOfAccount>(sql`
    select k.id, k.account_id, k.name from api_keys k
    where ${which} and ${isActive(now)} for update`);

interface KeyRotation {
  readonly caller: Caller;
  readonly which: Sql;
  readonly overlapHours: number;
}

/** Replaces only the secret of a key. Returns undefined if no such key exists. */
export async function rotateKey(
  ctx: AppContext,
  tx: Tx,
  { caller, which, overlapHours }: KeyRotation,
): Promise<CreatedKey | undefined> {
  const now = ctx.clock.now();
  const key = await lockKey(tx, which, now);
  if (!key) return undefined;
  const until = new Date(now.getTime() + overlapHours * HOUR_MS);
  await tx.run(sql`
    update api_key_secrets set ends_at = least(ends_at, ${until}) where key_id = ${key.id}`);
  await recordEvent(tx, caller.requestMeta, {
    kind: 'api-key-rotated',
    actorId: caller.actor.id,
    accountId: key.accountId,
    after: { key: key.name },
  });
  return insertSecret(ctx, tx, key.id);
}

/**
 * Revokes the key. Every process refuses it from its next request on. Returns undefined if no such
 * key exists.
 */
export async function revokeKey(
  ctx: AppContext,
  tx: Tx,
  { actor, requestMeta }: Caller,
  which: Sql,
): Promise<number | undefined> {
  const now = ctx.clock.now();
  const key = await lockKey(tx, which, now);
  if (!key) return undefined;
  await tx.run(sql`update api_keys set revoked_at = ${now} where id = ${key.id}`);
  await recordEvent(tx, requestMeta, {
    kind: 'api-key-revoked',
    actorId: actor.id,
    accountId: key.accountId,
    after: { key: key.name },
  });
  return key.id;
}

async function insertSecret(ctx: AppContext, tx: Tx, keyId: number): Promise<CreatedKey> {
  const { key, publicId, hash } = newSecret();
  await tx.run(sql`
    insert into api_key_secrets (key_id, public_id, hash, created_at)
    values (${keyId}, ${publicId}, ${hash}, ${ctx.clock.now()})`);
  const [made] = await readKeys(ctx, tx, sql`k.id = ${keyId}`);
  return { ...made!, key };
}
