import { exportLog as exporting, getLog as reading } from '@ramal/contract/logs';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { exportLog } from './export-log.ts';
import { getLog } from './read-log.ts';

export const logRoutes = (house: House): Binding[] => [
  bind(reading, (call) => getLog(house, call)),
  bind(exporting, (call) => exportLog(house, call)),
];
