import * as contract from '@ramal/contract/second-factors';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind, bindWithCode } from '../foundation/http/bind.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { enableSecondFactor } from './enable-second-factor.ts';
import { listSecondFactors } from './administer/list-second-factors.ts';
import { createSecondFactorVerifier } from './second-factor-verifier.ts';
import { removeSecondFactor, removeSecondFactors } from './administer/remove-second-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { replaceSecondFactor } from './administer/replace-second-factor.ts';
import { readRule, setRule } from './administer/second-factor-rule.ts';
import { createSpendCode } from './spend-code.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

export function secondFactorRoutes(ctx: AppContext): Binding[] {
  const proving = createSecondFactorVerifier(ctx);
  const spendCode = createSpendCode(ctx);
  return [
    bind(contract.verifySecondFactor, (call) => verifySecondFactor(ctx, call)),
    bindWithCode(
      contract.enableSecondFactor,
      (call) => enableSecondFactor(ctx, { spendCode, proving }, call),
      () => true,
    ),
    bind(contract.confirmSecondFactor, (call) => confirmSecondFactor(ctx, proving, call)),
    bind(contract.renewRecoveryCodes, (call) => renewRecoveryCodes(ctx, call)),
    bind(contract.disableSecondFactor, (call) => disableSecondFactor(ctx, call)),
    bind(contract.replaceSecondFactor, (call) => replaceSecondFactor(ctx, call)),
    bind(contract.removeSecondFactor, (call) => removeSecondFactor(ctx, call)),
    bind(contract.removeSecondFactors, (call) => removeSecondFactors(ctx, call)),
    bind(contract.getSecondFactorRule, ({ actor }) => readRule(ctx, actor)),
    bind(contract.setSecondFactorRule, (call) => setRule(ctx, call)),
    bind(contract.listSecondFactors, (call) => listSecondFactors(ctx, call)),
  ];
}
