import { getBonusUsers } from '@ramal/contract/announcements';
import { getDashboard } from '@ramal/contract/dashboard';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { readBonusUsers, readDashboard } from './read-dashboard.ts';

export const dashboardRoutes = (house: House): Binding[] => [
  bind(getDashboard, ({ actor }) => readDashboard(house, actor)),
  bind(getBonusUsers, ({ actor }) => readBonusUsers(house, actor)),
];
