/**
 * External key of a reseller. Only admins create external keys, and a reseller has at most one at a
 * time (Q-EXTERNALKEY).
 */
import {
  EXTERNAL_SCOPES,
  type getExternalKey as getting,
  type makeExternalKey as making,
  type revokeExternalKey as revoking,
} from '@ramal/contract/api-keys';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { Reader } from '../foundation/database.ts';
import { isActive, readKeys } from './api-keys.sql.ts';
import { type CreatedKey, insertKey, revokeKey, rotateKey } from './write-api-keys.ts';

const NAME = 'Integração externa';

const externalOf = (accountId: number): Sql => sql`k.account_id = ${accountId} and k.is_external`;

/**
 * Returns the user name of a reseller. Refuses an admin, because admins have no keys. A call that
 * writes passes a lock, so that two concurrent requests create only one key.
 */
async function findSeller(reader: Reader, id: number, lock: Sql = sql``): Promise<string> {
  const row = await reader.first<{ username: string }>(sql`
    select username from accounts
    where id = ${id} and deleted_at is null and profile <> 'admin' ${lock}`);
  return row?.username ?? refuse('reseller_not_found');
}

const locked = sql`for no key update`;

export async function getExternalKey(
  ctx: AppContext,
  { params: { id } }: Call<typeof getting>,
): Promise<HandlerResult<typeof getting>> {
  const username = await findSeller(ctx.db, id);
  const [key] = await readKeys(
    ctx,
    ctx.db,
    sql`${externalOf(id)} and ${isActive(ctx.clock.now())}`,
  );
  return { id, username, key: key ?? null };
}

/** Creates the external key, or rotates the existing one. */
export const makeExternalKey = (ctx: AppContext, call: Call<typeof making>): Promise<CreatedKey> =>
  ctx.db.tx(async (tx) => {
    const { id } = call.params;
    await findSeller(tx, id, locked);
    const rotated = await rotateKey(ctx, tx, {
      caller: call,
      which: externalOf(id),
      overlapHours: call.body.overlapHours,
    });
    if (rotated) return rotated;
    return insertKey(ctx, tx, call, {
      accountId: id,
      name: NAME,
      isExternal: true,
      scopes: EXTERNAL_SCOPES,
      addresses: [],
      endsAt: null,
      dayLimit: null,
    });
  });

export const revokeExternalKey = (ctx: AppContext, call: Call<typeof revoking>): Promise<number> =>
  ctx.db.tx(async (tx) => {
    await findSeller(tx, call.params.id, locked);
    const revoked = await revokeKey(ctx, tx, call, externalOf(call.params.id));
    return revoked ?? refuse('api_key_not_found');
  });
