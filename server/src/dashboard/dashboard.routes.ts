import { getBonusUsers } from '@ramal/contract/announcements';
import { getDueLines } from '@ramal/contract/due-lines';
import { getDashboard } from '@ramal/contract/dashboard';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { readDue } from './due-lines.ts';
import { readBonusUsers, readDashboard } from './read-dashboard.ts';

export const dashboardRoutes = (house: House): Binding[] => [
  bind(getDashboard, ({ actor }) => readDashboard(house, actor)),
  bind(getDueLines, (call) => readDue(house, call)),
  bind(getBonusUsers, ({ actor }) => readBonusUsers(house, actor)),
];
