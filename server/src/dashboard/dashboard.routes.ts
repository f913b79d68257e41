import { getDashboard } from '@ramal/contract/dashboard';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { readDashboard } from './read-dashboard.ts';

export const dashboardRoutes = (house: House): Binding[] => [
  bind(getDashboard, ({ actor }) => readDashboard(house, actor)),
];
