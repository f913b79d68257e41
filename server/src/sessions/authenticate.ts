/**
 * Who holds a token. One prepared query for each request reads the sign-in, its account, the grants and
 * the functions, so that a sign-out, a block or a password change is in force on the next request of
 * every process (Q-401403).
 */
import { refuse } from '@ramal/contract/errors';
import sql from 'sql-template-tag';
import type { Actor } from '../foundation/actor.ts';
import type { Reader } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import type { Keeper } from '../foundation/http/bind.ts';
import { type Standing, actorOf, standing } from './standing.ts';
import { makeTokens } from './token.ts';
import { touchSignIn } from './touch-sign-in.ts';

export function makeAuthenticate(house: House): Keeper['authenticate'] {
  const tokens = makeTokens(house);
  return async (token) => {
    if (token === undefined) refuse('token_missing');
    const signInId = await tokens.read(token);
    const holder = await findHolder(house.db, signInId, house.clock.now());
    if (!holder) refuse('token_ended');
    if (holder.isDeleted) refuse('token_without_account');
    if (holder.isEnded || holder.isBlocked) refuse('token_ended');
    const actor: Actor = {
      ...actorOf(holder),
      signInId,
      regPasswordHash: holder.regPasswordHash,
    };
    // Nobody's row is ended when sign-in is switched off: it holds again when it is switched on (Q-LOGINFLAG).
    if (actor.profile !== 'admin' && !actor.flags.has('login')) refuse('token_ended');
    touchSignIn(house, signInId, holder.lastUsedAt);
    return actor;
  };
}

interface Holder extends Standing {
  readonly isEnded: boolean;
  readonly regPasswordHash: Buffer;
  readonly lastUsedAt: Date;
}

const findHolder = (reader: Reader, signInId: string, now: Date): Promise<Holder | undefined> =>
  reader.first<Holder>(
    sql`
      select ${standing(now)}, s.ended_at is not null as "isEnded",
        s.reg_password_hash as "regPasswordHash", coalesce(s.last_used_at, s.created_at) as "lastUsedAt"
      from sign_ins s join accounts a on a.id = s.account_id
      where s.id = ${signInId}`,
    'find-token-holder',
  );
