/**
 * Signing in with a passkey alone: the device was held and unlocked, which is two factors already, so
 * neither password nor code nor human check is asked. The block and the function «login» hold all the
 * same, and an answer counts as an attempt of its address until it was right.
 */
import type { Answered } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type {
  offerPasskeySignIn as offering,
  signInWithPasskey as declaration,
} from '@ramal/contract/passkeys';
import type { Origin } from '../foundation/actor.ts';
import type { Call } from '../foundation/http/bind.ts';
import { networkOf } from '../foundation/http/origin.ts';
import type { House } from '../foundation/house.ts';
import { askPasskey, takeAnswer } from '../second-factors/passkeys/answer.ts';
import { requireRelyingParty } from '../second-factors/passkeys/relying-party.ts';
import type { Attempts } from './attempts.ts';
import { denySignIn, openSignIn } from './open-sign-in.ts';
import { findAccount } from './sign-in.sql.ts';
import type { Tokens } from './token.ts';

interface Gate {
  readonly attempts: Attempts;
  readonly tokens: Tokens;
}

const asked = { purpose: 'sign-in', accountId: null } as const;

export async function offerPasskeySignIn(
  house: House,
  { attempts }: Gate,
  { origin }: { readonly origin: Origin },
): Promise<Answered<typeof offering>> {
  const rp = requireRelyingParty(origin);
  await attempts.spendOffer(networkOf(origin.address));
  return { options: { ...(await askPasskey(house, rp, asked)) } };
}

export async function signInWithPasskey(
  house: House,
  { attempts, tokens }: Gate,
  { body, origin }: Call<typeof declaration>,
): Promise<Answered<typeof declaration>> {
  const network = networkOf(origin.address);
  await attempts.spendAddress(network);
  const holder = await takeAnswer(house, asked, body.response, origin);
  if (!holder) return refuse('passkey_refused');
  const account = await findAccount(house.db, holder.accountId);
  if (!account) return denySignIn(house, holder.accountId, origin, 'passkey_refused');
  if (account.isBlocked) return denySignIn(house, account.id, origin, 'account_blocked');
  if (account.isClosed) return denySignIn(house, account.id, origin, 'login_closed');
  await attempts.giveAddressBack(network);
  return openSignIn(house, tokens, account, origin, 'passkey');
}
