/**
 * Signing in: count the attempt, check the human, then the password, then the block and the function
 * «login», then the second factor. What costs nothing comes before what costs much, and nothing before the right
 * password tells a stranger whether an account exists (Q-LOGINERR, Q-TWOFASHAPE, V-26).
 */
import type { Answered } from '@ramal/contract/endpoint';
import { type ErrorCode, refuse } from '@ramal/contract/errors';
import type { signIn as declaration } from '@ramal/contract/sessions';
import type { Origin } from '../foundation/actor.ts';
import { networkOf } from '../foundation/http/origin.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { offerSecondStep } from '../second-factors/second-step-offer.ts';
import { takeSecondStep } from '../second-factors/take-second-step.ts';
import type { Attempt, Attempts } from './attempts.ts';
import type { HumanCheck } from './human-check.ts';
import { type How, denySignIn, openSignIn } from './open-sign-in.ts';
import { verifyPassword } from './passwords.ts';
import { isProofOf, makeProof } from './second-step.ts';
import { type Candidate, findCandidate } from './sign-in.sql.ts';
import type { Tokens } from './token.ts';

export interface Gate {
  readonly attempts: Attempts;
  readonly humanCheck: HumanCheck;
  readonly tokens: Tokens;
}

type Answer = Answered<typeof declaration>;

export async function signIn(
  house: House,
  gate: Gate,
  { body, origin }: Call<typeof declaration>,
): Promise<Answer> {
  const network = networkOf(origin.address);
  const candidate = await findCandidate(house.db, body.username, network);
  const attempt: Attempt = {
    account: candidate ? `#${candidate.id}` : body.username.toLowerCase(),
    network,
    isKnownNetwork: candidate?.isKnownNetwork ?? false,
  };
  await gate.attempts.spend(attempt);
  await checkHuman(house, gate, candidate, body, origin);

  const right = await verifyPassword(candidate?.passwordHash, body.password);
  if (!candidate || !right)
    return fail(house, gate, attempt, candidate, origin, 'wrong_credentials');
  if (candidate.isBlocked) return denySignIn(house, candidate.id, origin, 'account_blocked');
  if (candidate.isClosed) return denySignIn(house, candidate.id, origin, 'login_closed');
  const { code, passkey } = body;
  if (candidate.hasSecondFactor && !code && !passkey) {
    await gate.attempts.giveBack(attempt);
    const proof = makeProof(house, candidate.id);
    return { twofa: true, proof, ...(await offerSecondStep(house, candidate, origin)) };
  }
  // Also where none is set up: what was typed belonged to one that was removed.
  let how: How | undefined = 'password';
  if (code || passkey) {
    await gate.attempts.spendSecondStep(attempt);
    how = await takeSecondStep(house, candidate, { code, passkey }, origin);
    const wrong = passkey ? 'passkey_refused' : 'wrong_code';
    if (!how) return fail(house, gate, attempt, candidate, origin, wrong);
    await gate.attempts.giveBackSecondStep(attempt);
  }
  await gate.attempts.giveBack(attempt);
  return openSignIn(house, gate.tokens, candidate, origin, how);
}

/** Named accounts skip the check, never the password or the code (Q-SPECIALLOGIN). */
async function checkHuman(
  house: House,
  { humanCheck }: Gate,
  candidate: Candidate | undefined,
  body: Call<typeof declaration>['body'],
  origin: Origin,
): Promise<void> {
  const username = body.username.toLowerCase();
  const { config } = house;
  if (
    config.captcha === 'off' ||
    config.captchaExempt.some((name) => name.toLowerCase() === username)
  )
    return;
  const solution = body.g_recaptcha_response ?? refuse('human_check_failed');
  if (candidate && isProofOf(house, candidate.id, solution)) return;
  if (!(await humanCheck.verify(solution, origin))) refuse('human_check_failed');
}

async function fail(
  house: House,
  { attempts }: Gate,
  attempt: Attempt,
  candidate: Candidate | undefined,
  origin: Origin,
  code: ErrorCode,
): Promise<never> {
  await attempts.failed(attempt);
  return denySignIn(house, candidate?.id ?? null, origin, code);
}
