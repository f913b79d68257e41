import { getBonusUsers } from '@ramal/contract/announcements';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { dismissFirstSteps, getDashboard } from '@ramal/contract/dashboard';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { readDue } from './due-lines.ts';
import { endFirstSteps } from './first-steps.ts';
import { readBonusUsers, readDashboard } from './read-dashboard.ts';

export const dashboardRoutes = (ctx: AppContext): Binding[] => [
  bind(getDashboard, (call) => readDashboard(ctx, call)),
  bind(dismissFirstSteps, async (call) => {
    await endFirstSteps(ctx, call, true);
    return { message: 'Primeiros passos dispensados' };
  }),
  bind(getDueLines, (call) => readDue(ctx, call)),
  bind(getBonusUsers, ({ actor }) => readBonusUsers(ctx, actor)),
];
