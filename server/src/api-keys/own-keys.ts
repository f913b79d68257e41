/**
 * Lists, creates, rotates and revokes the keys of the caller's account. The list also contains the
 * keys that an admin created for the account.
 */
import type {
  createApiKey as creating,
  revokeApiKey as revoking,
  rotateApiKey as rotating,
} from '@ramal/contract/api-keys';
import { refuse, refuseFields } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { endOfDay, startOfDay } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { readKeys } from './api-keys.sql.ts';
import { type CreatedKey, insertKey, revokeKey, rotateKey } from './write-api-keys.ts';

/**
 * Maximum number of keys in the list of an account, the newest first. Expired and revoked keys
 * count too.
 */
const MAX_LISTED = 500;

const isOwnKey = ({ id }: Pick<Actor, 'id'>, keyId: number): Sql =>
  sql`k.account_id = ${id} and k.id = ${keyId}`;

export const listOwnKeys = async (ctx: AppContext, { id }: Actor) => ({
  data: (await readKeys(ctx, ctx.db, sql`k.account_id = ${id}`)).slice(0, MAX_LISTED),
});

/** Converts the last day of a key to the time at which that day ends. Refuses a day in the past. */
export function parseKeyEnd(clock: AppContext['clock'], endsOn: string | undefined): Date | null {
  if (!endsOn) return null;
  const endsAt = endOfDay(startOfDay(endsOn, clock.timeZone), clock.timeZone);
  refuseFields(endsAt <= clock.now() ? { endsOn: 'Escolha hoje ou um dia depois.' } : {});
  return endsAt;
}

export async function createOwnKey(
  ctx: AppContext,
  call: Call<typeof creating>,
): Promise<CreatedKey> {
  const { name, scopes, addresses, endsOn, creditsADay } = call.body;
  const { clock } = ctx;
  const endsAt = parseKeyEnd(clock, endsOn);
  return ctx.db.tx((tx) =>
    insertKey(ctx, tx, call, {
      accountId: call.actor.id,
      name,
      isExternal: false,
      scopes,
      addresses,
      endsAt,
      dayLimit: creditsADay ?? null,
    }),
  );
}

export const rotateOwnKey = async (
  ctx: AppContext,
  call: Call<typeof rotating>,
): Promise<CreatedKey> =>
  (await ctx.db.tx((tx) =>
    rotateKey(ctx, tx, {
      caller: call,
      which: isOwnKey(call.actor, call.params.id),
      overlapHours: call.body.overlapHours,
    }),
  )) ?? refuse('api_key_not_found');

export const revokeOwnKey = async (ctx: AppContext, call: Call<typeof revoking>): Promise<number> =>
  (await ctx.db.tx((tx) => revokeKey(ctx, tx, call, isOwnKey(call.actor, call.params.id)))) ??
  refuse('api_key_not_found');
