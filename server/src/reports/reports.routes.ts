import { getReports } from '@ramal/contract/reports';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { readReports } from './read-reports.ts';

export const reportRoutes = (house: House): Binding[] => [
  bind(getReports, ({ actor }) => readReports(house, actor)),
];
