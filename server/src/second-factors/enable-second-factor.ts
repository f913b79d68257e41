/**
 * Begins the set-up of an authenticator: the secret waits on the server, sealed, until a code of it
 * confirms (Q-2FASETUP). Each beginning takes the place of the one before; one that is set up already
 * stays. Whoever has a passkey shows it first, or a stolen session could add a key of its own.
 */
import type { HandlerResult } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { enableSecondFactor as declaration } from '@ramal/contract/second-factors';
import sql from 'sql-template-tag';
import { brandsOf } from '../brands/brands.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call, AuthGuard } from '../foundation/http/bind.ts';
import { enrolmentUri, newSecret } from './totp.ts';

export async function enableSecondFactor(
  ctx: AppContext,
  spendCode: AuthGuard['spendCode'],
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const account = await ctx.db.first<{ isConfigured: boolean }>(
    sql`select totp_secret is not null as "isConfigured" from accounts where id = ${actor.id}`,
  );
  if (account?.isConfigured) refuse('second_factor_configured');
  if (actor.hasSecondFactor) await spendCode(actor, body.code_2fa, requestMeta);
  const { secret, sealed } = newSecret(ctx);
  const begun = await ctx.db.tx((tx) =>
    tx.run(sql`
      update accounts set totp_pending = ${sealed}, totp_pending_by = 'self',
        totp_pending_at = ${ctx.clock.now()}
      where id = ${actor.id} and totp_secret is null`),
  );
  if (begun === 0) refuse('second_factor_configured');
  return { secret, qr_code_url: await qrAddress(ctx, requestMeta, actor.username, secret) };
}

/** Under the name the person knows the panel by: that of the brand on whose host it was asked. */
export async function qrAddress(
  ctx: AppContext,
  { baseUrl }: RequestMeta,
  username: string,
  secret: string,
): Promise<string> {
  const { name } = await brandsOf(ctx).of(baseUrl.replace(/^\w+:\/\//, ''));
  return enrolmentUri(name, username, secret);
}
