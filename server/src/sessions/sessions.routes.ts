import {
  offerPasskeySignIn as offerPasskeyCall,
  signInWithPasskey as passkeySignInCall,
} from '@ramal/contract/passkeys';
import {
  changePassword as changePasswordCall,
  endOtherSignIns as endOthersCall,
  endSignIn as endSignInCall,
  getCaptcha,
  getMyIp,
  getProfile as getProfileCall,
  listSignIns as listSignInsCall,
  signIn as signInCall,
  signOut as signOutCall,
} from '@ramal/contract/sessions';
import { listAccesses as listAccessesCall } from '@ramal/contract/logs';
import { viewDuplicates as viewDuplicatesCall } from '@ramal/contract/resellers/reseller-tree';
import { createPasswordHasher } from '../access/access.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind, bindWithCode } from '../foundation/http/bind.ts';
import { createSecondFactorVerifier, createSpendCode } from '../second-factors/second-factors.ts';
import { createSignInRateLimit } from './sign-in/sign-in-rate-limit.ts';
import { type PasswordGate, changePassword, missingProof } from './change-password.ts';
import { endOtherSignIns, endSignIn } from './end-sign-in.ts';
import { getProfile } from './get-profile.ts';
import { createHardProof } from './human-check/altcha.ts';
import { createHumanCheck, createVisitorCheck } from './human-check/human-check.ts';
import { listSignIns } from './list-sign-ins.ts';
import { offerPasskeySignIn, signInWithPasskey } from './sign-in/sign-in-with-passkey.ts';
import { type SignInGuards, signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-out.ts';
import { listAccesses } from './list-accesses.ts';
import { createTokens } from './token.ts';
import { viewDuplicates } from './view-duplicates.ts';

export function sessionRoutes(ctx: AppContext): Binding[] {
  const gate: SignInGuards = {
    attempts: createSignInRateLimit(ctx),
    humanCheck: createHumanCheck(ctx),
    hardProof: createHardProof(ctx),
    tokens: createTokens(ctx),
  };
  const captchas = {
    'sign-in': gate.humanCheck,
    high: gate.hardProof,
    usual: createVisitorCheck(ctx),
  };
  const passwordGate: PasswordGate = {
    proving: createSecondFactorVerifier(ctx),
    spendCode: createSpendCode(ctx),
    hashFor: createPasswordHasher(ctx),
  };
  return [
    bind(signInCall, (call) => signIn(ctx, gate, call)),
    bind(offerPasskeyCall, (call) => offerPasskeySignIn(ctx, gate, call)),
    bind(passkeySignInCall, (call) => signInWithPasskey(ctx, gate, call)),
    bindWithCode(
      changePasswordCall,
      (call) => changePassword(ctx, passwordGate, call),
      missingProof,
    ),
    bind(signOutCall, (call) => signOut(ctx, call)),
    bind(listSignInsCall, ({ actor }) => listSignIns(ctx, actor)),
    bind(endSignInCall, (call) => endSignIn(ctx, call)),
    bind(endOthersCall, (call) => endOtherSignIns(ctx, call)),
    bind(getProfileCall, ({ actor }) => getProfile(ctx, actor)),
    bind(listAccessesCall, (call) => listAccesses(ctx, call)),
    bind(viewDuplicatesCall, (call) => viewDuplicates(ctx, call)),
    bind(getMyIp, async ({ requestMeta }) => ({ ip: requestMeta.ip })),
    bind(getCaptcha, ({ query }) => captchas[query.level ?? 'sign-in'].offer()),
  ];
}
