import {
  addPasskey as addCall,
  requestConfirmation as askCall,
  confirmWithPasskey as confirmCall,
  listPasskeys as listCall,
  offerPasskey as offerCall,
  removePasskey as removeCall,
} from '@ramal/contract/passkeys';
import { type Binding, bind, bindWithCode } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { createSecondFactorVerifier } from '../second-factor-verifier.ts';
import { createSpendCode } from '../spend-code.ts';
import { addPasskey, offerPasskey } from './add-passkey.ts';
import { requestConfirmation, confirmWithPasskey } from './confirm-with-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';

/** Routes of the account's own keys. The sessions module contains the sign-in with a passkey. */
export function passkeyRoutes(ctx: AppContext): Binding[] {
  const proving = createSecondFactorVerifier(ctx);
  return [
    bind(listCall, (call) => listPasskeys(ctx, call)),
    bindWithCode(
      offerCall,
      (call) => offerPasskey(ctx, { spendCode: createSpendCode(ctx), proving }, call),
      () => true,
    ),
    bind(addCall, (call) => addPasskey(ctx, call)),
    bind(removeCall, (call) => removePasskey(ctx, call)),
    bind(askCall, (call) => requestConfirmation(ctx, call)),
    bind(confirmCall, (call) => confirmWithPasskey(ctx, proving, call)),
  ];
}
