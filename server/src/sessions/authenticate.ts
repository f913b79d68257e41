/**
 * Finds the account of a token. One prepared query per request reads the session, its account, the
 * grants and the functions. A sign-out, a block or a password change therefore applies to the next
 * request in every process (Q-401403).
 */
import { refuse } from '@ramal/contract/api/errors';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { AuthGuard } from '../foundation/http/bind.ts';
import { type AccountState, toActor, activeAccountSql } from './account-state.ts';
import { createTokens } from './token.ts';
import { touchSignIn } from './touch-sign-in.ts';

export function createAuthenticate(ctx: AppContext): AuthGuard['authenticate'] {
  const tokens = createTokens(ctx);
  return async (token) => {
    if (token === undefined) refuse('token_missing');
    const signInId = await tokens.read(token);
    const holder = await findHolder(ctx.db, signInId, ctx.clock.now());
    if (!holder) refuse('token_ended');
    if (holder.isDeleted) refuse('token_without_account');
    if (holder.isEnded || holder.isBlocked || isIdle(holder, ctx.clock.now()))
      refuse('token_ended');
    const actor: Actor = {
      ...toActor(holder),
      signInId,
      regPasswordHash: holder.regPasswordHash,
    };
    // While sign-in is disabled the sessions are refused but do not end. They are valid again when
    // it is enabled (Q-LOGINFLAG).
    if (actor.profile !== 'admin' && !actor.flags.has('login')) refuse('token_ended');
    touchSignIn(ctx, signInId, holder.lastUsedAt);
    return actor;
  };
}

interface Holder extends AccountState {
  readonly isEnded: boolean;
  readonly regPasswordHash: Buffer;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

/** An admin session ends after this time without a request (Q-2FASESSIONS). */
const ADMIN_IDLE_MS = 2 * HOUR_MS;

const isIdle = ({ profile, lastUsedAt }: Holder, now: Date): boolean =>
  profile === 'admin' && now.getTime() - lastUsedAt.getTime() > ADMIN_IDLE_MS;

const findHolder = (reader: Reader, signInId: string, now: Date): Promise<Holder | undefined> =>
  reader.first<Holder>(
    sql`
      select ${activeAccountSql(now)}, s.ended_at is not null as is_ended,
        s.reg_password_hash, coalesce(s.last_used_at, s.created_at) as last_used_at,
        s.expires_at
      from sign_ins s join accounts a on a.id = s.account_id
      where s.id = ${signInId}`,
    'prepared',
  );

/**
 * True if the session is still valid. Used by responses that continue after the check of their
 * request.
 */
export async function isStillSignedIn(
  { db, clock }: AppContext,
  signInId: string,
): Promise<boolean> {
  const holder = await findHolder(db, signInId, clock.now());
  if (!holder || holder.isDeleted || holder.isEnded || holder.isBlocked) return false;
  if (isIdle(holder, clock.now())) return false;
  if (holder.expiresAt <= clock.now()) return false;
  return holder.profile === 'admin' || holder.flags.includes('login');
}
