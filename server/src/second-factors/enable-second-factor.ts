/**
 * Begins the set-up of an authenticator: the secret waits on the server, sealed, until a code of it
 * confirms (Q-2FASETUP). Each beginning takes the place of the one before; one that is set up already
 * stays. Whoever has a passkey shows it first, or a stolen session could add a key of its own.
 */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { enableSecondFactor as declaration } from '@ramal/contract/second-factors';
import sql from 'sql-template-tag';
import { brandsOf } from '../brands/brands.ts';
import type { Origin } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import type { Call, Keeper } from '../foundation/http/bind.ts';
import { enrolmentUri, newSecret } from './totp.ts';

export async function enableSecondFactor(
  house: House,
  spendCode: Keeper['spendCode'],
  { actor, body, origin }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  const account = await house.db.first<{ isConfigured: boolean }>(
    sql`select totp_secret is not null as "isConfigured" from accounts where id = ${actor.id}`,
  );
  if (account?.isConfigured) refuse('second_factor_configured');
  if (actor.hasSecondFactor) await spendCode(actor, body.code_2fa, origin);
  const { secret, sealed } = newSecret(house);
  const begun = await house.db.tx((tx) =>
    tx.run(sql`
      update accounts set totp_pending = ${sealed}, totp_pending_by = 'self',
        totp_pending_at = ${house.clock.now()}
      where id = ${actor.id} and totp_secret is null`),
  );
  if (begun === 0) refuse('second_factor_configured');
  return { secret, qr_code_url: await qrAddress(house, origin, actor.username, secret) };
}

/** Under the name the person knows the panel by: that of the brand on whose host it was asked. */
export async function qrAddress(
  house: House,
  { baseUrl }: Origin,
  username: string,
  secret: string,
): Promise<string> {
  const { name } = await brandsOf(house).of(baseUrl.replace(/^\w+:\/\//, ''));
  return enrolmentUri(name, username, secret);
}
