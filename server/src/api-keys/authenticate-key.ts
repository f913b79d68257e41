/**
 * Finds the account of an API key. One prepared query per request reads the secret, its key and the
 * account. A revocation, a block or a removed grant therefore applies to the next request of every
 * process. During the quarantine after a restore no key is accepted, because it may have been
 * revoked after the backup. A guessed key fails its checksum and costs no query. Wrong keys with a
 * valid checksum are counted by network, and a network with too many is refused.
 */
import { timingSafeEqual } from 'node:crypto';
import type { ApiScope } from '@ramal/contract/api-keys';
import { refuse } from '@ramal/contract/api/errors';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor, RequestMeta } from '../foundation/caller.ts';
import { localDay } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { AuthGuard } from '../foundation/http/bind.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import { createFailureLimiter } from '../foundation/limits/rate-limiter.ts';
import { quarantineCondition } from '../quarantine/quarantine.ts';
import { type AccountState, activeAccountSql, actorOf } from '../sessions/sessions.ts';
import { type ParsedKey, parseKey } from './key-format.ts';

interface Holder extends AccountState {
  readonly keyId: number;
  readonly secretId: number;
  readonly hash: Buffer;
  readonly scopes: ApiScope[];
  readonly isInvalid: boolean;
  readonly isExternal: boolean;
  readonly isFromAllowed: boolean;
  readonly lastUsedAt: Date | null;
  readonly isHeld: boolean;
}

export function createAuthenticateKey(ctx: AppContext): AuthGuard['authenticate'] {
  const failures = createFailureLimiter(ctx, 'api-key-wrong');
  return async (token, requestMeta) => {
    const key = parseKey(token ?? '');
    if (!key) return refuse('key_refused');
    const network = toNetwork(requestMeta.ip);
    await failures.check(network);
    const holder = await findHolder(ctx, key, requestMeta);
    if (!holder) {
      await failures.countFailure(network);
      return refuse('key_refused');
    }
    checkHolder(holder);
    if (!holder.isFromAllowed) {
      recordRefusal(ctx, holder, requestMeta);
      refuse('key_address_refused', { values: { address: requestMeta.ip } });
    }
    if (holder.isHeld) refuse('in_quarantine');
    recordUse(ctx, holder, requestMeta);
    return {
      ...actorOf(holder),
      // A key has no sign-in. The empty id matches no sign-in, and keys cannot use the calls about
      // the caller's sign-ins.
      signInId: '',
      regPasswordHash: Buffer.alloc(32),
      apiKey: {
        id: holder.keyId,
        day: localDay(ctx.clock.now(), ctx.clock.timeZone),
        scopes: new Set(holder.scopes),
      },
    } satisfies Actor;
  };
}

async function findHolder(
  { db, clock }: AppContext,
  { publicId, hash }: ParsedKey,
  { ip }: RequestMeta,
): Promise<Holder | undefined> {
  const now = clock.now();
  const holder = await db.first<Holder>(
    sql`
      select ${activeAccountSql(now)}, k.id as key_id, s.id as secret_id, s.hash, k.scopes,
        k.revoked_at is not null or coalesce(least(k.ends_at, s.ends_at) <= ${now}, false) as is_invalid,
        k.is_external, s.last_used_at, ${quarantineCondition} as is_held,
        k.addresses = '{}' or ${ip}::inet <<= any(k.addresses) as is_from_allowed
      from api_key_secrets s join api_keys k on k.id = s.key_id join accounts a on a.id = k.account_id
      where s.public_id = ${publicId}`,
    'prepared',
  );
  return holder && timingSafeEqual(holder.hash, hash) ? holder : undefined;
}

/** Refuses a key that may not be used. Unknown, revoked and expired keys get the same response. */
function checkHolder(holder: Holder): void {
  const { isInvalid, isDeleted, isBlocked, isExternal, grants, flags, profile } = holder;
  // Admins must sign in. A key of an admin is refused, so that no program acts as an admin.
  if (isInvalid || isDeleted || isBlocked || profile === 'admin') refuse('key_refused');
  if (!isExternal && !grants.includes('api.keys')) refuse('key_refused');
  // An account without the sign-in flag cannot use the API either (Q-LOGINFLAG).
  if (!flags.includes('login')) refuse('key_refused');
}

function recordUse(ctx: AppContext, { secretId, lastUsedAt }: Holder, { ip }: RequestMeta): void {
  const now = ctx.clock.now();
  const due = new Date(now.getTime() - MINUTE_MS);
  if (lastUsedAt && lastUsedAt > due) return;
  // If many requests run at once, in any process, only one of them updates the row.
  updateInBackground(
    ctx,
    sql`
      update api_key_secrets set last_used_at = ${now}, last_used_ip = ${ip}::inet
      where id = ${secretId} and (last_used_at is null or last_used_at <= ${due})`,
  );
}

function recordRefusal(ctx: AppContext, { keyId }: Holder, { ip }: RequestMeta): void {
  const now = ctx.clock.now();
  updateInBackground(
    ctx,
    sql`
      update api_keys set refused_at = ${now}, refused_ip = ${ip}::inet
      where id = ${keyId}
        and (refused_at is null or refused_at <= ${new Date(now.getTime() - MINUTE_MS)})`,
  );
}

/**
 * Runs an update in the background, so that the request does not wait. If the update fails, a later
 * request tries again.
 */
function updateInBackground({ db, log }: AppContext, update: Sql): void {
  db.first(update, 'prepared').catch((error: unknown) =>
    log.debug({ err: error }, 'last use of a key was not stored'),
  );
}
