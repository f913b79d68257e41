import * as contract from '@ramal/contract/second-factors';
import type { House } from '../foundation/house.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { enableSecondFactor } from './enable-second-factor.ts';
import { listSecondFactors } from './list-second-factors.ts';
import { makeProving } from './proving.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { replaceSecondFactor } from './replace-second-factor.ts';
import { readRule, setRule } from './second-factor-rule.ts';
import { makeSpendCode } from './spend-code.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

export function secondFactorRoutes(house: House): Binding[] {
  const proving = makeProving(house);
  const spendCode = makeSpendCode(house);
  return [
    bind(contract.verifySecondFactor, (call) => verifySecondFactor(house, call)),
    bind(contract.enableSecondFactor, (call) => enableSecondFactor(house, spendCode, call)),
    bind(contract.confirmSecondFactor, (call) => confirmSecondFactor(house, proving, call)),
    bind(contract.renewRecoveryCodes, (call) => renewRecoveryCodes(house, call)),
    bind(contract.disableSecondFactor, (call) => disableSecondFactor(house, call)),
    bind(contract.replaceSecondFactor, (call) => replaceSecondFactor(house, call)),
    bind(contract.removeSecondFactor, (call) => removeSecondFactor(house, call)),
    bind(contract.getSecondFactorRule, ({ actor }) => readRule(house, actor)),
    bind(contract.setSecondFactorRule, (call) => setRule(house, call)),
    bind(contract.listSecondFactors, (call) => listSecondFactors(house, call)),
  ];
}
