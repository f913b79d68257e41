/**
 * Signing in: count the attempt, check the human, then the password, then the block and the function
 * «login», then the code. What costs nothing comes before what costs much, and nothing before the right
 * password tells a stranger whether an account exists (Q-LOGINERR, Q-TWOFASHAPE, V-26).
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Answered } from '@ramal/contract/endpoint';
import { type ErrorCode, refuse } from '@ramal/contract/errors';
import type { signIn as declaration } from '@ramal/contract/sessions';
import { recording } from '../events/events.ts';
import type { Origin } from '../foundation/actor.ts';
import { networkOf } from '../foundation/http/origin.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { Attempt, Attempts } from './attempts.ts';
import type { HumanCheck } from './human-check.ts';
import { verifyPassword } from './passwords.ts';
import { isProofOf, makeProof } from './second-step.ts';
import { type Candidate, findCandidate, insertSignIn } from './sign-in.sql.ts';
import { SIGN_IN_HOURS, type Tokens } from './token.ts';
import { takeCode } from '../second-factors/totp.ts';

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
  if (candidate.isBlocked) return deny(house, candidate, origin, 'account_blocked');
  if (candidate.isClosed) return deny(house, candidate, origin, 'login_closed');
  if (candidate.totpSecret) {
    if (!body.code) {
      await gate.attempts.giveBack(attempt);
      return {
        twofa: true,
        proof: makeProof(house, candidate.id),
        takes_code: true,
        passkey: null,
      };
    }
    const taken = await takeCode(house, candidate.id, candidate.totpSecret, body.code);
    if (!taken) return fail(house, gate, attempt, candidate, origin, 'wrong_code');
  }
  await gate.attempts.giveBack(attempt);
  return open(house, gate.tokens, candidate, origin);
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
  return deny(house, candidate, origin, code);
}

/** The name of an unknown user is not kept: people type passwords there. */
async function deny(
  house: House,
  candidate: Candidate | undefined,
  origin: Origin,
  code: ErrorCode,
): Promise<never> {
  const accountId = candidate?.id ?? null;
  await house.db.tx((tx) =>
    tx.run(
      recording(origin, {
        kind: 'sign-in-refused',
        actorId: null,
        accountId,
        after: { because: code },
      }),
    ),
  );
  refuse(code);
}

async function open(
  house: House,
  tokens: Tokens,
  { id, username }: Candidate,
  origin: Origin,
): Promise<Answer> {
  const signInId = randomUUID();
  const regPassword = randomBytes(24).toString('base64url');
  const at = house.clock.now();
  const expiresAt = new Date(at.getTime() + SIGN_IN_HOURS * 3_600_000);
  await house.db.tx(async (tx) => {
    await insertSignIn(tx, {
      id: signInId,
      accountId: id,
      regPasswordHash: createHash('sha256').update(regPassword).digest(),
      address: origin.address,
      userAgent: origin.userAgent,
      at,
      expiresAt,
    });
    await tx.run(recording(origin, { kind: 'signed-in', actorId: id, accountId: id }));
  });
  return {
    access_token: await tokens.issue(signInId, id, expiresAt),
    id,
    username,
    crypt_pass: regPassword,
  };
}
