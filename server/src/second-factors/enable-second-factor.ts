/**
 * Begins the set-up of an authenticator: the encrypted secret is stored on the server until one of
 * its codes confirms it (Q-2FASETUP). A new set-up replaces a pending one; a confirmed
 * authenticator is not changed. An account with a passkey must use it first, and any other account
 * sends its password. Otherwise a stolen session could add an authenticator (Q-STOLENSESSION).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { enableSecondFactor as declaration } from '@ramal/contract/second-factors';
import sql from 'sql-template-tag';
import { brandsOf } from '../brands/brands.ts';
import { reachedHost, type RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call, AuthGuard } from '../foundation/http/bind.ts';
import { confirmPassword } from './confirm-password.ts';
import type { SecondFactorVerifier } from './second-factor-verifier.ts';
import { enrolmentUri, newSecret } from './totp.ts';

export interface EnableGuard {
  readonly spendCode: AuthGuard['spendCode'];
  readonly proving: SecondFactorVerifier;
}

export async function enableSecondFactor(
  ctx: AppContext,
  { spendCode, proving }: EnableGuard,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const account = await ctx.db.first<{ isConfigured: boolean }>(
    sql`select totp_secret is not null as is_configured from accounts where id = ${actor.id}`,
  );
  if (account?.isConfigured) refuse('second_factor_configured');
  if (actor.hasSecondFactor) await spendCode(actor, body.code2fa, requestMeta);
  else
    await confirmPassword(ctx, proving, { actor, requestMeta }, { password: body.currentPassword });
  const { secret, sealed } = newSecret(ctx);
  const started = await ctx.db.tx((tx) =>
    tx.run(sql`
      update accounts set totp_pending = ${sealed}, totp_pending_by = 'self',
        totp_pending_at = ${ctx.clock.now()}
      where id = ${actor.id} and totp_secret is null`),
  );
  if (started === 0) refuse('second_factor_configured');
  return { secret, qrCodeUrl: await qrAddress(ctx, requestMeta, actor.username, secret) };
}

/** Returns the URL of the QR code, with the brand name of the request's host. */
export async function qrAddress(
  ctx: AppContext,
  requestMeta: RequestMeta,
  username: string,
  secret: string,
): Promise<string> {
  const { name } = await brandsOf(ctx).forHost(reachedHost(requestMeta));
  return enrolmentUri(name, username, secret);
}
