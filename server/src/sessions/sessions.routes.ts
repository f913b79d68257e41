import {
  getCaptcha,
  getMyIp,
  getProfile as getProfileCall,
  signIn as signInCall,
  signOut as signOutCall,
} from '@ramal/contract/sessions';
import type { House } from '../foundation/house.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { makeAttempts } from './attempts.ts';
import { getProfile } from './get-profile.ts';
import { makeHumanCheck } from './human-check.ts';
import { type Gate, signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { makeTokens } from './token.ts';

export function sessionRoutes(house: House): Binding[] {
  const gate: Gate = {
    attempts: makeAttempts(house),
    humanCheck: makeHumanCheck(house),
    tokens: makeTokens(house),
  };
  return [
    bind(signInCall, (call) => signIn(house, gate, call)),
    bind(signOutCall, (call) => signOut(house, call)),
    bind(getProfileCall, ({ actor }) => getProfile(house, actor)),
    bind(getMyIp, async ({ origin }) => ({ ip: origin.address })),
    bind(getCaptcha, async () => ({
      ...(await gate.humanCheck.offer()),
      exempt: [...house.config.captchaExempt],
    })),
  ];
}
