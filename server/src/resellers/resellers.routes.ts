import * as contract from '@ramal/contract/resellers';
import type { House } from '../foundation/house.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { createReseller } from './create-reseller.ts';
import { editReseller } from './edit-reseller.ts';
import { getGrants, setGrants } from './grants.ts';
import { listResellers } from './list-resellers.ts';
import { moveCredits } from './move-credits.ts';

export const resellerRoutes = (house: House): Binding[] => [
  bind(contract.listResellers, (call) => listResellers(house, call)),
  bind(contract.createReseller, (call) => createReseller(house, call)),
  bind(contract.moveCredits, (call) => moveCredits(house, call)),
  bind(contract.editReseller, (call) => editReseller(house, call)),
  bind(contract.getGrants, (call) => getGrants(house, call)),
  bind(contract.setGrants, (call) => setGrants(house, call)),
];
