import * as contract from '@ramal/contract/credits';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { exportExtract } from './export-extract.ts';
import { exportMovements } from './export-movements.ts';
import { getExtract } from './extract.ts';
import { listMovements } from './list-movements.ts';

export const creditRoutes = (house: House): Binding[] => [
  bind(contract.listMovements, (call) => listMovements(house, call)),
  bind(contract.exportMovements, (call) => exportMovements(house, call)),
  bind(contract.getExtract, (call) => getExtract(house, call)),
  bind(contract.exportExtract, (call) => exportExtract(house, call)),
];
