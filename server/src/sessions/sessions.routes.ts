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
import { viewDuplicates as viewDuplicatesCall } from '@ramal/contract/reseller-tree';
import type { House } from '../foundation/house.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { makeProving } from '../second-factors/proving.ts';
import { makeSpendCode } from '../second-factors/spend-code.ts';
import { makeAttempts } from './attempts.ts';
import { type PasswordGate, changePassword } from './change-password.ts';
import { endOtherSignIns, endSignIn } from './end-sign-in.ts';
import { getProfile } from './get-profile.ts';
import { makeHumanCheck } from './human-check.ts';
import { listSignIns } from './list-sign-ins.ts';
import { offerPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts';
import { type Gate, signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { listAccesses } from './list-accesses.ts';
import { makeTokens } from './token.ts';
import { viewDuplicates } from './view-duplicates.ts';

export function sessionRoutes(house: House): Binding[] {
  const gate: Gate = {
    attempts: makeAttempts(house),
    humanCheck: makeHumanCheck(house),
    tokens: makeTokens(house),
  };
  const passwordGate: PasswordGate = {
    proving: makeProving(house),
    spendCode: makeSpendCode(house),
  };
  return [
    bind(signInCall, (call) => signIn(house, gate, call)),
    bind(offerPasskeyCall, (call) => offerPasskeySignIn(house, gate, call)),
    bind(passkeySignInCall, (call) => signInWithPasskey(house, gate, call)),
    bind(changePasswordCall, (call) => changePassword(house, passwordGate, call)),
    bind(signOutCall, (call) => signOut(house, call)),
    bind(listSignInsCall, ({ actor }) => listSignIns(house, actor)),
    bind(endSignInCall, (call) => endSignIn(house, call)),
    bind(endOthersCall, (call) => endOtherSignIns(house, call)),
    bind(getProfileCall, ({ actor }) => getProfile(house, actor)),
    bind(listAccessesCall, (call) => listAccesses(house, call)),
    bind(viewDuplicatesCall, (call) => viewDuplicates(house, call)),
    bind(getMyIp, async ({ origin }) => ({ ip: origin.address })),
    bind(getCaptcha, async () => ({
      ...(await gate.humanCheck.offer()),
      exempt: [...house.config.captchaExempt],
    })),
  ];
}
