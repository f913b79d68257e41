import { getSelfService, saveSelfService as saveDeclaration } from '@ramal/contract/offers';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { readSelfService, saveSelfService } from './self-service.ts';

export const offerRoutes = (ctx: AppContext): Binding[] => [
  bind(getSelfService, (call) => readSelfService(ctx, call)),
  bind(saveDeclaration, (call) => saveSelfService(ctx, call)),
];
