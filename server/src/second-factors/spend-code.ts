/**
 * A fresh code for one sensitive action: six digits of the authenticator, each step valid once, or
 * the confirmation for which a passkey's answer was exchanged, valid once within its minute. A
 * recovery code is not accepted: it signs in a person who lost the device, and authorises nothing in
 * its place.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type AuthGuard, CODE_MISSING } from '../foundation/http/bind.ts';
import { isRehearsed } from '../foundation/rehearsal.ts';
import { createSecondFactorVerifier } from './second-factor-verifier.ts';
import { takeCode } from './totp.ts';

export function createSpendCode(ctx: AppContext): AuthGuard['spendCode'] {
  const proving = createSecondFactorVerifier(ctx);
  return async (actor, code, requestMeta) => {
    // What is undone needs no proof, and a code that were only tried out could be guessed in silence.
    if (isRehearsed()) return;
    if (code === undefined) refuse('code_2fa_missing', { fields: CODE_MISSING });
    await proving.spend(actor.id);
    const method = /^\d{6}$/.test(code) ? 'code' : 'passkey';
    const spend = method === 'code' ? spendTotp : spendConfirmation;
    const spent = await spend(ctx, actor.id, code);
    await recordConfirmation(ctx, actor.id, requestMeta, method, spent);
    if (!spent) refuse('code_2fa_wrong');
    await proving.giveBack(actor.id);
  };
}

/** Records the method and the result, never the code itself. */
export async function recordConfirmation(
  ctx: AppContext,
  accountId: number,
  requestMeta: RequestMeta,
  method: 'code' | 'passkey',
  isRight: boolean,
): Promise<void> {
  const kind = isRight ? 'second-factor-used' : 'second-factor-refused';
  await ctx.db.tx((tx) =>
    tx.run(
      insertEventCte(requestMeta, { kind, actorId: accountId, accountId, after: { by: method } }),
    ),
  );
}

async function spendTotp(ctx: AppContext, accountId: number, code: string): Promise<boolean> {
  const account = await ctx.db.first<{ secret: Buffer | null }>(
    sql`select totp_secret as secret from accounts where id = ${accountId}`,
  );
  return Boolean(account?.secret) && takeCode(ctx, accountId, account!.secret!, code);
}

/** The stored form of a confirmation. */
export const confirmationHash = (code: string): Buffer =>
  createHash('sha256').update(code).digest();

async function spendConfirmation(
  ctx: AppContext,
  accountId: number,
  code: string,
): Promise<boolean> {
  const updated = await ctx.db.first<{ expiresAt: Date }>(sql`
    delete from confirmations where hash = ${confirmationHash(code)} and account_id = ${accountId}
    returning expires_at as "expiresAt"`);
  return updated !== undefined && updated.expiresAt > ctx.clock.now();
}
