/**
 * Signs in: counts the attempt, verifies the human check and counts an attempt of an unknown
 * network again. Then it checks the password, the block, the function «login» and the second
 * factor. Beyond the limit of unknown networks a proof of work is required. Cheap checks come
 * before expensive ones, and before the correct password no response reveals whether an account
 * exists (Q-LOGINERR, Q-TWOFASHAPE, V-26).
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { signIn as declaration } from '@ramal/contract/sessions';
import { type SignInTry, blocklistOf } from '../../blocklist/blocklist.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { offerSecondStep, verifySecondStep } from '../../second-factors/second-factors.ts';
import type { SignInAttempt, SignInRateLimit } from './sign-in-rate-limit.ts';
import type { HumanCheck } from '../human-check/human-check-port.ts';
import type { HardProof } from '../human-check/altcha.ts';
import { type SignInMethod, denySignIn, openSignIn } from '../open-sign-in.ts';
import { verifyPassword } from '../../access/access.ts';
import { createDeviceMark, findKnownDevice } from './device-mark.ts';
import { isSecondStepToken, createSecondStepToken } from './second-step.ts';
import { type Candidate, findCandidate } from './sign-in.sql.ts';
import type { Tokens } from '../token.ts';

export interface SignInGuards {
  readonly attempts: SignInRateLimit;
  readonly humanCheck: HumanCheck;
  readonly hardProof: HardProof;
  readonly tokens: Tokens;
}

type Answer = ResponseOf<typeof declaration>;

export async function signIn(
  ctx: AppContext,
  gate: SignInGuards,
  { body, requestMeta }: Call<typeof declaration>,
): Promise<Answer> {
  const network = toNetwork(requestMeta.ip);
  const candidate = await findCandidate(ctx.db, body.username, network);
  const attempt: SignInAttempt = {
    account: candidate ? `#${candidate.id}` : body.username.toLowerCase(),
    network,
    isKnownNetwork: candidate?.isKnownNetwork ?? false,
    knownDevice: findKnownDevice(ctx, candidate, body.deviceMark),
  };
  await gate.attempts.spend(attempt);
  await checkHuman(ctx, gate, { candidate, body, requestMeta });
  const spent = await gate.attempts.spendAsStranger(attempt, () =>
    gate.hardProof.verify(body.proofOfWork),
  );

  const right = await verifyPassword(candidate?.passwordHash, body.password, spent.queue);
  if (!candidate || !right) {
    await blocklistOf(ctx).countWrong(wrongTry(body, requestMeta), 'panel');
    return denySignIn(ctx, candidate?.id ?? null, requestMeta, 'wrong_credentials');
  }
  if (candidate.isBlocked) return denySignIn(ctx, candidate.id, requestMeta, 'account_blocked');
  if (candidate.isSignInDisabled) return denySignIn(ctx, candidate.id, requestMeta, 'login_closed');
  const { code, passkey } = body;
  if (candidate.hasSecondFactor && !code && !passkey) {
    await gate.attempts.giveBack(spent);
    const token = createSecondStepToken(ctx, candidate.id);
    return { twofa: true, proof: token, ...(await offerSecondStep(ctx, candidate, requestMeta)) };
  }
  // A sent code is checked even if the account has no second factor, and is then refused. The
  // factor may have been removed in the meantime.
  let how: SignInMethod | undefined = 'password';
  if (code || passkey) {
    await gate.attempts.spendSecondStep(attempt);
    how = await verifySecondStep(ctx, candidate, { code, passkey }, requestMeta);
    const wrong = passkey ? 'passkey_refused' : 'wrong_code';
    if (!how) return denySignIn(ctx, candidate.id, requestMeta, wrong);
    await gate.attempts.giveBackSecondStep(attempt);
  }
  await gate.attempts.giveBack(spent);
  await blocklistOf(ctx).countRight(requestMeta.ip, attempt.account);
  const deviceMark = createDeviceMark(ctx, candidate, attempt.knownDevice);
  return openSignIn(ctx, gate.tokens, { account: { ...candidate, deviceMark }, requestMeta, how });
}

const wrongTry = (
  { username, password }: Call<typeof declaration>['body'],
  { ip }: RequestMeta,
): SignInTry => ({
  address: ip,
  host: 'painel',
  username,
  password,
});

interface CheckedSignIn {
  readonly candidate: Candidate | undefined;
  readonly body: Call<typeof declaration>['body'];
  readonly requestMeta: RequestMeta;
}

/**
 * Verifies the human check. Some configured accounts skip it, but never the password or the code
 * (Q-SPECIALLOGIN).
 */
async function checkHuman(
  ctx: AppContext,
  { humanCheck }: SignInGuards,
  { candidate, body, requestMeta }: CheckedSignIn,
): Promise<void> {
  const username = body.username.toLowerCase();
  const { config } = ctx;
  if (
    config.captcha === 'off' ||
    config.captchaExempt.some((name) => name.toLowerCase() === username)
  )
    return;
  const solution = body.gRecaptchaResponse ?? refuse('human_check_failed');
  if (candidate && isSecondStepToken(ctx, candidate.id, solution)) return;
  if (!(await humanCheck.verify(solution, requestMeta))) refuse('human_check_failed');
}
