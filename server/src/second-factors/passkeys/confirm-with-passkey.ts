/**
 * A passkey can replace a code. Its response is exchanged for a confirmation, which authorises one
 * sensitive action of its account within a minute (see spend-code.ts).
 */
import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  requestConfirmation as asking,
  confirmWithPasskey as declaration,
} from '@ramal/contract/passkeys';
import sql from 'sql-template-tag';
import type { Caller } from '../../foundation/caller.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { SecondFactorVerifier } from '../second-factor-verifier.ts';
import { confirmationHash } from '../spend-code.ts';
import { createPasskeyRequest, verifyPasskeyAnswer } from './answer.ts';
import { requireRelyingParty } from './relying-party.ts';

const GOOD_FOR_MS = MINUTE_MS;

export async function requestConfirmation(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
): Promise<ResponseOf<typeof asking>> {
  const challenge = { purpose: 'confirm', accountId: actor.id } as const;
  const options = await createPasskeyRequest(ctx, requireRelyingParty(requestMeta), challenge);
  return { options: options ?? refuse('passkey_none_here') };
}

export async function confirmWithPasskey(
  ctx: AppContext,
  proving: SecondFactorVerifier,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<ResponseOf<typeof declaration>> {
  await proving.spend(actor.id);
  const challenge = { purpose: 'confirm', accountId: actor.id } as const;
  const holder = await verifyPasskeyAnswer(ctx, challenge, body.response, requestMeta);
  if (!holder) refuse('passkey_refused');
  await proving.giveBack(actor.id);
  const code = randomBytes(24).toString('base64url');
  const now = ctx.clock.now();
  await ctx.db.tx((tx) =>
    tx.run(sql`
      with past as (delete from confirmations where expires_at < ${now})
      insert into confirmations (hash, account_id, expires_at)
      values (${confirmationHash(code)}, ${actor.id}, ${new Date(now.getTime() + GOOD_FOR_MS)})`),
  );
  return { code2fa: code };
}
