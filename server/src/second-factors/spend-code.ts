/**
 * A fresh code for one sensitive act: six digits of the authenticator, each step good once, or the
 * confirmation a passkey's answer was exchanged for, good once within its minute. A recovery code is
 * none: it opens the panel for whoever lost the device, and authorises nothing in its place.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/errors';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { AuthGuard } from '../foundation/http/bind.ts';
import { createSecondFactorVerifier } from './second-factor-verifier.ts';
import { takeCode } from './totp.ts';

export function createSpendCode(ctx: AppContext): AuthGuard['spendCode'] {
  const proving = createSecondFactorVerifier(ctx);
  return async (actor, code, requestMeta) => {
    if (code === undefined)
      refuse('code_2fa_missing', { fields: { code_2fa: 'Código 2FA não informado!' } });
    await proving.spend(actor.id);
    const by = /^\d{6}$/.test(code) ? 'code' : 'passkey';
    const spend = by === 'code' ? spendTotp : spendConfirmation;
    const spent = await spend(ctx, actor.id, code);
    await recordConfirmation(ctx, actor.id, requestMeta, by, spent);
    if (!spent) refuse('code_2fa_wrong');
    await proving.giveBack(actor.id);
  };
}

/** What was shown and whether it was right; never the thing itself. */
export async function recordConfirmation(
  ctx: AppContext,
  accountId: number,
  requestMeta: RequestMeta,
  by: 'code' | 'passkey',
  isRight: boolean,
): Promise<void> {
  const kind = isRight ? 'second-factor-used' : 'second-factor-refused';
  await ctx.db.tx((tx) =>
    tx.run(insertEventCte(requestMeta, { kind, actorId: accountId, accountId, after: { by } })),
  );
}

async function spendTotp(ctx: AppContext, accountId: number, code: string): Promise<boolean> {
  const account = await ctx.db.first<{ secret: Buffer | null }>(
    sql`select totp_secret as secret from accounts where id = ${accountId}`,
  );
  return Boolean(account?.secret) && takeCode(ctx, accountId, account!.secret!, code);
}

/** As kept of a confirmation. */
export const confirmationHash = (code: string): Buffer =>
  createHash('sha256').update(code).digest();

async function spendConfirmation(
  ctx: AppContext,
  accountId: number,
  code: string,
): Promise<boolean> {
  const taken = await ctx.db.first<{ expiresAt: Date }>(sql`
    delete from confirmations where hash = ${confirmationHash(code)} and account_id = ${accountId}
    returning expires_at as "expiresAt"`);
  return taken !== undefined && taken.expiresAt > ctx.clock.now();
}
