import {
  getWelcomeState as stateDeclaration,
  leaveWelcome as leaveDeclaration,
  skipWelcomeStep as skipDeclaration,
  viewWelcome as viewDeclaration,
} from '@ramal/contract/operations/welcome';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { leaveWelcome, readState, skipStep } from './progress.ts';
import { viewWelcome } from './view-welcome.ts';

export const welcomeRoutes = (ctx: AppContext): Binding[] => [
  bind(viewDeclaration, ({ actor }) => viewWelcome(ctx, actor)),
  bind(stateDeclaration, ({ actor }) => readState(ctx.db, actor)),
  bind(skipDeclaration, async ({ actor, body }) => {
    await skipStep(ctx, actor, body.step);
    return { message: 'Passo pulado' };
  }),
  bind(leaveDeclaration, async ({ actor, body }) => {
    await leaveWelcome(ctx, actor, body.isDone);
    return { message: 'Boas-vindas fechadas' };
  }),
];
