/**
 * Signs in with a passkey only. The device was present and unlocked, which counts as two factors,
 * so password, code and human check are not required. Blocks and the function «login» apply, and a
 * wrong response counts as an attempt of its network.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  offerPasskeySignIn as offering,
  signInWithPasskey as declaration,
} from '@ramal/contract/passkeys';
import type { RequestMeta } from '../../foundation/caller.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import {
  createPasskeyRequest,
  requireRelyingParty,
  verifyPasskeyAnswer,
} from '../../second-factors/second-factors.ts';
import type { SignInRateLimit } from './sign-in-rate-limit.ts';
import { denySignIn, openSignIn } from '../open-sign-in.ts';
import { createDeviceMark } from './device-mark.ts';
import { findAccount } from './sign-in.sql.ts';
import type { Tokens } from '../token.ts';

interface Gate {
  readonly attempts: SignInRateLimit;
  readonly tokens: Tokens;
}

const challenge = { purpose: 'sign-in', accountId: null } as const;

export async function offerPasskeySignIn(
  ctx: AppContext,
  { attempts }: Gate,
  { requestMeta }: { readonly requestMeta: RequestMeta },
): Promise<ResponseOf<typeof offering>> {
  const rp = requireRelyingParty(requestMeta);
  await attempts.spendOffer(toNetwork(requestMeta.ip));
  return { options: { ...(await createPasskeyRequest(ctx, rp, challenge)) } };
}

export async function signInWithPasskey(
  ctx: AppContext,
  { attempts, tokens }: Gate,
  { body, requestMeta }: Call<typeof declaration>,
): Promise<ResponseOf<typeof declaration>> {
  const network = toNetwork(requestMeta.ip);
  await attempts.spendAddress(network);
  const holder = await verifyPasskeyAnswer(ctx, challenge, body.response, requestMeta);
  if (!holder) return refuse('passkey_refused');
  const account = await findAccount(ctx.db, holder.accountId);
  if (!account) return denySignIn(ctx, holder.accountId, requestMeta, 'passkey_refused');
  if (account.isBlocked) return denySignIn(ctx, account.id, requestMeta, 'account_blocked');
  if (account.isSignInDisabled) return denySignIn(ctx, account.id, requestMeta, 'login_closed');
  await attempts.giveAddressBack(network);
  const { id, username } = account;
  const deviceMark = createDeviceMark(ctx, account);
  return openSignIn(ctx, tokens, {
    account: { id, username, deviceMark },
    requestMeta,
    how: 'passkey',
  });
}
