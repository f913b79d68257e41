import {
  addPasskey as addCall,
  askConfirmation as askCall,
  confirmWithPasskey as confirmCall,
  listPasskeys as listCall,
  offerPasskey as offerCall,
  removePasskey as removeCall,
} from '@ramal/contract/passkeys';
import { type Binding, bind } from '../../foundation/http/bind.ts';
import type { House } from '../../foundation/house.ts';
import { makeProving } from '../proving.ts';
import { addPasskey, offerPasskey } from './add-passkey.ts';
import { askConfirmation, confirmWithPasskey } from './confirm-with-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';

/** One's own keys. Signing in with them is the sessions' room's. */
export function passkeyRoutes(house: House): Binding[] {
  const proving = makeProving(house);
  return [
    bind(listCall, (call) => listPasskeys(house, call)),
    bind(offerCall, (call) => offerPasskey(house, call)),
    bind(addCall, (call) => addPasskey(house, call)),
    bind(removeCall, (call) => removePasskey(house, call)),
    bind(askCall, (call) => askConfirmation(house, call)),
    bind(confirmCall, (call) => confirmWithPasskey(house, proving, call)),
  ];
}
