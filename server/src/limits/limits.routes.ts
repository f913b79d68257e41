import * as contract from '@ramal/contract/limits';
import type { House } from '../foundation/house.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { getLimits } from './get-limits.ts';
import { setLimits } from './set-limits.ts';

export const limitRoutes = (house: House): Binding[] => [
  bind(contract.getLimits, (call) => getLimits(house, call)),
  bind(contract.setLimits, (call) => setLimits(house, call)),
];
